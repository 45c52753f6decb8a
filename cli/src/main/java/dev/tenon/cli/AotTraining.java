package dev.tenon.cli;

import java.util.List;

/// The session that the AOT cache learns from: the build runs it once, and the classes, lambdas and
/// profiles it meets are what every later start finds ready. Whatever a user does often should be
/// on the list, and nothing may need a key, the network or a terminal.
final class AotTraining {

  private static final List<List<String>> COMMANDS = List.of(List.of("--version"));

  private AotTraining() {}

  public static void main(String[] arguments) {
    for (List<String> command : COMMANDS) {
      Main.main(command.toArray(String[]::new));
    }
  }
}
