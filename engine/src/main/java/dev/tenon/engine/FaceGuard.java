package dev.tenon.engine;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.text.Thrown;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.ToolException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps from a conversation what its face throws. Whoever listens changes nothing of what happens;
/// whoever is asked and throws has said no, and is named to the model. Each kind of failure is told
/// once, to the diagnostics of the face. Safe for several threads.
final class FaceGuard {
  private static final String ASKER = "whoever answers questions failed";
  private static final String APPROVER = "whoever answers for the user failed";

  private final Consumer<String> diagnostics;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  private FaceGuard(Consumer<String> diagnostics) {
    this.diagnostics = diagnostics;
  }

  /// The same face, which throws nothing but interruptions any more.
  static ConversationFace around(ConversationFace face) {
    var guard = new FaceGuard(face.diagnostics());
    Asker asker = face.asker();
    return new ConversationFace(
        event -> guard.hears(face.events(), event),
        guard.new Answers(face.approver()),
        asker == null ? null : questions -> guard.asks(asker, questions),
        guard::tell,
        face.handed());
  }

  private void hears(Consumer<AgentEvent> listener, AgentEvent event) {
    try {
      listener.accept(event);
    } catch (Throwable thrown) {
      Thrown.keepInterrupt(thrown);
      failed("the listener failed at " + Thrown.kind(event), thrown);
    }
  }

  private Optional<List<Asker.Reply>> asks(Asker asker, List<Asker.Question> questions)
      throws InterruptedException {
    Optional<List<Asker.Reply>> replies;
    try {
      replies = asker.ask(questions);
    } catch (InterruptedException | ToolException.Unchecked stopped) {
      throw stopped;
    } catch (Throwable thrown) {
      throw unasked(ASKER, thrown);
    }
    if (replies == null) {
      throw silent(ASKER, asker);
    }
    return replies;
  }

  private ToolException.Unchecked unasked(String what, Throwable thrown) {
    failed(what, thrown);
    return refused(what + ": " + Thrown.line(thrown));
  }

  /// @param silent who answered nothing at all
  private ToolException.Unchecked silent(String what, Object silent) {
    failed(what + ": it answered null", silent.getClass().getName(), silent.getClass().getName());
    return refused(what + ": it answered null");
  }

  private static ToolException.Unchecked refused(String why) {
    return new ToolException.Unchecked(
        new ToolException(ToolException.Code.PERMISSION_DENIED, "nobody could be asked, " + why));
  }

  private void failed(String what, Throwable thrown) {
    failed(what, thrown.getClass().getName(), Thrown.placed(thrown));
  }

  private void failed(String what, String kind, String how) {
    if (told.add(what + kind)) {
      tell(what + ", which is told once: " + how);
    }
  }

  private void tell(String line) {
    try {
      diagnostics.accept(line);
    } catch (Throwable thrown) {
      // Nobody is left who could be told.
      Thrown.keepInterrupt(thrown);
    }
  }

  /// Asks the person of the face.
  private final class Answers implements Approver {
    private final Approver person;

    Answers(Approver person) {
      this.person = person;
    }

    @Override
    public Answer ask(Question question) throws InterruptedException {
      @Nullable Answer answer;
      try {
        answer = person.ask(question);
      } catch (InterruptedException | ToolException.Unchecked stopped) {
        throw stopped;
      } catch (Throwable thrown) {
        throw unasked(APPROVER, thrown);
      }
      if (answer == null) {
        throw silent(APPROVER, person);
      }
      return answer;
    }

    @Override
    public void told(String note) {
      try {
        person.told(note);
      } catch (Throwable thrown) {
        Thrown.keepInterrupt(thrown);
        failed(APPROVER, thrown);
      }
    }

    @Override
    public ReentrantLock turn() {
      return person.turn();
    }

    @Override
    public boolean showsChanges() {
      return person.showsChanges();
    }
  }
}
