package dev.tenon.cli.config;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.Quoted;
import dev.tenon.cli.args.TenonCommandLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// What a configuration is read from.
///
/// @param home the user's state folder; need not exist
/// @param root the project, as a real path
public record Surroundings(
    Path home, Path root, Map<String, String> environment, Arguments arguments) {
  /// The environment variable that moves the state folder.
  public static final String HOME = "TENON_HOME";

  /// The surroundings of this process.
  ///
  /// @param workingFolder where the program was started
  public static Surroundings of(
      Arguments arguments, Map<String, String> environment, Path workingFolder)
      throws ConfigException {
    return new Surroundings(
        home(environment, workingFolder), root(arguments, workingFolder), environment, arguments);
  }

  private static Path home(Map<String, String> environment, Path workingFolder)
      throws ConfigException {
    String moved = environment.get(HOME);
    if (moved == null || moved.isBlank()) {
      return Path.of(System.getProperty("user.home"), ".tenon");
    }
    try {
      return workingFolder.resolve(moved).toAbsolutePath().normalize();
    } catch (InvalidPathException invalid) {
      throw new ConfigException(HOME + " is not a path: " + Quoted.of(moved));
    }
  }

  private static Path root(Arguments arguments, Path workingFolder) throws ConfigException {
    Optional<String> given = arguments.text(TenonCommandLine.ROOT);
    String shown = given.isPresent() ? "--root " + Quoted.of(given.get()) : "the current folder";
    try {
      Path root = given.isPresent() ? workingFolder.resolve(given.get()) : workingFolder;
      if (!Files.isDirectory(root)) {
        String what = Files.exists(root) ? " is not a folder" : " does not exist";
        throw new ConfigException(shown + what + "; name an existing project folder");
      }
      return root.toRealPath();
    } catch (InvalidPathException | IOException unusable) {
      throw new ConfigException(shown + " cannot be used: " + unusable.getMessage());
    }
  }

  Path userFile() {
    return home.resolve("config.yml");
  }

  Path projectFile() {
    return root.resolve(".tenon").resolve("config.yml");
  }
}
