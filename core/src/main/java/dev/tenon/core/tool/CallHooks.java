package dev.tenon.core.tool;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Has a say before each call and hears of it afterwards: programs of the person (hooks). It can
/// make a call stricter; what the person's rules and modes refuse it cannot allow. Called on the
/// thread of the call. Safe for several threads.
public interface CallHooks {
  /// Nobody has a say.
  CallHooks NONE =
      new CallHooks() {
        @Override
        public Before before(Part.Call call) {
          return Before.NOTHING;
        }

        @Override
        public After after(Part.Call call, Part.Result result) {
          return After.NOTHING;
        }
      };

  /// The arguments are bound, and nothing was judged yet.
  Before before(Part.Call call) throws InterruptedException;

  /// The call has run, well or not.
  After after(Part.Call call, Part.Result result) throws InterruptedException;

  /// The same, where what the call touches matters.
  ///
  /// @param accesses what the call said that it would touch
  default After after(Part.Call call, List<Access> accesses, Part.Result result)
      throws InterruptedException {
    return after(call, result);
  }

  /// What was said before a call, from the mildest to the strictest.
  enum Say {
    NOTHING,
    /// What only the mode would ask need not be asked.
    ALLOW,
    /// The person is asked, whatever the mode says.
    ASK,
    DENY
  }

  /// @param reason why, for the person and the model; may be empty
  /// @param changed the arguments to take instead; null for those of the model
  /// @param context what the model gets to know with the result; may be empty
  record Before(Say say, String reason, Json.@Nullable Obj changed, String context) {
    public static final Before NOTHING = new Before(Say.NOTHING, "", null, "");
  }

  /// @param context what the model gets to know with the result; may be empty
  /// @param replaced what the model sees in place of the result; null for the result itself
  /// @param instructions of the project about the files of the call, which the model gets with the
  ///   result; may be empty
  record After(String context, @Nullable String replaced, String instructions) {
    public static final After NOTHING = new After("", null);

    public After(String context, @Nullable String replaced) {
      this(context, replaced, "");
    }
  }
}
