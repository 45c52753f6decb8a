package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The program itself, started for a kind of command.
///
/// @param program what all its starts share
/// @param kind which commands it is trained with
record ProgramStart(Program program, String name, String kind, int recordings)
    implements CachedStart {
  private static final String TRAINING = "dev.tenon.distribution.AotTraining";

  /// @param home the folder with `lib` and `runtime`
  /// @param jars the names of the jars, in the order of the class path
  /// @param main the class that every start runs
  /// @param javaHome the JDK that gives the models of the training
  /// @param trainers the jars of `distribution` and `testkit`
  /// @param log where the training writes
  record Program(
      Path home, List<String> jars, String main, Path javaHome, List<Path> trainers, Path log) {}

  /// All of them. The conversation has threads that race.
  static List<CachedStart> all(Program program) {
    return List.of(
        new ProgramStart(program, "tenon", "short", 2),
        new ProgramStart(program, "session", "session", 4),
        new ProgramStart(program, "server", "server", 2),
        new ProgramStart(program, "brief", "brief", 1));
  }

  @Override
  public List<String> classPath() {
    return program.jars.stream().map(jar -> "lib/" + jar).toList();
  }

  @Override
  public void record(List<String> java, Path recording)
      throws IOException, InterruptedException, PackException {
    Path trainer = program.trainers.getFirst();
    Path beside = program.home.resolve("lib").resolve(trainer.getFileName());
    Files.copy(trainer, beside);
    try {
      var command =
          new ArrayList<>(List.of(program.javaHome.resolve("bin/java").toString(), "-cp"));
      command.add(
          String.join(":", program.trainers.stream().map(Path::toString).toList())
              + ":"
              + absolute());
      command.addAll(List.of(TRAINING, kind));
      command.addAll(java);
      command.addAll(
          List.of("-XX:DumpLoadedClassList=" + recording, "-cp", absolute() + ":" + beside));
      Processes.run(program.home, program.log, command);
    } finally {
      Files.deleteIfExists(beside);
    }
  }

  @Override
  public void probe(List<String> java) throws IOException, InterruptedException, PackException {
    var command = new ArrayList<>(java);
    command.addAll(List.of("-cp", absolute(), program.main, "--version"));
    String said = Processes.run(Processes.ELSEWHERE, program.log, command);
    if (!said.startsWith("tenon ")) {
      throw new PackException("with the cache " + name + " the program says: " + said);
    }
  }

  private String absolute() {
    return String.join(
        ":", classPath().stream().map(jar -> program.home.resolve(jar).toString()).toList());
  }
}
