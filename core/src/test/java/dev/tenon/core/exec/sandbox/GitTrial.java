package dev.tenon.core.exec.sandbox;

import dev.tenon.core.exec.shell.Shell;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// A project with repositories of all kinds, a sandbox around its commands, and a tripwire: a
/// program that only leaves a mark where no command behind the wall can write.
final class GitTrial implements AutoCloseable {
  private static final String SETUP =
      """
      set -e
      git init -q . && printf '/trip\\n/ignored\\n' > .gitignore && echo one > file
      git add . && git commit -qm one && echo two > file && git commit -qam two
      git init -q clones/a && cd clones/a && echo a > a && git add a && git commit -qm a && cd ../..
      git init -q --bare clones/bare.git
      git init -q husky && cd husky && mkdir .husky && echo x > x && git add x && git commit -qm x
      git config core.hooksPath .husky && git config include.path ../.gitconfig
      printf '[user]\\n\\tname = T\\n' > .gitconfig && cd ..
      git worktree add -q wt
      git -c protocol.file.allow=always submodule --quiet add ./clones/a sub
      git add . && git commit -qm all
      """;

  final Path base;
  final Path root;
  final Path mark;
  private final Path home;
  private final Sandbox.Choice choice;
  private Sandbox sandbox;
  private Shell shell;

  /// A project with a repository at its root, and others below.
  static GitTrial withRepositories(Sandbox.Choice choice) throws IOException, InterruptedException {
    var trial = new GitTrial(choice);
    String said = trial.outside(SETUP);
    if (!Files.exists(trial.root.resolve("sub/.git"))) {
      throw new IOException("the repositories could not be made: " + said);
    }
    trial.outside("cp -a . ../template");
    return trial;
  }

  /// The project as it was at first, with a new sandbox.
  void again() throws IOException, InterruptedException {
    shell.close();
    sandbox.close();
    RecursiveDelete.delete(root);
    Files.deleteIfExists(mark);
    ended(List.of("cp", "-a", base.resolve("template").toString(), root.toString()), base);
    sandbox = sandbox();
    shell = new Shell(Set.of(), sandbox);
  }

  /// Ready for another row of a table.
  ///
  /// @param fresh whether it needs the project as it was at first
  void ready(boolean fresh) throws IOException, InterruptedException {
    if (fresh) {
      again();
    }
    Files.deleteIfExists(mark);
  }

  private Sandbox sandbox() throws IOException, InterruptedException {
    Path state = Files.createDirectories(base.resolve("state"));
    var fresh = new Sandbox(choice, Bounds.of(root, state, home));
    Assumptions.assumeTrue(fresh.state().confines(), "SKIPPED: no sandbox here: " + fresh.state());
    return fresh;
  }

  GitTrial(Sandbox.Choice choice) throws IOException, InterruptedException {
    TestPrograms.require("git", "bash", "unshare", "setpriv", "script");
    this.choice = choice;
    base = Files.createTempDirectory("tenon-git-").toRealPath();
    root = Files.createDirectories(base.resolve("project"));
    mark = Files.createDirectories(base.resolve("outside")).resolve("mark");
    home = Files.createDirectories(base.resolve("home"));
    Files.writeString(
        home.resolve(".gitconfig"),
        "[user]\n\tname = T\n\temail = t@example.org\n[init]\n\tdefaultBranch = main\n");
    sandbox = sandbox();
    shell = new Shell(Set.of(), sandbox);
  }

  /// The beginning of every line: where the tripwire is, and functions to set it.
  private String prelude() {
    return """
    export HOME='%s' GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=T GIT_AUTHOR_EMAIL=t@example.org
    export GIT_COMMITTER_NAME=T GIT_COMMITTER_EMAIL=t@example.org
    T='%s/trip'
    [ -e "$T" ] || { printf '#!/bin/sh\\necho x > %s\\necho tripped\\n' > "$T"; chmod +x "$T"; }
    new() { git init -q -b main "$1" && (cd "$1" && echo t > t && git add t && git commit -qm t); }
    evil() { mkdir -p "$1/objects" "$1/refs" && echo 'ref: refs/heads/main' > "$1/HEAD" &&
      printf '[core]\\n\\tfsmonitor = %%s\\n\\tbare = false\\n' "$T" > "$1/config"; }
    """
        .formatted(home, root, mark);
  }

  /// Runs a line behind the wall, as a shell of Tenon does, and answers the notes.
  List<String> command(String line) throws IOException, InterruptedException {
    return finished(line).notes();
  }

  Shell.Finished finished(String line) throws IOException, InterruptedException {
    return shell.run(new Shell.Command(prelude() + line, root, Duration.ofSeconds(60)), text -> {});
  }

  /// Runs a line behind a wall that only keeps it inside of the project: what would be without the
  /// protection of repositories.
  String unprotected(String line) throws IOException, InterruptedException {
    try (SandboxFolder stage = SandboxFolder.open(base.resolve("state"))) {
      Path unshare = Wall.program("unshare");
      Path sh = Wall.program("sh");
      Path setpriv = Wall.program("setpriv");
      if (unshare == null || sh == null || setpriv == null) {
        throw new IOException("no unshare here");
      }
      var wall = new Unshare(unshare, sh, setpriv, null, HostInfo.read());
      Bounds bounds = Bounds.of(root, base.resolve("state"), home);
      return ended(
          wall.wrap(List.of("/bin/bash", "-c", prelude() + line), root, bounds, stage), root);
    }
  }

  /// What a person does, outside of the wall.
  String outside(String line) throws IOException, InterruptedException {
    return ended(List.of("timeout", "120", "/bin/bash", "-c", prelude() + line), root);
  }

  private String ended(List<String> argv, Path at) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(argv);
    builder
        .environment()
        .keySet()
        .removeIf(
            name -> name.startsWith("GIT_") || name.endsWith("EDITOR") || name.equals("VISUAL"));
    builder.environment().put("HOME", home.toString());
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    builder.environment().put("TERM", "dumb");
    builder.environment().put("PAGER", "cat");
    Process process =
        builder
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .directory(at.toFile())
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("it did not end: " + said);
    }
    return said;
  }

  boolean isTripped() {
    return Files.exists(mark);
  }

  @Override
  public void close() throws IOException {
    shell.close();
    sandbox.close();
    RecursiveDelete.delete(base);
  }
}
