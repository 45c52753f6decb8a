package dev.tenon.core.exec.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A program to start as it is, without a shell that reads its arguments.
///
/// @param command the program, by path or by name, and its arguments
/// @param environment variables on top of the inherited ones
/// @param reach how far it gets behind the shell's confinement
public record Program(
    List<String> command, Path directory, Map<String, String> environment, Reach reach) {

  public Program {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    if (command.isEmpty() || command.getFirst().isEmpty()) {
      throw new IllegalArgumentException("a program needs a name");
    }
  }

  public Program(List<String> command, Path directory) {
    this(command, directory, Map.of(), Reach.USUAL);
  }

  public Program with(Map<String, String> variables) {
    return new Program(command, directory, variables, reach);
  }

  public Program reaching(Reach wanted) {
    return new Program(command, directory, environment, wanted);
  }

  /// Sees to it that there is something to start; what starts it could only say so by an exit code.
  void check(String searchPath) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new IOException("the folder " + directory + " does not exist");
    }
    String name = command.getFirst();
    if (name.indexOf('/') >= 0) {
      Path file = directory.resolve(name);
      if (!Files.exists(file)) {
        throw new IOException("the program " + name + " does not exist");
      }
      if (!isProgram(file)) {
        throw new IOException("the program " + name + " is not executable");
      }
      return;
    }
    for (String folder : searchPath.split(":", -1)) {
      if (isProgram(directory.resolve(folder).resolve(name))) {
        return;
      }
    }
    throw new IOException("the program " + name + " was not found on the PATH");
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }
}
