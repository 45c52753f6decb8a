package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the frames of one attempt and tells an [Output] what they mean. Used by one thread.
///
/// What a vendor adds (events, members, kinds of blocks) is passed over, and what it leaves out is
/// done without: only an answer whose meaning is in doubt fails.
abstract class Decoder {
  /// No reason is longer, so what is longer is none.
  private static final int LONGEST_WORD = 100;

  final Output output;
  final CallIds.Maker ids;
  final Failures failures;
  Progress progress = Progress.OPEN;
  Usage usage = Usage.NONE;
  private StopReason reason = StopReason.STOP;
  private @Nullable String unknown;

  /// The word that promised calls, or that there was one that could not be told.
  private @Nullable String promised;

  private final Map<String, Long> counts = new HashMap<>();

  Decoder(Output output, CallIds.Maker ids, Failures failures) {
    this.output = output;
    this.ids = ids;
    this.failures = failures;
  }

  final void accept(Json.Obj frame) throws ModelException {
    if (VendorError.isIn(frame)) {
      throw failures.inStream(VendorError.of(frame));
    }
    read(frame);
  }

  /// A frame that is no failure.
  abstract void read(Json.Obj frame) throws ModelException;

  /// What is left to do once the last frame was read.
  void close() throws ModelException {}

  final Progress progress() {
    return progress;
  }

  final Usage usage() {
    return usage;
  }

  /// The vendor gives its reason why the message ends. More of the message may follow it.
  ///
  /// @param explanation what the vendor says about a refusal or a malformed call
  final void end(@Nullable String word, String explanation) throws ModelException {
    String why = word == null ? "" : word.substring(0, Math.min(word.length(), LONGEST_WORD));
    switch (ending(why)) {
      case NONE -> {
        return;
      }
      case STOP -> unknown = null;
      case TOOL_USE -> {
        unknown = null;
        promised = why;
      }
      case LENGTH -> {
        unknown = null;
        reason = StopReason.LENGTH;
      }
      case REFUSAL -> throw failures.refusal(why, explanation);
      case MALFORMED ->
          throw failures.malformed("the answer ended with " + why + " " + explanation);
      case FAILURE -> throw failures.inStream(new VendorError("overloaded", why, null));
      case UNKNOWN -> unknown = why;
    }
    if (progress == Progress.OPEN) {
      progress = Progress.WHOLE;
    }
  }

  /// What this vendor means by the word.
  Ending ending(String word) {
    return Ending.of(word);
  }

  /// The mark that nothing follows. It ends a message without a reason too, if there is one.
  final void endMark() {
    if (progress == Progress.OPEN && !output.empty()) {
      unknown = "";
      progress = Progress.WHOLE;
    }
  }

  /// Why the message ended; asked once it has.
  final StopReason finish() throws ModelException {
    close();
    String word = unknown == null || unknown.isEmpty() ? promised : unknown;
    if (word != null && output.empty()) {
      throw failures.malformed("the answer ended with " + word + ", and there is nothing in it");
    }
    return reason;
  }

  /// What a person who looks for a fault should know about the end, or null.
  final @Nullable String note() {
    if (unknown == null) {
      return null;
    }
    return (unknown.isEmpty() ? "no stop reason" : "unknown stop reason '" + unknown + "'")
        + (output.hasCalls() ? ": the calls are run" : ": taken as the end of the answer");
  }

  /// The number of tokens under this name, or what was counted before where it is missing, 0 or no
  /// count.
  final long count(Json.Obj numbers, String name) {
    long number = number(numbers, name, 0);
    if (number > 0) {
      counts.put(name, number);
    }
    return counts.getOrDefault(name, 0L);
  }

  /// A whole number, though it may be written as text or with a fraction.
  static long number(Json.Obj object, String name, long otherwise) {
    if (object.get(name) instanceof Json.Str text) {
      try {
        return (long) Double.parseDouble(text.value());
      } catch (NumberFormatException none) {
        return otherwise;
      }
    }
    return object.number(name, otherwise);
  }

