package dev.tenon.engine.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

  /// @param words `--trust`, and `--config key=value` as often as wanted
  Configuration load(String... words) throws ConfigException {
    return Configuration.load(options(words));
  }

  ProjectOptions options(String... words) {
    var overrides = new ArrayList<ProjectOptions.Assignment>();
    var trust = ProjectOptions.Trust.CONSENTED;
    for (int i = 0; i < words.length; i++) {
      if (words[i].equals("--trust")) {
        trust = ProjectOptions.Trust.EVERYTHING;
      } else if (words[i].equals("--config")) {
        String assignment = words[++i];
        int equals = assignment.indexOf('=');
        overrides.add(
            new ProjectOptions.Assignment(
                assignment.substring(0, equals), assignment.substring(equals + 1), "--config"));
      } else {
        throw new IllegalArgumentException(words[i]);
      }
    }
    return new ProjectOptions(
        home,
        root,
        environment,
        overrides,
        trust,
        ProjectOptions.Edits.DIRECT,
        ProjectOptions.Prompts.BUILT_IN,
        root);
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
