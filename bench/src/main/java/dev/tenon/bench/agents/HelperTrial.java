package dev.tenon.bench.agents;

import dev.tenon.core.permission.Mode;
import dev.tenon.engine.ConversationFace;
import dev.tenon.engine.ConversationOptions;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.engine.session.SessionQuestions;
import dev.tenon.engine.session.SessionRequest;
import java.nio.file.Path;
import java.util.Map;

/// One prompt in a process of its own, for its memory: `HelperTrial HOME ROOT HELPERS`.
final class HelperTrial {
  private HelperTrial() {}

  public static void main(String[] words) throws Exception {
    try (Project project = open(Path.of(words[0]), Path.of(words[1]))) {
      prompt(project, "go", Integer.parseInt(words[2]));
    }
  }

  static Project open(Path home, Path root) throws Exception {
    return Project.open(
        ProjectOptions.of(home, root)
            .withEnvironment(Map.of())
            .with("editDialect", "edit_file")
            .with("agents.atOnce", "16")
            .with("sandbox.kind", "off"));
  }

  /// A conversation with one prompt, recorded as the program does it. Answers milliseconds.
  static double prompt(Project project, String text, int helpers)
      throws SetupException, InterruptedException {
    long begin = System.nanoTime();
    try (ActiveSession session =
            ActiveSession.open(
                project.options(), SessionRequest.NEW, SessionQuestions.nobody(), line -> {});
        ProjectConversation once =
            project.conversation(
                ConversationOptions.of(new AtOnce(helpers), Mode.FULL)
                    .once()
                    .recordedIn(session))) {
      var outcome = once.start(ConversationFace.listening(event -> {})).prompt(text);
      if (!outcome.text().equals("Done.")) {
        throw new IllegalStateException("the prompt ended with " + outcome);
      }
      long called = once.helpers().map(tree -> (long) tree.helpers().size()).orElse(0L);
      if (called < (text.equals("hello") ? 0 : helpers)) {
        throw new IllegalStateException(called + " helpers ran instead of " + helpers);
      }
    }
    return (System.nanoTime() - begin) / 1e6;
  }
}
