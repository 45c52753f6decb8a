package dev.tenon.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The library as others get it: its jars in a repository that has nothing else of this house, and
/// a program that is built against them.
@Timeout(600)
class SampleIT {
  private static final Path ROOT = Path.of(System.getProperty("tenon.root", ".."));
  private static final String VERSION = System.getProperty("tenon.version", "");
  private static final List<String> INSTALLED =
      List.of("core", "providers", "tools", "engine", "sdk");

  /// About 2.3 MB now.
  private static final long MOST_ADDED = 2_500_000;

  /// What a module brings of others.
  private static final Pattern OF_OTHERS =
      Pattern.compile(
          "<dependency>\\s*<groupId>(?!dev\\.tenon)[^<]*</groupId>\\s*<artifactId>([^<]*)<"
              + "/artifactId>\\s*</dependency>");

  @TempDir Path folder;
  private final List<Path> links = new ArrayList<>();

  private static Path jar(String module) {
    return ROOT.resolve(module)
        .resolve(System.getProperty("tenon.build", "target"))
        .resolve("tenon-" + module + "-" + VERSION + ".jar");
  }

  /// Lays the jars down as an installation does. What others have made comes from the repository
  /// that is there, since nothing is fetched in a test.
  private Path repository() throws IOException {
    Path clean = Files.createDirectory(folder.resolve("repository"));
    Path there = Path.of(System.getProperty("tenon.repository", ""));
    links(there, clean, "dev");
    if (Files.isDirectory(there.resolve("dev"))) {
      links(there.resolve("dev"), Files.createDirectory(clean.resolve("dev")), "tenon");
    }
    Path ours = clean.resolve("dev/tenon");
    install(ours.resolve("tenon-parent"), "tenon-parent", ROOT.resolve("pom.xml"), null);
    for (String module : INSTALLED) {
      String name = "tenon-" + module;
      install(ours.resolve(name), name, ROOT.resolve(module).resolve("pom.xml"), jar(module));
    }
    return clean;
  }

  /// Nobody who clears the folder may follow them.
  @AfterEach
  void unlink() throws IOException {
    for (Path link : links) {
      Files.delete(link);
    }
  }