  /// The arguments of a call as text, whether they come as text or as an object.
  static String arguments(@Nullable Json json) {
    if (json instanceof Json.Str text) {
      return text.value();
    }
    return json instanceof Json.Obj object ? object.compact() : "";
  }

  /// A call without a name can neither be run nor sent back.
  final void requireEmpty(CharSequence arguments) throws ModelException {
    String text = arguments.toString().strip();
    if (!text.isEmpty() && !text.equals("{}") && !text.equals("null")) {
      throw failures.malformed("the answer has a call without a name: " + arguments);
    }
    promised = "a call without a name";
  }

  /// Whether a message of this role is not the model's: some servers echo what they were sent.
  static boolean echoed(Json.Obj message) {
    return switch (message.string("role", "")) {
      case "tool", "function", "user", "system", "developer" -> true;
      default -> false;
    };
  }

  /// How far a stream has come.
  enum Progress {
    /// The message goes on: an end here is a cut.
    OPEN,
    /// The message is whole, though more frames (usage) may follow.
    WHOLE,
    /// The last frame was read.
    ENDED
  }

  /// What the vendors' words for the end of a message mean. Upper and lower case and what separates
  /// the words make no difference.
  enum Ending {
    /// No reason at all.
    NONE,
    STOP,
    TOOL_USE,
    LENGTH,
    REFUSAL,
    MALFORMED,
    FAILURE,
    UNKNOWN;

    private static final String[] REFUSALS = {
      "refus", "safety", "unsafe", "recitation", "prohibited", "blocklist", "blocked", "filter",
      "spii", "guardrail", "moderat", "policy", "flagged", "sensitive", "modelarmor", "harmful"
    };
    private static final String[] MALFORMED_CALLS = {
      "malformed",
      "invalidtool",
      "invalidfunction",
      "unexpectedtool",
      "unexpectedfunction",
      "toomanytool",
      "missingthoughtsignature"
    };
    private static final String[] LENGTHS = {
      "length",
      "maxtoken",
      "maxoutput",
      "maxcompletion",
      "tokenlimit",
      "outputlimit",
      "contextwindow",
      "contextlimit"
    };
    private static final String[] FAILURES = {
      "error", "insufficientsystem", "overload", "unavailable"
    };

    static Ending of(String word) {
      String plain = plain(word);
      return switch (plain) {
        case "", "null", "none", "unspecified" -> NONE;
        case "stop",
            "stopsequence",
            "endturn",
            "eos",
            "eostoken",
            "complete",
            "completed",
            "load",
            "unload" ->
            STOP;
        case "toolcall", "toolcalls", "tooluse", "functioncall", "functioncalls" -> TOOL_USE;
        case "language" -> REFUSAL;
        case "abort", "aborted", "cancelled", "canceled", "failed", "timeout" -> FAILURE;
        default -> {
          if (any(plain, REFUSALS)) {
            yield REFUSAL;
          }
          if (any(plain, MALFORMED_CALLS)) {
            yield MALFORMED;
          }
          if (any(plain, LENGTHS)) {
            yield LENGTH;
          }
          yield any(plain, FAILURES) ? FAILURE : UNKNOWN;
        }
      };
    }

    private static boolean any(String word, String[] parts) {
      for (String part : parts) {
        if (word.contains(part)) {
          return true;
        }
      }
      return false;
    }

    /// Letters alone, in lower case, without the name that Google's enum has in other languages.
    private static String plain(String word) {
      var letters = new StringBuilder(word.length());
      for (int i = 0; i < word.length(); i++) {
        if (Character.isLetter(word.charAt(i))) {
          letters.append(word.charAt(i));
        }
      }
      String plain = letters.toString().toLowerCase(Locale.ROOT);
      return plain.startsWith("finishreason") ? plain.substring("finishreason".length()) : plain;
    }
  }
}
