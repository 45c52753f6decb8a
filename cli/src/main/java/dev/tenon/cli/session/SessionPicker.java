package dev.tenon.cli.session;

import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.input.Picker;
import dev.tenon.cli.terminal.input.PickerAction;
import dev.tenon.cli.terminal.input.PickerSpec;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.core.session.SessionException;
import dev.tenon.core.session.SessionHeader;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionSummary;
import dev.tenon.core.session.Titles;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionNames;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Lets a person choose a session of this project or of all, rename it or delete it. They are
/// listed beside the keys, so that thousands of them keep nobody waiting.
final class SessionPicker {
  private final ActiveSession session;
  private final SessionPreview previews = new SessionPreview();
  private final Instant now = Instant.now();
  private volatile boolean everywhere;
  private volatile boolean reading;

  /// Why they cannot be listed; empty if they can.
  private volatile String problem = "";

  SessionPicker(ActiveSession session) {
    this.session = session;
  }

  /// Asks the person. Nothing when they leave.
  Optional<SessionSummary> ask(CommandContext context) throws InterruptedException {
    Picker<SessionSummary> picker = picker(List.of(), context.look());
    list(picker);
    return context.choose(picker) == Menu.Step.CHOSEN ? picker.chosen() : Optional.empty();
  }

  /// The picker over what is listed already.
  Picker<SessionSummary> picker(List<SessionSummary> sessions, DisplayOptions look) {
    var opened = new Opened();
    Picker<SessionSummary> picker =
        new PickerSpec<SessionSummary>("Resume a session", look)
            .main(SessionSummary::name)
            .detail(each -> isCurrent(each) ? "open" : "", 4)
            .column(each -> SessionNames.ago(each.modified(), now), 12)
            .detail(previews::size, 14)
            .column(each -> everywhere ? each.cwd() : "", 40)
            .column(each -> SessionNames.shortId(each.id()), 8)
            .searching(each -> each.firstPrompt() == null ? "" : each.firstPrompt())
            .scope(() -> everywhere ? "all projects" : "this project")
            .preview(SessionPreview::of)
            .empty(this::empty)
            .same(SessionSummary::file)
            .enter("resumes")
            .action(
                PickerAction.tab(
                    "this project/all",
                    new PickerAction.Effect.Always<>(
                        () -> {
                          everywhere = !everywhere;
                          opened.picker().items(List.of());
                          list(opened.picker());
                          return "";
                        })))
            .action(
                PickerAction.control(
                    'r',
                    "rename",
                    new PickerAction.Effect.Ask<>(
                        each -> "Title",
                        SessionSummary::name,
                        (each, title) -> rename(opened, each, title))))
            .action(
                PickerAction.control(
                    'd',
                    "delete",
                    new PickerAction.Effect.Confirm<>(
                        each -> "Delete for good? '" + each.name() + "'",
                        each -> delete(opened, each))))
            .open(sessions);
    opened.set(picker);
    return picker;
  }

  /// The picker that the keys are of, which knows them before it is made.
  private static final class Opened {
    private final List<Picker<SessionSummary>> made = new java.util.ArrayList<>();

    void set(Picker<SessionSummary> picker) {
      made.add(picker);
    }

    Picker<SessionSummary> picker() {
      return made.getFirst();
    }
  }

  private boolean isCurrent(SessionSummary each) {
    return session.log().file().filter(each.file()::equals).isPresent();
  }

  private String empty() {
    return reading
        ? "Reading the sessions."
        : !problem.isEmpty()
            ? problem
            : everywhere
                ? "No sessions found."
                : "No sessions of this project; Tab shows those of all projects.";
  }

  /// Lists beside whoever calls it, and shows what was found.
  private void list(Picker<SessionSummary> picker) {
    boolean wanted = everywhere;
    reading = true;
    Thread.ofVirtual()
        .name("sessions")
        .start(
            () -> {
              List<SessionSummary> found = List.of();
              try {
                found = listed();
                problem = "";
              } catch (IOException unreadable) {
                problem = "The sessions cannot be listed: " + IoFailure.named(unreadable);
              }
              if (wanted == everywhere) {
                reading = false;
                picker.arrive(found);
              }
            });
  }

  private List<SessionSummary> listed() throws IOException {
    return everywhere
        ? session.store().listing().all()
        : session.store().listing().of(session.root());
  }

  private PickerAction.Answer rename(Opened opened, SessionSummary each, String text) {
    String title = Titles.plain(text);
    if (title.isBlank()) {
      return PickerAction.Answer.refused("A title has at least one letter.");
    }
    try {
      if (isCurrent(each)) {
        session.log().rename(title, SessionHeader.BY_USER);
      } else {
        try (SessionLog log = session.store().open(each.file())) {
          log.rename(title, SessionHeader.BY_USER);
        }
      }
    } catch (SessionException refused) {
      return PickerAction.Answer.refused(String.valueOf(refused.getMessage()));
    } catch (IOException refused) {
      return PickerAction.Answer.refused("The title cannot be kept: " + IoFailure.named(refused));
    }
    list(opened.picker());
    return PickerAction.Answer.taken("It is called '" + title + "' now.");
  }

  private String delete(Opened opened, SessionSummary each) {
    if (isCurrent(each)) {
      return "This is the session you are in; leave it first.";
    }
    try {
      session.store().delete(each.file());
    } catch (SessionException refused) {
      return String.valueOf(refused.getMessage());
    }
    list(opened.picker());
    return "Deleted '" + each.name() + "'.";
  }
}
