package dev.tenon.cli.terminal;

import java.nio.file.Path;

/// Command lines for a shell that start a class of this build, quickly.
final class JavaCommand {
  private JavaCommand() {}

  /// The face with the [TrialModel] in a folder: its project is `root`, its history `history`.
  ///
  /// @param environment assignments for `env`; may be empty
  static String trial(Path folder, String environment) {
    return of(
        environment,
        TrialMain.class.getName(),
        folder.resolve("root").toString(),
        folder.resolve("history").toString(),
        "FULL");
  }

  /// The program itself, with a home of its own in a folder, in the project `root` there.
  ///
  /// @param environment assignments for `env`; may be empty
  static String program(Path folder, String environment, String... arguments) {
    var words = new String[arguments.length + 3];
    words[0] = "dev.tenon.cli.Main";
    words[1] = "--root";
    words[2] = folder.resolve("root").toString();
    System.arraycopy(arguments, 0, words, 3, arguments.length);
    String home =
        "TENON_NO_BUILD=1 TENON_STATUS_LINE_ENABLED=false TENON_HOME="
            + quoted(folder.resolve("state").toString())
            + " HOME="
            + quoted(folder.toString());
    return of(home + " " + environment, words);
  }

  private static String of(String environment, String... words) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command = new StringBuilder("env ").append(environment).append(' ').append(quoted(java));
    command.append(" --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
    // The class path of tests may have libraries that write to the terminal about their logging.
    command.append(" -Dslf4j.internal.verbosity=ERROR");
    command.append(" -cp ").append(quoted(System.getProperty("java.class.path")));
    for (String word : words) {
      command.append(' ').append(quoted(word));
    }
    return command.toString();
  }

  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
