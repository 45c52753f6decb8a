package dev.tenon.engine.session;

import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.session.SessionSummary;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Opens the earlier session that a request asks for. What is not clear is asked where somebody can
/// answer, and refused with the way out where nobody can.
final class SessionChoice {
  private final ProjectOptions options;
  private final SessionRequest request;
  private final SessionStore store;
  private final SessionQuestions questions;
  private boolean fromElsewhere;

  SessionChoice(
      ProjectOptions options,
      SessionRequest request,
      SessionStore store,
      SessionQuestions questions) {
    this.options = options;
    this.request = request;
    this.store = store;
    this.questions = questions;
  }

  SessionLog open() throws SetupException, IOException {
    return request.start() == SessionRequest.Start.NAMED ? resume(request.name()) : latest();
  }

  /// Whether the session that was opened, or copied, is a file that does not lie among Tenon's own:
  /// anybody may have written it.
  boolean isFromElsewhere() {
    return fromElsewhere;
  }

  /// The last one of this terminal, or of the project; a new one when there is none.
  private SessionLog latest() throws SetupException, IOException {
    Path cwd = options.root();
    Path known =
        new LastTerminalSession(store.home(), options.environment())
            .read(cwd)
            .or(
                () -> {
                  try {
                    return store.listing().latest(cwd).map(SessionSummary::file);
                  } catch (IOException unreadable) {
                    return Optional.empty();
                  }
                })
            .orElse(null);
    return known == null ? store.create(cwd) : open(known, "");
  }

  private SessionLog resume(String wanted) throws SetupException, IOException {
    if (SessionNames.isPath(wanted)) {
      return open(Path.of(wanted), "");
    }
    List<SessionSummary> found = store.listing().byId(wanted, options.root());
    if (found.isEmpty()) {
      throw SetupException.usage(
          "there is no session whose id begins with '"
              + wanted
              + "'; 'tenon sessions' lists those of this project");
    }
    SessionSummary chosen = found.size() == 1 ? found.getFirst() : oneOf(wanted, found);
    boolean here = chosen.cwd().equals(options.root().toString());
    return open(chosen.file(), here ? "" : chosen.cwd());
  }

  private SessionSummary oneOf(String wanted, List<SessionSummary> found) throws SetupException {
    var list = new StringBuilder();
    for (int i = 0; i < Math.min(found.size(), 20); i++) {
      SessionSummary each = found.get(i);
      list.append("\n  ").append(questions.possible() ? (i + 1) + ") " : "");
      list.append(each.id()).append("  ").append(each.name());
    }
    String several = "'" + wanted + "' is the beginning of " + found.size() + " sessions:" + list;
    if (!questions.possible()) {
      throw SetupException.usage(several + "\ngive more of the id");
    }
    String answer = questions.ask(several + "\nWhich one? [1]");
    try {
      int number = answer.isEmpty() ? 1 : Integer.parseInt(answer);
      if (number >= 1 && number <= Math.min(found.size(), 20)) {
        return found.get(number - 1);
      }
    } catch (NumberFormatException word) {
      for (SessionSummary each : found) {
        if (each.id().startsWith(answer)) {
          return each;
        }
      }
    }
    throw SetupException.usage("no session selected");
  }

  /// @param elsewhere the project that it belongs to, when that is another one
  private SessionLog open(Path file, String elsewhere) throws SetupException, IOException {
    fromElsewhere = !isOwn(store, file);
    try {
      if (!elsewhere.isEmpty()) {
        return fork(
            file,
            "the session "
                + SessionNames.shortId(file)
                + " is in another project ("
                + elsewhere
                + ")",
            "; or work there with --root " + elsewhere);
      }
      if (request.copying() == SessionRequest.Copying.ALWAYS) {
        return fork(file);
      }
      return store.open(file);
    } catch (SessionException refused) {
      if (refused.kind() == SessionException.Kind.IN_USE) {
        return fork(file, String.valueOf(refused.getMessage()), "");
      }
      throw SetupException.usage(String.valueOf(refused.getMessage()));
    }
  }

  /// Goes on in a copy, if that is wanted.
  private SessionLog fork(Path file, String why, String otherwise)
      throws SetupException, IOException {
    boolean wanted = request.copying() == SessionRequest.Copying.ALWAYS;
    if (!wanted && questions.possible()) {
      String answer = questions.ask(why + ". Go on in a copy of it in this project? [y/N]");
      wanted = List.of("y", "yes").contains(answer.toLowerCase(Locale.ROOT));
    }
    if (!wanted) {
      throw SetupException.usage(why + wayOut(otherwise));
    }
    try {
      return fork(file);
    } catch (SessionException refused) {
      throw SetupException.usage(String.valueOf(refused.getMessage()));
    }
  }

  /// An option is told only to whoever can give it.
  private String wayOut(String otherwise) {
    String option = questions.copyOption();
    if (option.isEmpty()) {
      return otherwise.isEmpty()
          ? "; close it there, or fork it"
          : "; open it in that project, or fork it";
    }
    return "; go on in a copy of it with " + option + otherwise;
  }

  static boolean isOwn(SessionStore store, Path file) {
    try {
      return file.toRealPath().startsWith(store.folder().toRealPath());
    } catch (IOException missing) {
      return false;
    }
  }

  private SessionLog fork(Path file) throws SessionException, IOException {
    try (SessionLog original = store.look(file)) {
      return store.fork(original, options.root());
    }
  }
}
