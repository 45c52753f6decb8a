package dev.tenon.cli.terminal.review;

import dev.tenon.cli.terminal.editor.ExternalEditor;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.review.ReviewException;
import dev.tenon.core.text.IoFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/// Lets a person write the new lines of a hunk in another way.
final class HunkEditor {
  private final ReviewModel model;
  private final Map<String, String> environment;

  HunkEditor(ReviewModel model, Map<String, String> environment) {
    this.model = model;
    this.environment = environment;
  }

  /// How a text is given to a person.
  interface Asking {
    ExternalEditor.Outcome edit(String text) throws IOException, InterruptedException;
  }

  /// Whether the person has said which program they edit with.
  boolean hasProgram() {
    return !environment.getOrDefault("VISUAL", "").isBlank()
        || !environment.getOrDefault("EDITOR", "").isBlank();
  }

  /// Gives a text to that program; whoever calls this has let go of the terminal.
  ExternalEditor.Outcome inProgram(String text) {
    return new ExternalEditor(
            environment,
            Path.of(System.getProperty("java.io.tmpdir", "/tmp")),
            "hunk",
            ending(model.file().path()))
        .edit(text);
  }

  /// By it an editor knows the language. What stands in a file's name may be anything.
  static String ending(String path) {
    int dot = path.lastIndexOf('.');
    String ending = dot < 0 ? "" : path.substring(dot);
    return ending.matches("\\.[A-Za-z0-9_+-]{1,12}") ? ending : ".txt";
  }

  /// Edits the hunk that is looked at. Answers why it is as it was; empty if it was edited, and is
  /// accepted now.
  String edit(Asking asking) throws InterruptedException {
    try {
      HunkRegion region = model.region();
      return switch (asking.edit(region.text())) {
        case ExternalEditor.Outcome.Kept kept -> kept.reason() + ".";
        case ExternalEditor.Outcome.Edited edited -> {
          model.edited(region, edited.text());
          yield "";
        }
      };
    } catch (ReviewException refused) {
      return RefusalText.of(refused, model);
    } catch (ReviewModel.NotEditableException refused) {
      return String.valueOf(refused.getMessage());
    } catch (CommitException | IOException failed) {
      return "The edit was not taken: " + IoFailure.told(failed);
    }
  }
}
