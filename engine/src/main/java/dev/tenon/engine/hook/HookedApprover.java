package dev.tenon.engine.hook;

import dev.tenon.core.permission.Approver;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/// Puts a question to the person and to `PermissionRequest` hooks at the same time; the first
/// answer wins, and the other side is withdrawn. A hook cannot allow what a rule of the person
/// wants asked.
final class HookedApprover implements Approver {
  /// How long a dialog has to go away.
  private static final Duration WITHDRAWN = Duration.ofSeconds(2);

  private final Approver person;
  private final ConversationHooks hooks;
  private final HookPayload.Agent agent;

  HookedApprover(Approver person, ConversationHooks hooks, HookPayload.Agent agent) {
    this.person = person;
    this.hooks = hooks;
    this.agent = agent;
  }

  /// What came of asking one side.
  private sealed interface Came {
    record Said(Answer answer) implements Came {}

    record Decided(HookAnswer answer) implements Came {}

    record Broke(RuntimeException bug) implements Came {}
  }

  private interface Side {
    Came ask() throws InterruptedException;
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    hooks.notice(
        "permission_prompt",
        "Permission needed",
        question.who() + " needs your permission: " + question.items().getFirst().ask().reason());
    if (!hooks.answersRequests(question)) {
      return person.ask(question);
    }
    var came = new LinkedBlockingQueue<Came>();
    Thread dialog = side("approval", came, () -> new Came.Said(person.ask(question)));
    Thread program =
        side("permission-hooks", came, () -> new Came.Decided(hooks.requested(question, agent)));
    try {
      return first(question, came);
    } finally {
      program.interrupt();
      dialog.interrupt();
      dialog.join(WITHDRAWN);
    }
  }

  private static Thread side(String name, LinkedBlockingQueue<Came> came, Side side) {
    return Thread.ofVirtual()
        .name(name)
        .start(
            () -> {
              try {
                came.add(side.ask());
              } catch (InterruptedException withdrawn) {
                // The other side was first.
                Thread.currentThread().interrupt();
              } catch (RuntimeException bug) {
                came.add(new Came.Broke(bug));
              }
            });
  }

  private Answer first(Question question, LinkedBlockingQueue<Came> came)
      throws InterruptedException {
    Answer absent = null;
    boolean silent = false;
    while (absent == null || !silent) {
      switch (came.take()) {
        case Came.Broke broke -> throw broke.bug();
        case Came.Said said -> {
          if (said.answer().kind() != Answer.Kind.ABSENT) {
            return said.answer();
          }
          absent = said.answer();
        }
        case Came.Decided decided -> {
          Answer answer = answer(question, decided.answer());
          if (answer != null) {
            return answer;
          }
          silent = true;
        }
      }
    }
    return absent;
  }

  /// What the hooks' answer means; null when they leave it to the person.
  private @Nullable Answer answer(Question question, HookAnswer answer) {
    if (answer.stop() != null) {
      hooks.stopFor(answer.stop());
    }
    return switch (answer.verdict()) {
      case BLOCK -> {
        hooks.tellPerson("a hook said no to: " + what(question));
        yield Answer.noOfHook(answer.reason());
      }
      case ALLOW -> allowed(question);
      case ASK, NONE -> null;
    };
  }

  /// A hook's yes counts only where nothing but the mode asks.
  private @Nullable Answer allowed(Question question) {
    for (Question.Item item : question.items()) {
      if (!item.ask().byModeAlone()) {
        hooks.tellPerson("a hook allows it, which does not count here: " + item.ask().because());
        return null;
      }
    }
    hooks.tellPerson("a hook allowed: " + what(question));
    return Answer.ONCE;
  }

  private static String what(Question question) {
    return question.who() + ", " + question.items().getFirst().ask().reason();
  }

  @Override
  public void told(String note) {
    person.told(note);
  }

  @Override
  public boolean showsChanges() {
    return person.showsChanges();
  }
}
