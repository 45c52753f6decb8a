package dev.tenon.cli.command;

import dev.tenon.cli.terminal.editor.EditorSettings;
import dev.tenon.cli.terminal.editor.Keymap;
import dev.tenon.engine.config.Settings;
import dev.tenon.tools.HandedPictures;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/// How the user wants the editor, out of the configuration.
///
/// @param problems what is wrong with the chosen keys, a line each with the file that says so
record EditorChoices(EditorSettings settings, List<String> problems) {
  private static final List<String> PICTURES = List.of(".png", ".jpg", ".jpeg", ".gif", ".webp");

  /// @param root what relative paths of pictures are relative to
  /// @param handed learns of pictures that lie elsewhere
  static EditorChoices of(Settings.Ui ui, Path root, HandedPictures handed) {
    Settings.EditorKeys keys = ui.editor();
    var entries = new ArrayList<Keymap.Entry>();
    for (Settings.KeyChoice choice : keys.chosen()) {
      entries.add(new Keymap.Entry(choice.action(), choice.keys(), choice.where()));
    }
    Keymap.Configured configured = Keymap.of(entries);
    EditorSettings.Mode mode =
        switch (keys.style()) {
          case EMACS -> EditorSettings.Mode.EMACS;
          case VI -> EditorSettings.Mode.VI;
        };
    return new EditorChoices(
        new EditorSettings(mode, configured.keymap(), pictures(root, handed)),
        configured.problems());
  }

  private static Predicate<String> pictures(Path root, HandedPictures handed) {
    return path -> {
      String lower = path.toLowerCase(Locale.ROOT);
      if (PICTURES.stream().noneMatch(lower::endsWith)) {
        return false;
      }
      try {
        Path file = root.resolve(path);
        if (!Files.isRegularFile(file)) {
          return false;
        }
        if (!file.normalize().startsWith(root.normalize())) {
          handed.add(path);
        }
        return true;
      } catch (InvalidPathException none) {
        return false;
      }
    };
  }
}
