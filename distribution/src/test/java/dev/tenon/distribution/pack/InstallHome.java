package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A home to install in, and a folder with archives that hold a program in small.
///
/// @param folder where everything is
/// @param shell what runs the script
record InstallHome(Path folder, List<String> shell) {
  static final Path SCRIPT = TestPrograms.house().resolve("install.sh");

  record Outcome(int code, String output, String errors) {}

  /// A home whose name a careless script would take apart.
  static InstallHome in(Path folder) throws IOException {
    TestPrograms.require("tar", "gzip");
    var made = new InstallHome(folder, List.of("sh"));
    Files.createDirectories(made.home());
    Files.createDirectories(made.downloads());
    return made;
  }

  InstallHome with(String... other) {
    return new InstallHome(folder, List.of(other));
  }

  Path home() {
    return folder.resolve("a home [x] 'y'");
  }

  Path local() {
    return home().resolve(".local");
  }

  Path downloads() {
    return folder.resolve("downloads");
  }

  Outcome install(Path archive) throws Exception {
    return run(archive.toString());
  }

  String start() throws Exception {
    return run(Map.of(), List.of(local().resolve("bin/tenon").toString(), "--version")).output();
  }

  void refused(String words, String... arguments) throws Exception {
    refused(Map.of(), words, arguments);
  }

  void refused(Map<String, String> environment, String words, String... arguments)
      throws Exception {
    Outcome outcome = run(environment, arguments);
    assertThat(outcome.errors()).contains("install.sh: ").contains(words);
    assertThat(outcome.code()).isOne();
  }

  /// What unfinished installations left.
  List<Path> leftovers() throws IOException {
    return !Files.exists(local())
        ? List.of()
        : new Tree(local())
            .paths().stream()
                .filter(path -> path.getFileName().toString().contains(".new."))
                .toList();
  }

  /// An archive, with its sum beside it.
  Path archive(String version, String says) throws IOException {
    return archive(version, "#!/bin/sh\necho '" + says + "'\n", new byte[0]);
  }

  /// @param launcher what is started
  /// @param java the program that stands for the JVM; none when empty
  Path archive(String version, String launcher, byte[] java) throws IOException {
    Path file = downloads().resolve("tenon-" + version + "-linux-x64.tar.gz");
    String top = "tenon-" + version;
    try (var tar = new Tar(new Gzip(Files.newOutputStream(file)), 1_000_000_000)) {
      tar.file(top + "/tenon", 0755, bytes(launcher));
      tar.file(top + "/dist/launch", 0644, bytes("main=x\n"));
      if (java.length > 0) {
        tar.file(top + "/dist/runtime/bin/java", 0755, java);
      }
      tar.file(top + "/share/man/man1/tenon.1", 0644, bytes("manual of " + version));
      for (String name :
          List.of(
              "bash-completion/completions/tenon",
              "zsh/site-functions/_tenon",
              "fish/vendor_completions.d/tenon.fish")) {
        tar.file(top + "/share/" + name, 0644, bytes("completion"));
      }
    }
    return sums(file);
  }

  Path sums(Path file) throws IOException {
    Files.writeString(
        downloads().resolve("SHA256SUMS"),
        Library.sha256(Files.readAllBytes(file)) + "  " + file.getFileName() + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    return file;
  }

  Outcome run(String... arguments) throws Exception {
    return run(Map.of(), arguments);
  }

  Outcome run(Map<String, String> environment, String... arguments) throws Exception {
    var command = new ArrayList<>(shell);
    command.add(SCRIPT.toString());
    command.addAll(List.of(arguments));
    return run(environment, command);
  }

  Outcome run(Map<String, String> environment, List<String> command) throws Exception {
    Path output = folder.resolve("output");
    Path errors = folder.resolve("errors");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().keySet().retainAll(List.of("PATH"));
    builder.environment().put("HOME", home().toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError(command + " did not end; it said " + Files.readString(errors));
    }
    assertThat(Files.exists(home(), LinkOption.NOFOLLOW_LINKS)).isTrue();
    return new Outcome(process.exitValue(), Files.readString(output), Files.readString(errors));
  }

  /// A program of one line.
  static Path program(Path file, String line) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + line + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
