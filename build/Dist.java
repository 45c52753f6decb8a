import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Assembles the distribution that the launcher starts, in the folder `dist`:
///
/// - `lib/`: the jars, our own first, then the libraries by name;
/// - `worker/`: what workers need besides, see [WorkerDist]; never on the program's class path;
/// - `tenon.aot`, `session.aot`, `server.aot`, `brief.aot`: the AOT caches, made by training runs
///   of [#TRAINING]; absent when training fails; `worker.aot`: that of workers;
/// - `roots/`: the roots of the JDK, for OpenSSL; `native/`: by what its functions are called;
/// - `made-of`: hashes of all that went in;
/// - `resolved`: the local Maven repository, and the libraries' paths in it, for packaging;
/// - `commit`: the commit it was built from, for `--version`; absent outside of git;
/// - `java-home`: the JDK the cache was made with, which the launcher therefore prefers;
/// - `launch`: class path order, JDK identity and the sources to watch, as shell assignments;
/// - `stamp`: its time is the start of the build; a newer source makes the launcher build again.
///
/// Everything is made in a folder aside and renamed into place, so that an interrupted build leaves
/// the old distribution or none. While nothing of it changes, it keeps the caches it has.
///
/// What trains the caches ([#TRAINERS]) is no part of the distribution: while a JVM is recorded,
/// its jar stands behind all others on the class path and lies beside them, so that the beginning
/// of the class path is the one of every later start.
///
/// Started by Maven from source, in the package phase of `distribution`: `java Dist.java ROOT JAR
/// CLASSPATH BUILD-START WORKER-JAR REPOSITORY [JAVA-HOME]`.
final class Dist {

  private static final String MAIN = "dev.tenon.cli.Main";
  private static final String TRAINING = "dev.tenon.distribution.AotTraining";
  private static final String TLS_FILES = "dev.tenon.core.http.tls.TlsFiles";

  /// The module that is started, and the ones that only training needs.
  private static final String PROGRAM = "cli";

  private static final List<String> TRAINERS = List.of("distribution", "testkit");

  private static final int TRAINING_SECONDS = 120;

  private final Path root;
  private final Path dist;
  private final Path work;
  private final Path repository;
  private final Path javaHome;
  private final FileTime buildStart;
  private final List<Path> jars;
  private final Path trainer;
  private final List<Path> trainers;
  private final WorkerDist worker;

  private Dist(
      Path root,
      Path trainer,
      List<Path> classPath,
      Instant buildStart,
      Path workerJar,
      Path repository,
      Path javaHome)
      throws IOException {
    this.root = root;
    this.repository = repository;
    this.trainer = trainer;
    jars = classPath.stream().filter(jar -> !isTrainer(jar)).toList();
    trainers =
        Stream.concat(Stream.of(trainer), classPath.stream().filter(Dist::isTrainer)).toList();
    worker = new WorkerDist(workerJar, jars);
    this.javaHome = javaHome;
    this.buildStart = FileTime.from(buildStart);
    dist = root.resolve("dist");
    work = root.resolve("dist.tmp." + ProcessHandle.current().pid());
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path home =
        Path.of(
            arguments.length > 6 && !arguments[6].isEmpty()
                ? arguments[6]
                : System.getProperty("java.home"));
    List<Path> classPath =
        Stream.of(arguments[2].split(":"))
            .map(Path::of)
            .filter(entry -> entry.toString().endsWith(".jar"))
            .sorted(
                Comparator.comparing((Path jar) -> !module(jar).equals(Optional.of(PROGRAM)))
                    .thenComparing(jar -> !isOurs(jar))
                    .thenComparing(jar -> jar.getFileName().toString()))
            .toList();
    new Dist(
            Path.of(arguments[0]).toRealPath(),
            Path.of(arguments[1]),
            classPath,
            Instant.parse(arguments[3]),
            Path.of(arguments[4]),
            Path.of(arguments[5]),
            home)
        .make();
  }

