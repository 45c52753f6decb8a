package dev.tenon.bench.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A program to measure: what is run, where, and with which environment (it gets no other).
public record Program(
    String name, List<String> command, Path folder, Map<String, String> environment) {
  public Program {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /// Where programs are looked for.
  public static String path() {
    return System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
  }

  /// An installed program.
  public static Optional<String> find(String name) {
    for (String entry : path().split(":", -1)) {
      Path file = Path.of(entry.isEmpty() ? "." : entry, name);
      if (Files.isExecutable(file)) {
        return Optional.of(file.toString());
      }
    }
    return Optional.empty();
  }

  /// The command that runs a class of ours on this JVM.
  public static List<String> java(Class<?> main, String... words) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(words));
    return command;
  }
}
