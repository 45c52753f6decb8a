package dev.tenon.cli.config;

import dev.tenon.cli.args.ArgumentParser;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.args.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// A user with a state folder and a project, both in a temporary folder.
final class Sample {
  final Path home;
  final Path root;
  final Map<String, String> environment = new HashMap<>();

  Sample(Path folder) throws IOException {
    home = Files.createDirectories(folder.resolve("home"));
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
  }

  Sample user(String yaml) throws IOException {
    Files.writeString(home.resolve("config.yml"), yaml);
    return this;
  }

  Sample project(String yaml) throws IOException {
    Files.createDirectories(root.resolve(".tenon"));
    Files.writeString(projectFile(), yaml);
    return this;
  }

  Sample variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Path projectFile() {
    return root.resolve(".tenon/config.yml");
  }

  Configuration load(String... words) throws ConfigException {
    try {
      return Configuration.load(
          new Surroundings(
              home, root, environment, ArgumentParser.parse(TenonCommandLine.GRAMMAR, words)));
    } catch (UsageException mistake) {
      throw new IllegalArgumentException(mistake);
    }
  }

  Settings settings(String... words) throws ConfigException {
    return load(words).settings();
  }

  /// The complaint about the configuration, with the name of the file alone.
  String problem(String... words) {
    try {
      load(words);
    } catch (ConfigException problem) {
      return problem.getMessage().replace(home + "/", "");
    }
    throw new AssertionError("the configuration was accepted");
  }
}
