package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Effort;
import dev.tenon.core.session.Entry;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FarewellTest {
  @TempDir Path folder;

  @Test
  void whoLeavesAfterClearIsToldOfTheSessionBefore() throws Exception {
    Path root = Files.createDirectories(folder.toRealPath().resolve("project"));
    Path state = folder.resolve("state");
    try (ActiveSession active =
        ActiveSession.open(
            ProjectOptions.of(state, root).withEnvironment(Map.of()),
            SessionRequest.NEW,
            SessionQuestions.nobody(),
            problem -> {})) {
      Journal journal =
          ProjectJournal.open(state, Workspace.open(root, List.of()), active.log().id());
      active.begin(journal, "scripted/model", Effort.DEFAULT, model -> null);
      assertThat(Farewell.of(active, journal)).isEmpty();
      active
          .log()
          .append(new Entry.Said(Json.object().put("role", "user").put("content", "hi").build()));
      String first = active.log().id();
      assertThat(Farewell.of(active, journal))
          .containsExactly("To go on: tenon --resume " + first, "no file changed");
      active.use(active.store().create(root));
      assertThat(Farewell.of(active, journal))
          .containsExactly("To go back: tenon --resume " + first);
    }
  }
}
