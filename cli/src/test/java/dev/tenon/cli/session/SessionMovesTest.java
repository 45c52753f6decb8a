package dev.tenon.cli.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.slash.CommandException;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.session.SessionLog;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What hooks are told when a conversation goes to another session or another point, and when.
@Timeout(300)
class SessionMovesTest {
  private static final List<String> EVENTS =
      List.of(
          "SessionEnd",
          "SessionStart",
          "TenonBeforeSwitch",
          "TenonAfterSwitch",
          "TenonBeforeBranch",
          "TenonAfterBranch",
          "TenonBeforeTree",
          "TenonAfterTree");

  @TempDir Path folder;
  private Path home;
  private Path root;

  @BeforeEach
  void makeProject() throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    var hooks = new StringBuilder("hooks:\n");
    for (String event : EVENTS) {
      String command =
          "cat > in.%1$s; [ -e no.%1$s ] && { echo busy >&2; exit 2; }; mv in.%1$s %1$s.json"
              .formatted(event);
      hooks
          .append("  ")
          .append(event)
          .append(": [{hooks: [{type: command, command: ")
          .append(Json.of(command).compact())
          .append("}]}]\n");
    }
    Files.writeString(home.resolve("config.yml"), hooks);
  }

  private interface Work {
    void with(ActiveSession session, SessionMoves moves) throws Exception;
  }

  private void converse(Work work) throws Exception {
    ProjectOptions options =
        ProjectOptions.of(home, root).withEnvironment(Map.of()).with("sandbox.kind", "off");
    var model = ScriptedModel.of(Step.says("one"));
    try (Project project = Project.open(options);
        ActiveSession session =
            ActiveSession.open(options, SessionRequest.NEW, SessionQuestions.nobody(), note -> {});
        ProjectConversation conversation =
            project.conversation(ConversationOptions.of(model, Mode.FULL).recordedIn(session))) {
      conversation
          .start(new ConversationFace(event -> {}, Approver.nobody(), null, note -> {}))
          .prompt("hi");
      forget();
      work.with(session, new SessionMoves(session, conversation.hooks().orElseThrow()));
    }
  }

  private void forget() throws IOException {
    for (String event : EVENTS) {
      Files.deleteIfExists(root.resolve(event + ".json"));
    }
  }

  private Json.Obj told(String event) throws Exception {
    Path file = root.resolve(event + ".json");
    await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(file));
    return Json.parseObject(Files.readString(file));
  }

  @Test
  void aSessionThatGoesOnHasNotEnded() throws Exception {
    converse(
        (session, moves) -> {
          SessionLog before = session.log();
          SessionMoves.Opening fails =
              () -> {
                throw new IOException("it is open elsewhere");
              };
          assertThatThrownBy(() -> moves.go(SessionMoves.Kind.RESUME, null, fails, () -> {}))
              .isInstanceOf(CommandException.class)
              .hasMessageContaining("open elsewhere");
          assertThat(session.log()).isSameAs(before);
          assertThat(told("TenonBeforeSwitch").string("reason")).isEqualTo("resume");
          assertThat(root.resolve("SessionEnd.json")).doesNotExist();
        });
  }

  @Test
  void anotherSessionIsAskedAboutAndTold() throws Exception {
    converse(
        (session, moves) -> {
          String before = session.log().id();
          String file = session.log().file().orElseThrow().toString();
          Files.createFile(root.resolve("no.TenonBeforeSwitch"));
          SessionMoves.Opening another = () -> session.store().create(session.root());
          assertThatThrownBy(() -> moves.go(SessionMoves.Kind.NEW, null, another, () -> {}))
              .isInstanceOf(SessionMoves.RefusedException.class)
              .hasMessageContaining("busy");
          assertThat(session.log().id()).isEqualTo(before);
          assertThat(root.resolve("SessionEnd.json")).doesNotExist();

          Files.delete(root.resolve("no.TenonBeforeSwitch"));
          moves.go(SessionMoves.Kind.NEW, null, another, () -> {});
          assertThat(session.log().id()).isNotEqualTo(before);
          assertThat(told("SessionEnd").string("reason")).isEqualTo("clear");
          assertThat(told("SessionEnd").string("session_id")).isEqualTo(before);
          assertThat(told("TenonAfterSwitch").string("reason")).isEqualTo("new");
          assertThat(told("TenonAfterSwitch").string("previous_session_file")).isEqualTo(file);
          assertThat(told("SessionStart").string("source")).isEqualTo("clear");
          assertThat(told("SessionStart").string("session_id")).isEqualTo(session.log().id());
        });
  }

  @Test
  void aBranchIsAskedAboutAndTold() throws Exception {
    converse(
        (session, moves) -> {
          SessionLog from = session.log();
          String leaf = from.leafId().orElseThrow();
          SessionMoves.Opening branch = () -> session.store().branch(from, leaf, session.root());
          Files.createFile(root.resolve("no.TenonBeforeBranch"));
          assertThatThrownBy(() -> moves.go(SessionMoves.Kind.BRANCH, leaf, branch, () -> {}))
              .hasMessageContaining("busy");
          Files.delete(root.resolve("no.TenonBeforeBranch"));
          moves.go(SessionMoves.Kind.BRANCH, leaf, branch, () -> {});
          assertThat(told("TenonBeforeBranch").string("entry_id")).isEqualTo(leaf);
          assertThat(told("TenonAfterBranch").string("reason")).isEqualTo("branch");
          assertThat(told("SessionStart").string("source")).isEqualTo("resume");
        });
  }

  @Test
  void anotherPointIsAskedAboutAndTold() throws Exception {
    converse(
        (session, moves) -> {
          String leaf = session.log().leafId().orElseThrow();
          Files.createFile(root.resolve("no.TenonBeforeTree"));
          assertThatThrownBy(() -> moves.beforeTree(null, 2, false)).hasMessageContaining("busy");
          Files.delete(root.resolve("no.TenonBeforeTree"));
          assertThat(moves.beforeTree(null, 2, false)).isEmpty();
          assertThat(told("TenonBeforeTree").string("old_leaf_id")).isEqualTo(leaf);
          assertThat(told("TenonBeforeTree").string("target_id")).isEqualTo("root");
          moves.afterTree(leaf, false, false);
          assertThat(told("TenonAfterTree").string("old_leaf_id")).isEqualTo(leaf);
        });
  }
}
