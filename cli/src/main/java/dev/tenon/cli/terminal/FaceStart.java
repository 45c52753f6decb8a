package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.appearance.ThemeWishes;
import dev.tenon.cli.terminal.editor.EditorSettings;
import dev.tenon.cli.terminal.history.PromptHistory;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Palette;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the face has to know before a person can type; all else may take longer ([FaceSettings]).
///
/// @param output what standard output is
/// @param history of prompts, not loaded yet
/// @param environment the process's variables
/// @param editor how the person wants the editor
/// @param themes colours and signs; null for the terminal's own
public record FaceStart(
    FaceSettings.Output output,
    PromptHistory history,
    EditorSettings editor,
    Map<String, String> environment,
    Palette.Wish colour,
    DisplayOptions.Thinking thinking,
    DisplayOptions.Waiting waiting,
    @Nullable ThemeWishes themes) {

  public FaceStart(
      FaceSettings.Output output,
      PromptHistory history,
      EditorSettings editor,
      Map<String, String> environment,
      Palette.Wish colour,
      DisplayOptions.Thinking thinking,
      DisplayOptions.Waiting waiting) {
    this(output, history, editor, environment, colour, thinking, waiting, null);
  }

  public FaceStart {
    environment = Map.copyOf(environment);
  }
}
