package dev.tenon.core.exec.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every row of the table of commands that only seem to read, run behind the read-only wall: it
/// does not matter there what a proof would say. What sets the clock or the name of the machine is
/// left out: it is judged elsewhere, and never run.
class HostileReadsTest {
  private static final List<String> NEVER =
      List.of("date", "hostname", "reboot", "shutdown", "kill", "sysctl", "dmesg", "mount");

  @TempDir Path folder;

  private static List<String> rows() throws IOException {
    try (var in =
        Objects.requireNonNull(
            HostileReadsTest.class.getResourceAsStream("/dev/tenon/core/permission/reads.txt"))) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> line.startsWith("no ¦ "))
          .map(line -> line.substring("no ¦ ".length()))
          .map(line -> line.replace("\\n", "\n").replace("\\t", "\t"))
          .filter(line -> NEVER.stream().noneMatch(line::contains))
          .toList();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BWRAP", "UNSHARE"})
  void changeNothingBehindTheWall(Sandbox.Choice choice) throws Exception {
    TestPrograms.require("git");
    Path root = project();
    Path home = Files.createDirectories(folder.resolve("home"));
    Bounds bounds = Bounds.of(root, folder.resolve("state"), home.toRealPath());
    List<String> rows = rows();
    assertThat(rows).hasSizeGreaterThan(250);
    String before = listed(root);
    try (var sandbox = new Sandbox(choice, bounds);
        var shell = new Shell(Set.of(), sandbox)) {
      Assumptions.assumeTrue(
          sandbox.state().confines(), "SKIPPED: no sandbox here: " + sandbox.state());
      for (int from = 0; from < rows.size(); from += 40) {
        List<String> some = rows.subList(from, Math.min(rows.size(), from + 40));
        // All at once: some of them do nothing but wait, until their time is over.
        var line = new StringBuilder();
        for (String row : some) {
          line.append("timeout -k 1 2 bash -c '").append(row.replace("'", "'\\''"));
          line.append("' </dev/null >/dev/null 2>&1 &\n");
        }
        var command =
            new Shell.Command(line + "wait; echo ran", root, Duration.ofMinutes(2))
                .reaching(Reach.LOOKING);
        Shell.Finished finished = shell.run(command, text -> {});
        // One of them may have ended the shell that waits for it: that is its right.
        for (int again = 0; !finished.output().contains("ran") && again < 3; again++) {
          finished = shell.run(command, text -> {});
        }
        assertThat(finished.output()).as("exit %s", finished.exitCode()).contains("ran");
        assertThat(listed(root)).as(String.join("\n", some)).isEqualTo(before);
      }
    }
  }

  private Path project() throws IOException, InterruptedException {
    Path root = Files.createDirectories(folder.resolve("project")).toRealPath();
    for (String each : List.of("src", "sub/deep", "evil.git/objects", "evil.git/refs")) {
      Files.createDirectories(root.resolve(each));
    }
    for (String name : List.of("a.txt", "b.txt", "f", "in", "list", "src/Main.java", "a.json")) {
      Files.writeString(root.resolve(name), "hello: 1 2\n");
    }
    Files.writeString(root.resolve("evil.git/HEAD"), "ref: refs/heads/main\n");
    Files.writeString(root.resolve("payload"), "a[$(touch made)]\n");
    Path evil = Files.writeString(root.resolve("evil.sh"), "#!/bin/sh\ntouch made\n");
    Files.setPosixFilePermissions(evil, PosixFilePermissions.fromString("rwxr-xr-x"));
    new ProcessBuilder("git", "init", "-q", ".").directory(root.toFile()).start().waitFor();
    return root;
  }

  private static String listed(Path root) throws IOException {
    var all = new ArrayList<String>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted().toList()) {
        String text = Files.isRegularFile(file) ? Files.readString(file) : "";
        all.add(
            root.relativize(file)
                + " "
                + Files.getLastModifiedTime(file)
                + " "
                + Files.getPosixFilePermissions(file)
                + " "
                + text);
      }
    }
    return String.join("\n", all);
  }
}
