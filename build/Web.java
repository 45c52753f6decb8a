import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Builds the review page with the machine's Node.js, into `web/target/page/review-page.zip`: its
/// files, each compressed with gzip, as the server sends them.
///
/// - The packages are fetched only when `node_modules` is not that of the lock file.
/// - Nothing is built while no source has changed; nothing is checked twice either.
/// - Without Node.js, or without packages and a network, it says so in one line and leaves no page:
///   everything else works, and the server tells browsers how to get it.
///
/// Started by Maven from source, in the module `web`: `java Web.java ROOT SKIP-TESTS`.
final class Web {
  private static final int[] NODE = {20, 19};
  private static final List<String> SOURCES =
      List.of(
          "package.json",
          "package-lock.json",
          "tsconfig.json",
          "vite.config.ts",
          "vitest.config.ts",
          "index.html",
          "src",
          "test");

  /// Gives up soon where there is no network.
  private static final String[] FETCH = {
    "npm",
    "ci",
    "--ignore-scripts",
    "--prefer-offline",
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=200",
    "--fetch-retry-maxtimeout=500"
  };

  private static final FileTime NO_TIME = FileTime.fromMillis(315_532_800_000L);
  private static final int MINUTES = 5;
  private static final Pattern SCRIPT = Pattern.compile("\"/(assets/[^\"]+\\.js)\"");
  private static final long MOST_FIRST_BYTES = 450 * 1024;

  private final Path web;
  private final Path target;
  private final Path page;
  private final Path log;
  private final boolean checks;

  private Web(Path root, boolean checks) {
    web = root.resolve("web");
    target = web.resolve("target");
    page = target.resolve("page").resolve("review-page.zip");
    log = target.resolve("web.log");
    this.checks = checks;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    boolean skips = arguments.length > 1 && arguments[1].equals("true");
    System.exit(new Web(Path.of(arguments[0]).toRealPath(), !skips).make() ? 0 : 1);
  }

  private boolean make() throws IOException, InterruptedException {
    Files.createDirectories(page.getParent());
    String sources = hashOf(SOURCES);
    boolean built = Files.exists(page) && read("built").equals(sources);
    boolean checked = !checks || read("checked").equals(sources);
    if (built && checked) {
      System.out.println("web: unchanged");
      return true;
    }
    Files.deleteIfExists(log);
    Optional<String> lacking = lacking();
    if (lacking.isPresent()) {
      // Empty, so that it takes the place of an older one wherever that was copied.
      Files.deleteIfExists(target.resolve("built"));
      pack(List.of(), target);
      System.out.println("[WARNING] web: no review page in this build: " + lacking.get());
      return true;
    }
    if (!checked) {
      if (!run("node", "node_modules/typescript/bin/tsc", "-p", ".") || !test()) {
        return told("the checks failed");
      }
      Files.writeString(target.resolve("checked"), sources);
    }
    if (!built) {
      Files.deleteIfExists(target.resolve("built"));
      if (!run("node", "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn")) {
        return told("the build failed");
      }
      Path dist = target.resolve("dist");
      long first = firstLoad(dist);
      if (first > MOST_FIRST_BYTES) {
        return told(
            "a browser loads %d KB of scripts first, and at most %d may be"
                .formatted(first / 1024, MOST_FIRST_BYTES / 1024));
      }
      try (Stream<Path> files = Files.walk(dist)) {
        pack(files.filter(Files::isRegularFile).sorted().toList(), dist);
      }
      Files.writeString(target.resolve("built"), sources);
      System.out.printf(
          "web: page of %d KB, compressed, %d KB of scripts first%n",
          Files.size(page) / 1024, first / 1024);
    }
    return true;
  }