  private void links(Path from, Path to, String except) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(from)) {
      for (Path each : all) {
        if (!each.endsWith(except)) {
          Path link = to.resolve(each.getFileName().toString());
          links.add(Files.createSymbolicLink(link, each));
        }
      }
    }
  }

  private static void install(Path place, String name, Path pom, Path jar) throws IOException {
    Path version = Files.createDirectories(place.resolve(VERSION));
    Files.copy(pom, version.resolve(name + "-" + VERSION + ".pom"));
    if (jar != null) {
      Files.copy(jar, version.resolve(name + "-" + VERSION + ".jar"));
    }
  }

  @Test
  void aProgramOfSomebodyElseIsBuiltAndRuns() throws Exception {
    Path sample = folder.resolve("sample");
    copy(ROOT.resolve("sdk/sample"), sample);
    Path log = folder.resolve("log.txt");
    var build =
        new ProcessBuilder(
                Path.of(System.getProperty("tenon.maven", ""), "bin", "mvn").toString(),
                "-o",
                "-B",
                "-Dmaven.repo.local=" + repository(),
                "-Dtenon.version=" + VERSION,
                "test")
            .directory(sample.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int code = build.waitFor();
    assertThat(code).as(Files.readString(log)).isZero();
    assertThat(Files.readString(log)).contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Path target = to.resolve(from.relativize(each).toString());
        if (!from.relativize(each).startsWith("target")) {
          if (Files.isDirectory(each)) {
            Files.createDirectories(target);
          } else {
            Files.copy(each, target);
          }
        }
      }
    }
  }

  /// What is tried is what the documentation shows.
  @Test
  void theExampleOfThePagesIsTheSamples() throws IOException {
    String pages = Files.readString(ROOT.resolve("sdk/src/main/java/dev/tenon/sdk/Tenon.java"));
    int begin = pages.indexOf("/// ```java\n") + 12;
    List<String> example =
        pages
            .substring(begin, pages.indexOf("/// ```\n", begin))
            .lines()
            .map(line -> line.replaceFirst("^///", "").strip())
            .toList();
    List<String> sample =
        Files.readString(ROOT.resolve("sdk/sample/src/main/java/sample/FirstPrompt.java"))
            .lines()
            .map(String::strip)
            .toList();
    assertThat(sample).containsSubsequence(example.subList(1, example.size()));
    String model = example.getFirst().replaceFirst(".*(\\.model\\(.*\\))\\.open.*", "$1");
    assertThat(String.join("\n", sample)).contains(model);
  }

  @Test
  void itIsAModuleThatExportsOneRoom() {
    var jars = new ArrayList<Path>();
    INSTALLED.forEach(module -> jars.add(jar(module)));
    for (String entry : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
      if (entry.endsWith(".jar") && !entry.contains("tenon-")) {
        jars.add(Path.of(entry));
      }
    }
    ModuleFinder finder = ModuleFinder.of(jars.toArray(Path[]::new));
    var sdk = finder.find("dev.tenon.sdk").orElseThrow().descriptor();
    assertThat(sdk.isAutomatic()).isFalse();
    assertThat(sdk.exports())
        .extracting(export -> export.source())
        .containsExactly("dev.tenon.sdk");
    Configuration resolved =
        ModuleLayer.boot()
            .configuration()
            .resolve(finder, ModuleFinder.of(), Set.of("dev.tenon.sdk"));
    assertThat(resolved.findModule("dev.tenon.engine")).isPresent();
    assertThat(Arrays.asList("dev.tenon.core", "dev.tenon.providers", "dev.tenon.tools"))
        .allMatch(name -> finder.find(name).isPresent());
  }

  /// The quick loop makes no pages.
  @Test
  void itHasItsPages() throws IOException {
    assumeFalse(System.getProperty("tenon.build", "target").endsWith("fast"), "a quick build");
    Path pages = Path.of(jar("sdk").toString().replace(".jar", "-javadoc.jar"));
    try (var zip = new ZipFile(pages.toFile())) {
      for (String type : List.of("Tenon", "Tenon.Builder", "TenonException", "TenonPlugin")) {
        assertThat(zip.getEntry("dev/tenon/sdk/" + type + ".html")).as(type).isNotNull();
      }
      for (String type : List.of("agent/Conversation", "tool/Tool", "model/Model", "json/Json")) {
        assertThat(zip.getEntry("dev/tenon/core/" + type + ".html")).as(type).isNotNull();
      }
      try (var page = zip.getInputStream(zip.getEntry("dev/tenon/sdk/Tenon.html"))) {
        assertThat(new String(page.readAllBytes(), StandardCharsets.UTF_8))
            .as("the example")
            .contains("ollama/qwen3-coder", "undoLatestPrompt");
      }
    }
  }

  /// What a program gets on top of `core` and `providers`, all of it. ADR 29 says why it is what it
  /// is; whoever makes it more should know.
  @Test
  void whatItAddsIsKnown() throws IOException {
    long sum = 0;
    for (String module : List.of("sdk", "engine", "tools")) {
      sum += Files.size(jar(module));
      String pom = Files.readString(ROOT.resolve(module).resolve("pom.xml"));
      Matcher found = OF_OTHERS.matcher(pom);
      while (found.find()) {
        assertThat(found.group(1)).as(module).isIn("snakeyaml-engine", "tomlj");
      }
    }
    String path = System.getProperty("java.class.path", "");
    for (String other : List.of("snakeyaml-engine-", "tomlj-", "antlr4-runtime-")) {
      sum += Files.size(entry(path, other));
    }
    assertThat(sum).isLessThan(MOST_ADDED);
  }

  private static Path entry(String path, String begin) {
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(each -> String.valueOf(each.getFileName()).startsWith(begin))
        .findFirst()
        .orElseThrow(() -> new AssertionError(begin + " is not on the class path"));
  }

  @Test
  void itIsSmallAndHasItsSources() throws IOException {
    assertThat(Files.size(jar("sdk"))).isLessThan(32 * 1024);
    for (String module : INSTALLED) {
      Path sources = Path.of(jar(module).toString().replace(".jar", "-sources.jar"));
      try (var zip = new ZipFile(sources.toFile())) {
        String room = "dev/tenon/" + module + "/package-info.java";
        String first = module.equals("core") ? "dev/tenon/core/agent/Conversation.java" : room;
        assertThat(zip.getEntry(first)).as(module).isNotNull();
      }
    }
  }
}
