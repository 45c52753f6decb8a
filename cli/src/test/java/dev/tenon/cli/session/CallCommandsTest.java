package dev.tenon.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionRecorder;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallCommandsTest {
  private static final SessionRequest LATEST =
      new SessionRequest(
          SessionRequest.Start.LATEST,
          "",
          SessionRequest.Copying.IF_AGREED,
          SessionRequest.Taking.FROM_SESSION,
          SessionRequest.Taking.FROM_SESSION);

  @TempDir Path folder;
  private Path root;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectory(folder.toRealPath().resolve("project"));
  }

  private ActiveSession session(SessionRequest request) throws Exception {
    return ActiveSession.open(
        ProjectOptions.of(folder.resolve("state"), root).withEnvironment(Map.of()),
        request,
        SessionQuestions.nobody(),
        problem -> {});
  }

  private Journal journal(String program) throws Exception {
    return ProjectJournal.open(folder.resolve("state"), Workspace.open(root, List.of()), program);
  }

  private static Change creates(Journal journal, String path) throws Exception {
    journal.commit(
        new Transaction(List.of(new FileChange.Create(path, "a\n"))),
        new Attribution(Origin.AGENT, "write_file", "call"));
    return journal.changes().getLast();
  }

  /// Another program goes on with a session: its changes are the conversation's own, and those of
  /// other sessions are not, whoever made them.
  @Test
  void changesOfASessionStayItsOwnWhenItIsTakenUpAgain() throws Exception {
    Journal first = journal("one");
    Change before;
    try (ActiveSession session = session(SessionRequest.NEW)) {
      String checkpoint = first.beginPrompt("make a").id();
      session
          .log()
          .append(
              new Entry.Custom(
                  SessionRecorder.CHECKPOINT, Json.object().put("checkpoint", checkpoint).build()));
      session
          .log()
          .append(
              new Entry.Said(Json.object().put("role", "user").put("content", "make a").build()));
      session
          .log()
          .append(
              new Entry.Said(
                  Json.parseObject(
                      """
                      {"role": "assistant", "content": [{"type": "text", "text": "ok"}]}
                      """)));
      before = creates(first, "a.txt");
      assertThat(CallCommands.isOwn(session, "one", before)).isTrue();
    }
    first.beginPrompt("make b, in another session");
    Change other = creates(first, "b.txt");
    try (ActiveSession session = session(LATEST)) {
      assertThat(session.context()).isPresent();
      assertThat(CallCommands.isOwn(session, "two", before)).isTrue();
      assertThat(CallCommands.isOwn(session, "two", other)).isFalse();
    }
  }
}