  /// What the machine has not, with the way out; empty when the page can be built.
  private Optional<String> lacking() throws IOException, InterruptedException {
    String wanted = NODE[0] + "." + NODE[1];
    Optional<String> version = nodeVersion();
    if (version.isEmpty()) {
      return Optional.of(
          "there is no Node.js on the PATH (install " + wanted + " or newer and build again)");
    }
    String[] numbers = version.get().substring(1).split("\\.", 3);
    int major = Integer.parseInt(numbers[0]);
    if (major < NODE[0] || (major == NODE[0] && Integer.parseInt(numbers[1]) < NODE[1])) {
      return Optional.of(
          "Node.js is " + version.get() + " (install " + wanted + " or newer and build again)");
    }
    String lock = hashOf(List.of("package-lock.json"));
    Path stamp = web.resolve("node_modules").resolve(".tenon-lock");
    if (Files.exists(stamp) && Files.readString(stamp).equals(lock)) {
      return Optional.empty();
    }
    if (!run(FETCH)) {
      if (Files.readString(log).contains("EUSAGE")) {
        throw new IllegalStateException(
            "web/package-lock.json is not that of package.json: " + log);
      }
      return Optional.of(
          "npm could not fetch its packages (see " + log + "; build again with a network)");
    }
    Files.writeString(stamp, lock);
    return Optional.empty();
  }

  private Optional<String> nodeVersion() throws IOException, InterruptedException {
    try {
      Process node = new ProcessBuilder("node", "--version").redirectErrorStream(true).start();
      String said = new String(node.getInputStream().readAllBytes()).strip();
      return node.waitFor() == 0 && said.matches("v\\d+\\.\\d+\\..*")
          ? Optional.of(said)
          : Optional.empty();
    } catch (IOException absent) {
      return Optional.empty();
    }
  }

  private boolean test() throws IOException, InterruptedException {
    boolean passed = run("node", "node_modules/vitest/vitest.mjs", "run");
    List<String> lines = Files.readAllLines(log);
    long ok = lines.stream().filter(line -> line.startsWith("ok ")).count();
    long failed = lines.stream().filter(line -> line.startsWith("not ok ")).count();
    System.out.printf("web: tests %d, failed %d%n", ok + failed, failed);
    return passed;
  }

  private boolean told(String what) throws IOException {
    System.out.println("[ERROR] web: " + what + "; all output in " + log);
    List<String> lines = Files.readAllLines(log);
    lines.stream()
        .filter(line -> line.contains("error") || line.startsWith("not ok"))
        .limit(40)
        .forEach(line -> System.out.println("[ERROR] " + line));
    return false;
  }

  private boolean run(String... command) throws IOException, InterruptedException {
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(web.toFile())
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
    } catch (IOException absent) {
      Files.writeString(log, absent.getMessage() + "\n");
      return false;
    }
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      return false;
    }
    return process.exitValue() == 0;
  }

  /// How many bytes of scripts the page itself names, compressed; the others come when needed.
  private static long firstLoad(Path dist) throws IOException {
    long bytes = 0;
    Matcher names = SCRIPT.matcher(Files.readString(dist.resolve("index.html")));
    while (names.find()) {
      bytes += gzip(Files.readAllBytes(dist.resolve(names.group(1)))).length;
    }
    if (bytes == 0) {
      throw new IllegalStateException(dist.resolve("index.html") + " names no scripts");
    }
    return bytes;
  }

  /// The same bytes for the same page: no times, sorted names.
  private void pack(List<Path> files, Path from) throws IOException {
    Path aside = target.resolve("review-page.tmp");
    try (var zip = new ZipOutputStream(Files.newOutputStream(aside))) {
      zip.setLevel(0);
      for (Path file : files) {
        var entry = new ZipEntry(from.relativize(file).toString().replace('\\', '/'));
        entry.setLastModifiedTime(NO_TIME);
        zip.putNextEntry(entry);
        zip.write(gzip(Files.readAllBytes(file)));
        zip.closeEntry();
      }
    }
    Files.move(aside, page, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip =
        new GZIPOutputStream(out) {
          {
            def.setLevel(9);
          }
        }) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private String read(String name) throws IOException {
    Path file = target.resolve(name);
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private String hashOf(List<String> names) throws IOException {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (String name : names) {
        Path start = web.resolve(name);
        if (!Files.exists(start)) {
          continue;
        }
        try (Stream<Path> files = Files.walk(start)) {
          for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
            digest.update((web.relativize(file) + "\0").getBytes());
            digest.update(Files.readAllBytes(file));
          }
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException brokenJdk) {
      throw new IllegalStateException("every JDK has SHA-256", brokenJdk);
    }
  }
}
