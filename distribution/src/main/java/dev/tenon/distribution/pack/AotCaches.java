package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The AOT caches of a package, trained and made on the runtime that it brings.
///
/// Unlike those of the build they are made in two steps, because a cache that the JVM makes of a
/// training run never comes out the same twice: the run only gives a [ClassList], of which the JVM
/// makes the cache, and [CacheFile] takes the clock out of it. The class path is written relative
/// to the folder of the jars, so that no place is in it; at a start the JVM compares the rest.
///
/// @param home the folder with `lib` and `runtime`
/// @param jars the names of the jars, in the order of the class path
/// @param main the class that every start runs
/// @param javaHome the JDK that gives the models of the training
/// @param trainers the jars of `distribution` and `testkit`
/// @param log where the training writes
record AotCaches(
    Path home, List<String> jars, String main, Path javaHome, List<Path> trainers, Path log) {

  /// A cache, the training it comes from, and how often that is recorded. The conversation has
  /// threads that race for what is loaded, so that several recordings are laid over each other.
  private record Cache(String name, String kind, int recordings) {}

  private static final List<Cache> CACHES =
      List.of(
          new Cache("tenon.aot", "short", 2),
          new Cache("session.aot", "session", 4),
          new Cache("server.aot", "server", 2),
          new Cache("brief.aot", "brief", 1));

  private static final int MOST_DUMPS = 6;

  private static final String TRAINING = "dev.tenon.distribution.AotTraining";

  /// Makes all of them.
  ///
  /// @param lists where the class lists are kept; those that are there are taken instead of a
  ///   training
  void make(Path lists) throws IOException, InterruptedException, PackException {
    for (Cache cache : CACHES) {
      Path list = lists.resolve(cache.kind + ".list");
      if (!Files.exists(list)) {
        Files.writeString(list, recorded(cache));
      }
      Path target = home.resolve(cache.name);
      Files.write(target, settled(list, target));
      probe(target);
    }
  }

  /// What two dumps have in common. On a busy machine one in some comes out differently; then it is
  /// made again.
  private byte[] settled(Path list, Path target)
      throws IOException, InterruptedException, PackException {
    var dumps = new ArrayList<CacheFile.Made>();
    PackException last = null;
    while (dumps.size() < MOST_DUMPS) {
      CacheFile.Made fresh = dump(list, target);
      for (CacheFile.Made earlier : dumps) {
        try {
          return CacheFile.withoutClock(earlier, fresh);
        } catch (PackException different) {
          last = different;
        }
      }
      dumps.add(fresh);
    }
    throw last == null ? new PackException("no AOT cache was made") : last;
  }

  private String recorded(Cache cache) throws IOException, InterruptedException, PackException {
    Path trainer = trainers.getFirst();
    Path beside = home.resolve("lib").resolve(trainer.getFileName());
    Path recording = home.resolve("recording.txt");
    var list = new ClassList();
    Files.copy(trainer, beside);
    try {
      for (int i = 0; i < cache.recordings; i++) {
        var command = new ArrayList<>(List.of(javaHome.resolve("bin/java").toString(), "-cp"));
        command.add(joined(trainers) + ":" + joined(absolute()));
        command.addAll(List.of(TRAINING, cache.kind));
        command.addAll(java("-XX:DumpLoadedClassList=" + recording));
        command.addAll(List.of("-cp", joined(absolute()) + ":" + beside));
        Processes.run(home, log, command);
        list.add(Files.readAllLines(recording));
      }
    } finally {
      Files.deleteIfExists(beside);
      Files.deleteIfExists(recording);
    }
    return list.text(absolute(), home.resolve("runtime"));
  }

  private CacheFile.Made dump(Path list, Path target)
      throws IOException, InterruptedException, PackException {
    Files.deleteIfExists(target);
    long began = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    List<String> command =
        java(
            // Neither the timing of compilers nor the size of the machine gets into it.
            "-Xint",
            "-XX:+UseG1GC",
            "-Xms256m",
            "-Xmx256m",
            "-Xshare:dump",
            "-XX:+AOTClassLinking",
            "-XX:SharedClassListFile=" + list,
            "-XX:SharedArchiveFile=" + target.getFileName(),
            "-cp",
            String.join(":", jars.stream().map(jar -> "lib/" + jar).toList()));
    Processes.run(home, log, command);
    long ended = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    return new CacheFile.Made(Files.readAllBytes(target), began, ended);
  }

  /// A cache that the JVM refuses, or whose sums are wrong, must not leave the house.
  private void probe(Path target) throws IOException, InterruptedException, PackException {
    List<String> command =
        java(
            "-XX:AOTMode=on",
            "-XX:+VerifySharedSpaces",
            "-XX:AOTCache=" + target,
            "-cp",
            joined(absolute()),
            main,
            "--version");
    String said = Processes.run(home, log, command);
    if (!said.startsWith("tenon ")) {
      throw new PackException("with " + target.getFileName() + " the program says: " + said);
    }
  }

  /// A JVM with the options that every start has, because the cache is only for equal ones.
  private List<String> java(String... more) {
    var command = new ArrayList<String>();
    command.add(home.resolve("runtime/bin/java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Dtenon.dist=" + home);
    command.addAll(List.of(more));
    return command;
  }

  private List<Path> absolute() {
    return jars.stream().map(jar -> home.resolve("lib").resolve(jar)).toList();
  }

  private static String joined(List<Path> paths) {
    return String.join(":", paths.stream().map(Path::toString).toList());
  }
}