  private void make() throws IOException, InterruptedException {
    if (isCurrent()) {
      writeCommit(dist);
      Files.setLastModifiedTime(dist.resolve("stamp"), buildStart);
      System.out.println("dist: unchanged");
      return;
    }
    Thread cleaning = new Thread(() -> deleteQuietly(work));
    Runtime.getRuntime().addShutdownHook(cleaning);
    Files.createDirectories(work.resolve("lib"));
    copyJars();
    Files.writeString(work.resolve("made-of"), madeOf());
    Files.writeString(work.resolve("resolved"), resolved());
    writeCommit(work);
    Files.writeString(work.resolve("java-home"), javaHome + "\n");
    Files.writeString(work.resolve("launch"), launch());
    writeTlsFiles();
    String cache = train();
    Files.createFile(work.resolve("stamp"));
    Files.setLastModifiedTime(work.resolve("stamp"), buildStart);
    swap();
    System.out.printf("dist: %d jars, %s%n", jars.size(), cache);
  }

  /// The roots of the JDK as OpenSSL reads them fastest. Without them the JDK's own TLS is used.
  private void writeTlsFiles() throws IOException, InterruptedException {
    Path log = work.resolve("training.log");
    String classPath =
        String.join(":", jars.stream().map(jar -> library(work, jar).toString()).toList());
    int written = run(log, java("-cp", classPath, TLS_FILES, javaHome.toString(), work.toString()));
    if (written != 0) {
      deleteQuietly(work.resolve("roots"));
      System.err.println("dist: no roots for OpenSSL (" + written + "); see " + log);
    }
  }

