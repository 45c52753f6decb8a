package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Palette;
import java.nio.file.Path;
import java.util.Map;

/// What the face has to know before a person can type; all else may take longer ([FaceSettings]).
///
/// @param output what standard output is
/// @param historyFile where prompts are remembered
/// @param environment the process's variables
public record FaceStart(
    FaceSettings.Output output,
    Path historyFile,
    Map<String, String> environment,
    Palette.Wish colour,
    DisplayOptions.Thinking thinking,
    DisplayOptions.Waiting waiting) {

  public FaceStart {
    environment = Map.copyOf(environment);
  }
}
