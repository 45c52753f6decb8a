package dev.tenon.cli.session;

import dev.tenon.cli.slash.CommandException;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.hook.ConversationHooks;
import dev.tenon.engine.hook.HookAnswer;
import dev.tenon.engine.hook.HookEvent;
import dev.tenon.engine.session.ActiveSession;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Lets hooks have a say when the conversation goes to another session, or to another point of it.
///
/// @param hooks null where there are none
public record SessionMoves(ActiveSession session, @Nullable ConversationHooks hooks) {

  /// Where a conversation goes.
  public enum Kind {
    NEW("new", "clear"),
    RESUME("resume", "resume"),
    FORK("fork", "resume"),
    BRANCH("branch", "resume");

    private final String reason;
    private final String source;

    /// Whether it goes on with what was said so far.
    public boolean goesOn() {
      return this == FORK || this == BRANCH;
    }

    Kind(String reason, String source) {
      this.reason = reason;
      this.source = source;
    }
  }

  /// Opens the session that takes the place of this one.
  @FunctionalInterface
  public interface Opening {
    SessionLog open() throws IOException, SessionException, InterruptedException, CommandException;
  }

  /// What has to follow once the session is there.
  @FunctionalInterface
  public interface Following {
    void follow() throws CommandException, InterruptedException;
  }

  /// Changes over to another session.
  ///
  /// @param entry where a branch begins; null for the other kinds
  /// @throws RefusedException when a hook does not want it; then everything is as it was
  public void go(Kind kind, @Nullable String entry, Opening opening, Following following)
      throws CommandException, InterruptedException {
    String previous = file();
    ask(kind, entry, previous);
    try {
      SessionLog next = opening.open();
      // Only now is it certain that the session ends.
      end(kind, next);
      session.use(next);
    } catch (SessionException refused) {
      throw new CommandException(String.valueOf(refused.getMessage()));
    } catch (IOException unusable) {
      throw new CommandException("The session cannot be used: " + IoFailure.named(unusable));
    }
    following.follow();
    after(kind, previous);
  }

  /// A hook does not want the conversation to go elsewhere.
  public static final class RefusedException extends CommandException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  private Json.Builder about(Kind kind, String file) {
    return Json.object().put("reason", kind.reason).put("previous_session_file", file);
  }

  private String file() {
    return session.log().file().map(Path::toString).orElse("");
  }

  /// Asks before another session takes the place of this one.
  ///
  /// @param entry where a branch begins; null for the other kinds
  /// @param file that of this one
  private void ask(Kind kind, @Nullable String entry, String file)
      throws CommandException, InterruptedException {
    if (hooks != null) {
      Json.Obj more = about(kind, file).put("entry_id", entry).build();
      HookEvent event = kind == Kind.BRANCH ? HookEvent.BEFORE_BRANCH : HookEvent.BEFORE_SWITCH;
      refuse(hooks.answer(event, more));
    }
  }

  /// @param next is closed when somebody stops the hooks, since the session goes on then
  private void end(Kind kind, SessionLog next) throws IOException, InterruptedException {
    if (hooks == null) {
      return;
    }
    try {
      hooks.ended(kind.source);
    } catch (InterruptedException stopped) {
      next.close();
      throw stopped;
    }
  }

  private static void refuse(HookAnswer answer) throws CommandException {
    String stop = answer.stop();
    if (answer.blocks() || stop != null) {
      throw new RefusedException(
          "A hook refused it: " + (answer.blocks() ? answer.reason() : stop));
    }
  }

  /// The conversation is in the other session now.
  private void after(Kind kind, String previous) {
    if (hooks != null) {
      HookEvent event = kind == Kind.BRANCH ? HookEvent.AFTER_BRANCH : HookEvent.AFTER_SWITCH;
      hooks.after(event, about(kind, previous).build());
      hooks.started(kind.source);
    }
  }

  /// Asks before the conversation goes to another point. Answers the summary that a hook gives for
  /// what is left; empty when none does.
  ///
  /// @param left how many entries are left behind
  String beforeTree(@Nullable String target, int left, boolean summing)
      throws CommandException, InterruptedException {
    if (hooks == null) {
      return "";
    }
    HookAnswer answer =
        hooks.answer(
            HookEvent.BEFORE_TREE,
            Json.object()
                .put("target_id", target == null ? "root" : target)
                .put("old_leaf_id", session.log().leafId().orElse(""))
                .put("entries_to_summarize", left)
                .put("user_wants_summary", summing)
                .build());
    refuse(answer);
    return answer.summary();
  }

  void afterTree(String previous, boolean summed, boolean byHook) {
    if (hooks != null) {
      hooks.after(
          HookEvent.AFTER_TREE,
          Json.object()
              .put("new_leaf_id", session.log().leafId().orElse(""))
              .put("old_leaf_id", previous)
              .put("summarized", summed)
              .put("from_hook", byHook)
              .build());
    }
  }
}
