package dev.tenon.cli.args;

import dev.tenon.cli.args.Command.Example;
import java.util.List;

/// What `tenon themes` accepts.
final class ThemesCommandLine {
  /// @param json the option of every command that prints something for programs
  static Command of(Option json) {
    return new Command(
        "themes",
        "List the themes of the terminal, check one, or write one as JSON",
        "A theme is built in, or a file NAME.json in the folder themes of the state folder. In the"
            + " terminal /theme chooses one; the setting ui.theme keeps it. 'validate' exits with 1"
            + " when the theme cannot be used, and says everything that is wrong with it.",
        List.of(
            Operand.optional("ACTION", "list (when left out), validate or export")
                .oneOf(List.of("list", "validate", "export")),
            Operand.optional("THEME", "A name; for validate also a file")),
        List.of(json),
        List.of(
            new Example("tenon themes validate mine.json", "What is wrong with a file"),
            new Example("tenon themes export dark", "A file to start from, for your own theme")));
  }

  private ThemesCommandLine() {}
}
