package dev.tenon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Starts the built distribution through its launcher, as a user does.
class LauncherIT {

  private static final Path LAUNCHER = Path.of(System.getProperty("tenon.launcher"));
  private static final Path DIST = LAUNCHER.resolveSibling("dist");

  @TempDir Path folder;

  record Outcome(int exitCode, String output, String errors) {}

  @Test
  void printsItsVersionAndNothingElse() throws Exception {
    Outcome outcome = run(LAUNCHER, Map.of());
    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.output()).startsWith("tenon ").endsWith("\n").hasLineCount(1);
    assertThat(outcome.errors()).isEmpty();
  }

  @Test
  void isFoundThroughSymbolicLinks() throws Exception {
    Path first = Files.createSymbolicLink(folder.resolve("first"), LAUNCHER);
    Path second = Files.createSymbolicLink(folder.resolve("second"), first.getFileName());
    assertThat(run(second, Map.of()).output()).startsWith("tenon ");
  }

  @Test
  void usesTheAotCaches() throws Exception {
    assertThat(DIST.resolve("session.aot")).exists();
    assertThat(DIST.resolve("tenon.aot")).exists();
    assertThat(DIST.resolve("brief.aot")).exists();
    assertThat(DIST.resolve("server.aot")).exists();
    for (String word : List.of("--version", "config")) {
      Outcome outcome = run(LAUNCHER, Map.of("TENON_JAVA_OPTS", "-XX:AOTMode=on"), word);
      assertThat(outcome.errors()).isEmpty();
      assertThat(outcome.exitCode()).isZero();
    }
  }

  /// Classes made at run time cost every start some milliseconds; the build makes plain code of
  /// what would need them.
  @Test
  void aStartMakesNoClassesForSwitchesAndAnnotations() throws Exception {
    Path log = folder.resolve("classes.log");
    Map<String, String> logging = Map.of("TENON_JAVA_OPTS", "-Xlog:class+load:file=" + log);
    Outcome outcome = run(LAUNCHER, logging, "tool", "--list", "--json");
    assertThat(outcome.exitCode()).isZero();
    assertThat(log)
        .content()
        .contains("dev.tenon.cli.Main ")
        .doesNotContain("$$TypeSwitch", "jdk.proxy", "java.lang.runtime.ObjectMethods");
  }

  @Test
  void usesTheAotCacheWithTheCollectorAndTiersOfASession() throws Exception {
    String options = "-XX:AOTMode=on -XX:-UseSerialGC -XX:+UseG1GC -XX:TieredStopAtLevel=4";
    Outcome outcome = run(LAUNCHER, Map.of("TENON_JAVA_OPTS", options));
    assertThat(outcome.errors()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void startsWithoutTheAotCacheFromAFolderWithSpaces() throws Exception {
    Path launcher = copyTo(folder.resolve("a folder"));
    for (String cache : List.of("brief.aot", "tenon.aot", "session.aot", "server.aot")) {
      Files.delete(launcher.resolveSibling("dist").resolve(cache));
    }
    Outcome outcome = run(launcher, Map.of());
    assertThat(outcome.output()).startsWith("tenon ");
    assertThat(outcome.errors()).isEmpty();
  }

  @Test
  void looksForAnotherJdkWhenTheRememberedOneIsGone() throws Exception {
    Path launcher = copyTo(folder);
    Path remembered = launcher.resolveSibling("dist").resolve("java-home");
    Files.writeString(remembered, folder.resolve("gone") + "\n");
    String javaHome = System.getProperty("java.home");
    assertThat(run(launcher, Map.of("JAVA_HOME", javaHome)).output()).startsWith("tenon ");
    assertThat(remembered).hasContent(javaHome);
  }

  @Test
  void refusesAJdkThatIsNone() throws Exception {
    Outcome outcome = run(LAUNCHER, Map.of("TENON_JAVA_HOME", folder.toString()));
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.errors()).contains("TENON_JAVA_HOME=" + folder).contains("JDK 25");
  }

  @Test
  void saysWhenThereIsNothingToStart() throws Exception {
    Outcome outcome = run(copy(LAUNCHER, folder), Map.of());
    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.errors()).contains("nothing to start");
  }

  private Outcome run(Path launcher, Map<String, String> environment) throws Exception {
    return run(launcher, environment, "--version");
  }

  private Outcome run(Path launcher, Map<String, String> environment, String... words)
      throws Exception {
    Path output = Files.createTempFile(folder, "output", ".txt");
    Path errors = Files.createTempFile(folder, "errors", ".txt");
    var command = new ArrayList<String>(List.of(words));
    command.addFirst(launcher.toString());
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().put("TENON_NO_BUILD", "1");
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    int exitCode = process.waitFor();
    return new Outcome(
        exitCode,
        Files.readString(output, StandardCharsets.UTF_8),
        Files.readString(errors, StandardCharsets.UTF_8));
  }

  private static Path copyTo(Path target) throws IOException {
    try (Stream<Path> files = Files.walk(DIST)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        copy(file, target);
      }
    }
    return copy(LAUNCHER, target);
  }

  private static Path copy(Path file, Path target) throws IOException {
    Path copy = target.resolve(LAUNCHER.getParent().relativize(file));
    Files.createDirectories(copy.getParent());
    return Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
  }
}
