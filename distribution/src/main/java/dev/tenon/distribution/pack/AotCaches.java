package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// The AOT caches of a package, trained and made on the runtime that it brings.
///
/// Unlike those of the build they are made in two steps, because a cache that the JVM makes of a
/// training run never comes out the same twice: the run only gives a [ClassList], of which the JVM
/// makes the cache, and [CacheFile] takes the clock out of it. The class path is written relative
/// to the folder around the distribution, so that no place is in it: at a start the JVM compares
/// what follows the common beginning of all entries. Without such a beginning it would look for the
/// entries themselves; so they all begin with the name of the distribution.
///
/// @param home the folder with `lib` and `runtime`
/// @param log where the JVMs write
record AotCaches(Path home, Path log) {
  private static final int MOST_DUMPS = 6;

  /// Makes the cache of a start.
  ///
  /// @param list where the JVM finds the text of the classes
  void make(CachedStart start, ClassList classes, Path list)
      throws IOException, InterruptedException, PackException {
    Files.writeString(list, text(start, classes));
    Path target = home.resolve(start.name() + ".aot");
    Files.write(target, settled(start, list, target));
    // A cache that the JVM refuses, or whose sums are wrong, must not leave the house.
    start.probe(java("-XX:AOTMode=on", "-XX:+VerifySharedSpaces", "-XX:AOTCache=" + target));
  }

  /// What two dumps have in common. On a busy machine one in some comes out differently; then it is
  /// made again.
  private byte[] settled(CachedStart start, Path list, Path target)
      throws IOException, InterruptedException, PackException {
    var dumps = new ArrayList<CacheFile.Made>();
    PackException last = null;
    while (dumps.size() < MOST_DUMPS) {
      CacheFile.Made fresh = dump(start, list, target);
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

  private String text(CachedStart start, ClassList classes) throws IOException {
    List<Path> jars = start.classPath().stream().map(home::resolve).toList();
    return classes.text(jars, home.resolve("runtime"));
  }

  /// The classes that the training of a start loads, as [ClassList#lines].
  List<String> recorded(CachedStart start) throws IOException, InterruptedException, PackException {
    Path recording = home.resolve("recording.txt");
    var list = new ClassList();
    try {
      for (int i = 0; i < start.recordings(); i++) {
        start.record(java(), recording);
        list.add(Files.readAllLines(recording));
      }
    } finally {
      Files.deleteIfExists(recording);
    }
    text(start, list);
    return list.lines();
  }

  private CacheFile.Made dump(CachedStart start, Path list, Path target)
      throws IOException, InterruptedException, PackException {
    Files.deleteIfExists(target);
    Path around = Objects.requireNonNull(home.getParent());
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
            "-XX:SharedArchiveFile=" + around.relativize(target),
            "-cp",
            String.join(
                ":", start.classPath().stream().map(it -> home.getFileName() + "/" + it).toList()));
    Processes.run(around, log, command);
    long ended = TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    return new CacheFile.Made(Files.readAllBytes(target), began, ended);
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
}
