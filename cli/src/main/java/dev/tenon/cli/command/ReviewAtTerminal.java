package dev.tenon.cli.command;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.terminal.FaceSettings;
import dev.tenon.cli.terminal.FaceStart;
import dev.tenon.cli.terminal.TerminalFace;
import dev.tenon.cli.terminal.device.TerminalLoan;
import dev.tenon.cli.terminal.history.PromptHistory;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.review.ReviewCheck;
import dev.tenon.cli.terminal.review.ReviewModel;
import dev.tenon.cli.terminal.review.ReviewOutcome;
import dev.tenon.cli.terminal.review.ReviewRun;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Settings;
import dev.tenon.tools.HandedPictures;
import java.io.IOException;
import java.util.Optional;

/// The screen of a review without a conversation around it.
final class ReviewAtTerminal {
  private ReviewAtTerminal() {}

  /// Nothing if the terminal cannot move its cursor; nothing was decided then.
  static Optional<ReviewOutcome> run(
      ReviewModel model,
      ReviewCheck check,
      Configuration configuration,
      LaunchContext context,
      Streams streams)
      throws InterruptedException {
    Settings.Ui ui = configuration.settings().ui();
    if (ui.plain()) {
      return Optional.empty();
    }
    streams.out().flush();
    var start =
        new FaceStart(
            FaceSettings.Output.TERMINAL,
            new PromptHistory(context.home().resolve("prompts"), context.root()),
            EditorChoices.of(ui, context.root(), new HandedPictures()).settings(),
            context.environment(),
            InteractiveCommand.colour(ui),
            DisplayOptions.Thinking.SHORT,
            DisplayOptions.Waiting.STILL);
    try (var face = new TerminalFace(start)) {
      if (!face.open()) {
        return Optional.empty();
      }
      var review =
          new ReviewRun(
              model, new Place(face), face.look(), context.environment(), System::nanoTime, check);
      return Optional.of(review.run());
    }
  }

  private record Place(TerminalFace face) implements ReviewRun.Place {
    @Override
    public Menu.Step choose(Menu menu) throws InterruptedException {
      return face.choose(menu);
    }

    @Override
    public Optional<String> edit(String question, String text) throws InterruptedException {
      return face.edit(question, text);
    }

    @Override
    public <T> T lend(TerminalLoan<T> program) throws IOException, InterruptedException {
      return face.lend(program);
    }
  }
}
