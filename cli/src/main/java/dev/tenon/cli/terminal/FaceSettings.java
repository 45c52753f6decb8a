package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.Mention;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.terminal.dialog.AskTiming;
import dev.tenon.cli.terminal.editor.EditorSettings;
import dev.tenon.cli.terminal.history.PromptHistory;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Prices;
import dev.tenon.cli.terminal.render.UsageRenderer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/// Everything that the interactive face needs to know.
///
/// @param banner what stands at the top
/// @param output what standard output is; standard input is a terminal, or there would be no face
/// @param historyFile where prompts are remembered, below the state folder
/// @param environment the process's variables
/// @param usage whether each prompt is followed by its usage and time (`--verbose`)
/// @param commands slash commands beyond the built-in ones; one of the same name replaces it
/// @param hooks what the command adds
public record FaceSettings(
    Banner banner,
    Output output,
    Path historyFile,
    Map<String, String> environment,
    Palette.Wish colour,
    DisplayOptions.Thinking thinking,
    DisplayOptions.Waiting waiting,
    UsageRenderer.Showing usage,
    Prices prices,
    List<SlashCommand> commands,
    Hooks hooks) {

  public FaceSettings(
      Banner banner,
      Output output,
      Path historyFile,
      Map<String, String> environment,
      Palette.Wish colour,
      DisplayOptions.Thinking thinking,
      UsageRenderer.Showing usage,
      Prices prices,
      List<SlashCommand> commands) {
    this(
        banner,
        output,
        historyFile,
        environment,
        colour,
        thinking,
        DisplayOptions.Waiting.MOVING,
        usage,
        prices,
        commands,
        Hooks.NONE);
  }

  public FaceSettings {
    environment = Map.copyOf(environment);
    commands = List.copyOf(commands);
  }

  /// What is needed of it to draw the editor.
  public FaceStart start() {
    return new FaceStart(
        output,
        new PromptHistory(historyFile),
        EditorSettings.usual(),
        environment,
        colour,
        thinking,
        waiting);
  }

  /// What the command that runs the face adds to it.
  ///
  /// @param afterPrompt asked after each prompt for a line that is to be done next, such as a slash
  ///   command; empty for none
  /// @param mentions completes what follows an `@`: what is like it, the best first
  /// @param background what goes on beside the conversation
  /// @param asking how long questions of the model wait
  /// @param session what keys do to the session
  /// @param status what the window shows of the conversation
  public record Hooks(
      Supplier<String> afterPrompt,
      Function<String, List<Mention>> mentions,
      BackgroundHooks background,
      AskTiming asking,
      SessionHooks session,
      StatusHooks status) {
    public Hooks(
        Supplier<String> afterPrompt,
        Function<String, List<Mention>> mentions,
        BackgroundHooks background) {
      this(
          afterPrompt,
          mentions,
          background,
          AskTiming.patient(),
          SessionHooks.nothing(),
          StatusHooks.nothing());
    }

    public static final Hooks NONE =
        new Hooks(() -> "", typed -> List.of(), BackgroundHooks.nothing());
  }

  /// Where the face writes.
  public enum Output {
    TERMINAL,
    /// A pipe or a file: plain text, and the terminal's own line editing.
    REDIRECTED
  }

  /// The facts that a person wants to see first.
  public record Banner(String version, String model, String root, String mode) {}
}
