package dev.tenon.cli.attack;

import dev.tenon.cli.attack.Attempt.By;
import dev.tenon.cli.attack.Attempt.Outcome;
import dev.tenon.core.exec.sandbox.Sandbox;
import dev.tenon.engine.command.HomeFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What a command tries to run, see or call although it is closed: a program that a rule denies,
/// secrets in the environment and in the home folder, calls of the kernel that no build needs.
final class ClosedAttempts {
  private final List<Attempt> all = new ArrayList<>();

  private ClosedAttempts() {}

  static List<Attempt> all() {
    var attempts = new ClosedAttempts();
    attempts.programs();
    attempts.secrets();
    attempts.kernel();
    return attempts.all;
  }

  private void programs() {
    denied("by its name", "cksum file.txt");
    denied("by its path", "for d in /bin /usr/bin; do $d/cksum file.txt; done");
    denied("through env", "env A=1 cksum file.txt");
    denied("through xargs", "echo file.txt | xargs cksum");
    denied("through find", "find . -name file.txt -exec cksum {} +");
    denied("through a script", "printf '#!/bin/sh\\ncksum file.txt\\n' > s; chmod +x s; ./s");
    denied("through a name in a variable", "c=ck; ${c}sum file.txt");
    denied("through an alias of git", "git -c alias.x='!cksum file.txt' x");
    denied("through tar", "tar -cf - --to-command=cksum file.txt; tar -I cksum -cf - file.txt");
    denied("as a copy", "cp \"$(command -v cksum)\" copy; chmod +x copy; ./copy file.txt");
    denied("by a link", "ln -s \"$(command -v cksum)\" link; ./link file.txt");
    denied("by the loader", "/lib64/ld-linux-x86-64.so.2 \"$(command -v cksum)\" file.txt");
  }

  private void denied(String how, String script) {
    // What it prints for the five bytes of the file: nothing else can have computed it.
    add(
        "a denied program, " + how,
        "closed",
        "{ " + script + "; } 2>/dev/null | grep -q '^2921489099 5' && through");
  }

  private void secrets() {
    all.add(
        new Attempt(
            "secrets in the environment",
            By.SHELL,
            "withheld",
            fixture -> {
              var script = new StringBuilder();
              for (String name : System.getenv().keySet()) {
                boolean secret = name.matches("[A-Z0-9_]*(TOKEN|SECRET|PASSWORD|_KEY)");
                if (secret
                    && !fixture.attacked().settings().commands().environment().contains(name)) {
                  script.append("[ -n \"${").append(name).append("+x}\" ] && through\n");
                }
              }
              return done(fixture, script + "true", "a secret can be read");
            }));
    all.add(
        new Attempt(
            "credentials in the home folder",
            By.SHELL,
            "hidden",
            fixture -> done(fixture, credentials(fixture), "credentials can be read")));
    add("keys of the kernel", "not there", "[ -s /proc/keys ] && through");
  }

  /// Looks for each hidden file as large as it really is, and into each hidden folder.
  private static String credentials(AttackFixture fixture) throws IOException {
    var script = new StringBuilder();
    for (Path each : HomeFolders.resolve(fixture.attacked().settings().sandbox().hidden())) {
      String quoted = "'" + each.toString().replace("'", "'\\''") + "'";
      if (Files.isDirectory(each)) {
        script.append("[ -n \"$(ls -A ").append(quoted).append(" 2>&-)\" ] && through\n");
      } else if (Files.isRegularFile(each) && Files.size(each) > 0) {
        script.append("[ \"$(stat -c %s ").append(quoted).append(" 2>&-)\" = ");
        script.append(Files.size(each)).append(" ] && through\n");
      }
    }
    return script + "true";
  }

  private void kernel() {
    all.add(
        new Attempt(
            "system calls that no build needs",
            By.SHELL,
            "filtered",
            fixture -> {
              if (!fixture.script(
                  "grep -q '^Seccomp:.*2$' /proc/self/status || through", Map.of())) {
                return Attempt.held();
              }
              Sandbox sandbox = fixture.wall().sandbox();
              return sandbox.state().confines() && sandbox.unfiltered().isPresent()
                  ? new Outcome.Allowed("sandbox.kind: " + sandbox.unfiltered().get())
                  : Attempt.through("no call is filtered");
            }));
    add("another machine beside this one", "not there", "[ -e /dev/vsock ] && through");
  }

  private static Outcome done(AttackFixture fixture, String script, String what)
      throws InterruptedException {
    return fixture.script(script, Map.of()) ? Attempt.through(what) : Attempt.held();
  }

  private void add(String name, String expected, String script) {
    all.add(
        new Attempt(
            name, By.SHELL, expected, fixture -> done(fixture, script, "it could be done")));
  }
}
