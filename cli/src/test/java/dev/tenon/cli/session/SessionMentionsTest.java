package dev.tenon.cli.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.slash.Mention;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionMentionsTest {
  @TempDir Path folder;

  private static String said(ActiveSession active, Path project, String prompt) throws IOException {
    try (SessionLog log = active.store().create(project)) {
      log.append(new Entry.Said(Json.object().put("role", "user").put("content", prompt).build()));
      return log.id();
    }
  }

  @Test
  void sessionsOfTheProjectAreFoundByIdAndTitle() throws Exception {
    Path root = Files.createDirectories(folder.toRealPath().resolve("project"));
    try (ActiveSession active =
        ActiveSession.open(
            ProjectOptions.of(folder.resolve("state"), root).withEnvironment(Map.of()),
            SessionRequest.NEW,
            SessionQuestions.nobody(),
            problem -> {})) {
      String parser = said(active, root, "Mend the parser");
      String lexer = said(active, root, "Look at the lexer");
      said(active, folder.resolve("elsewhere"), "Mend the parser there");
      var mentions = new SessionMentions(active);
      await().untilAsserted(() -> assertThat(mentions.apply("")).hasSize(2));
      assertThat(mentions.apply("sess")).hasSize(2);
      assertThat(mentions.apply("session://" + parser.substring(0, 5)))
          .extracting(Mention::text)
          .containsExactly("session://" + parser.substring(0, 8));
      List<Mention> titled = mentions.apply("LEX");
      assertThat(titled)
          .extracting(Mention::text)
          .containsExactly("session://" + lexer.substring(0, 8));
      assertThat(titled.getFirst().description()).isEqualTo("Look at the lexer, just now");
      // Two letters are in any title: nobody means one by them.
      assertThat(mentions.apply("th")).isEmpty();
      assertThat(mentions.apply("Override")).isEmpty();
    }
  }
}