  /// Our own jars come as plain code, see [PlainCode].
  private void copyJars() throws IOException {
    try (var plain = new PlainCode(Stream.concat(jars.stream(), worker.own().stream()).toList())) {
      for (Path jar : jars) {
        if (isOurs(jar)) {
          plain.rewrite(jar, library(work, jar));
        } else {
          Files.copy(jar, library(work, jar), StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
      worker.copy(work, plain, Dist::isOurs);
    }
  }

  /// The hashes of all that the distribution is made of.
  private String madeOf() throws IOException {
    var text = new StringBuilder();
    var files = new ArrayList<>(jars);
    files.addAll(worker.own());
    files.addAll(trainers);
    for (String source : List.of("Dist.java", "PlainCode.java", "WorkerDist.java")) {
      files.add(root.resolve("build").resolve(source));
    }
    files.add(javaHome.resolve(Path.of("lib", "security", "cacerts")));
    for (Path file : files) {
      text.append(hash(Files.readAllBytes(file))).append("  ");
      text.append(file.getFileName()).append('\n');
    }
    return text.toString();
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException brokenJdk) {
      throw new IllegalStateException("every JDK has SHA-256", brokenJdk);
    }
  }

  private boolean isCurrent() throws IOException {
    for (String cache :
        List.of("tenon.aot", "session.aot", "server.aot", "brief.aot", "worker.aot")) {
      if (!Files.exists(dist.resolve(cache))) {
        return false;
      }
    }
    if (!readOr(dist.resolve("made-of"), "").equals(madeOf())
        || !Files.exists(dist.resolve("stamp"))
        || !readOr(dist.resolve("resolved"), "").equals(resolved())
        || !readOr(dist.resolve("launch"), "").equals(launch())
        || !worker.isIn(dist)
        || !readOr(dist.resolve("java-home"), "").equals(javaHome + "\n")) {
      return false;
    }
    for (Path jar : jars) {
      if (!Files.exists(library(dist, jar))) {
        return false;
      }
    }
    return true;
  }

  /// Where the libraries come from.
  private String resolved() {
    var text = new StringBuilder(repository + "\n");
    for (Path jar : Stream.concat(jars.stream(), worker.own().stream()).toList()) {
      if (jar.startsWith(repository)) {
        text.append(repository.relativize(jar)).append('\n');
      }
    }
    return text.toString();
  }

  /// Changes with every commit and in no start, so it is no reason to make a distribution anew.
  private void writeCommit(Path folder) throws IOException, InterruptedException {
    Path file = folder.resolve("commit");
    Files.deleteIfExists(file);
    Optional<String> commit = git("rev-parse", "--short=12", "HEAD");
    if (commit.isPresent()) {
      boolean changed =
          !git("status", "--porcelain", "--untracked-files=no").equals(Optional.of(""));
      Files.writeString(file, commit.get() + (changed ? ", changed" : "") + "\n");
    }
  }

  private Optional<String> git(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    Path said = Files.createTempFile("tenon-dist-", ".git");
    try {
      int code =
          new ProcessBuilder(command)
              .redirectOutput(said.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
      return code == 0 ? Optional.of(Files.readString(said).strip()) : Optional.empty();
    } catch (IOException withoutGit) {
      return Optional.empty();
    } finally {
      Files.delete(said);
    }
  }

  /// What the launcher reads. It is sourced by a shell, so the values hold no quotes.
  private String launch() throws IOException {
    var text = new StringBuilder("# Written by the build, read by the launcher.\n");
    text.append("main=").append(MAIN).append('\n');
    text.append("jars='").append(String.join(" ", names(jars))).append("'\n");
    text.append("jdk='").append(jdk()).append("'\n");
    text.append("sources='").append(String.join(" ", sources())).append("'\n");
    return text.toString();
  }

  /// The line of the JDK's release file that changes with every update of it, as the launcher reads
  /// it: a cache made by another build of the JVM is of no use.
  private String jdk() throws IOException {
    List<String> lines =
        readOr(javaHome.resolve("release"), "")
            .lines()
            .filter(
                line ->
                    line.startsWith("JAVA_RUNTIME_VERSION=") || line.startsWith("JAVA_VERSION="))
            .map(line -> line.replace("\"", ""))
            .sorted()
            .toList();
    return lines.isEmpty() ? "unknown" : lines.getFirst();
  }

  private List<String> sources() {
    var sources = new ArrayList<>(List.of("pom.xml", "build"));
    for (Path jar : Stream.of(jars, worker.own(), trainers).flatMap(List::stream).toList()) {
      module(jar)
          .ifPresent(module -> sources.addAll(List.of(module + "/pom.xml", module + "/src/main")));
    }
    // The page is a resource of the server.
    for (String part :
        List.of("pom.xml", "package-lock.json", "vite.config.ts", "index.html", "src")) {
      sources.add("web/" + part);
    }
    sources.removeIf(source -> !Files.exists(root.resolve(source)));
    return sources;
  }

  private static boolean isOurs(Path jar) {
    return module(jar).isPresent();
  }

  private static boolean isTrainer(Path jar) {
    return module(jar).filter(TRAINERS::contains).isPresent();
  }

  /// `tenon-core-0.1.0.jar` comes from the folder `core`.
  private static Optional<String> module(Path jar) {
    String name = jar.getFileName().toString();
    return name.startsWith("tenon-")
        ? Optional.of(name.replaceFirst("^tenon-([a-z]+)-.*$", "$1"))
        : Optional.empty();
  }

  /// One cache for short commands, one for conversations, one for the server, and one for
  /// `--version` and its like: linked ahead of time, all classes of a cache are loaded at every
  /// start, so a short command must not carry the terminal along, nor the version the whole engine.
  /// A cache that cannot be made costs some milliseconds at each start, so it is no reason to fail.
  private String train() throws IOException, InterruptedException {
    Path recorded = library(work, trainer);
    Files.copy(trainer, recorded);
    try {
      return train("tenon.aot", "short")
          + ", "
          + train("session.aot", "session")
          + ", "
          + train("server.aot", "server")
          + ", "
          + train("brief.aot", "brief")
          + ", "
          + trainWorker();
    } finally {
      Files.delete(recorded);
    }
  }

  /// A worker is recorded while it answers; it needs nobody to train it.
  private String trainWorker() throws IOException, InterruptedException {
    Path cache = work.resolve("worker.aot");
    Path log = work.resolve("training.log");
    Path requests = worker.requests(work);
    for (List<String> options :
        List.of(
            List.of("-XX:AOTCacheOutput=" + cache),
            List.of("-XX:AOTCache=" + cache, "-XX:AOTMode=on"))) {
      var command = new ArrayList<String>();
      command.add(javaHome.resolve("bin/java").toString());
      command.add("--enable-native-access=ALL-UNNAMED");
      command.addAll(worker.arguments(work, options));
      int ended = run(log, command, requests);
      if (ended != 0 || !Files.exists(cache)) {
        Files.deleteIfExists(cache);
        System.err.println("dist: no AOT cache for workers (" + ended + "); see " + log);
        return "no AOT cache";
      }
    }
    return "AOT cache %.1f MB".formatted(Files.size(cache) / 1e6);
  }

  /// The JVM that is recorded is started by [#TRAINING], which is another one.
  private String train(String name, String kind) throws IOException, InterruptedException {
    Path cache = work.resolve(name);
    Path log = work.resolve("training.log");
    String classPath =
        String.join(":", jars.stream().map(jar -> library(work, jar).toString()).toList());
    var training = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-cp"));
    training.add(
        String.join(":", trainers.stream().map(Path::toString).toList()) + ":" + classPath);
    training.addAll(List.of(TRAINING, kind));
    training.addAll(
        java("-XX:AOTCacheOutput=" + cache, "-cp", classPath + ":" + library(work, trainer)));
    int trained = run(log, java(training.toArray(String[]::new)));
    if (trained != 0 || !Files.exists(cache)) {
      Files.deleteIfExists(cache);
      System.err.println("dist: no AOT cache, the training run failed (" + trained + "):");
      readOr(log, "").lines().limit(20).forEach(line -> System.err.println("  " + line));
      return "no AOT cache";
    }
    int used =
        run(
            log,
            java("-XX:AOTMode=on", "-XX:AOTCache=" + cache, "-cp", classPath, MAIN, "--version"));
    if (used != 0) {
      Files.delete(cache);
      System.err.println("dist: no AOT cache, the JVM refuses the one it made; see " + log);
      return "no AOT cache";
    }
    return "AOT cache %.1f MB".formatted(Files.size(cache) / 1e6);
  }

  /// A JVM with the options that every start has, because the cache is only for equal ones.
  private List<String> java(String... more) {
    var command = new ArrayList<String>();
    command.add(javaHome.resolve("bin/java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Dtenon.dist=" + work);
    command.addAll(List.of(more));
    return command;
  }

  private static int run(Path log, List<String> command) throws IOException, InterruptedException {
    return run(log, command, Path.of("/dev/null"));
  }

  private static int run(Path log, List<String> command, Path input)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .redirectInput(input.toFile());
    // Options from outside would be trained into the cache.
    List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "JDK_AOT_VM_OPTIONS")
        .forEach(builder.environment()::remove);
    Process process = builder.start();
    if (!process.waitFor(TRAINING_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      return -1;
    }
    return process.exitValue();
  }

  private void swap() throws IOException {
    Path old = root.resolve("dist.tmp.old." + ProcessHandle.current().pid());
    if (Files.exists(dist)) {
      Files.move(dist, old);
    }
    Files.move(work, dist);
    deleteQuietly(old);
  }

  private static Path library(Path folder, Path jar) {
    return folder.resolve("lib").resolve(jar.getFileName());
  }

  private static List<String> names(List<Path> jars) {
    return jars.stream().map(jar -> jar.getFileName().toString()).toList();
  }

  private static String readOr(Path file, String otherwise) throws IOException {
    return Files.exists(file) ? Files.readString(file) : otherwise;
  }

  private static void deleteQuietly(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      System.err.println("dist: could not remove " + folder + ": " + e.getMessage());
    }
  }
}
