package dev.tenon.engine.plugin;

import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.content.OneLine;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// Fetches a repository with the user's git, which runs nothing of what it fetches: a clone brings
/// no hooks along, modules within it are not fetched, and nobody is asked for a password.
final class GitCheckout {
  private static final long MINUTES = 10;
  private static final int SHOWN = 400;

  private final Map<String, String> environment;
  private final Path work;

  /// @param work an empty folder for what is in between
  GitCheckout(Map<String, String> environment, Path work) {
    this.environment = environment;
    this.work = work;
  }

  /// Checks out into a folder that is not there yet. Answers the commit.
  ///
  /// @param reference a branch, tag or commit; empty for the repository's own choice
  String into(Path folder, String address, String reference)
      throws SetupException, InterruptedException {
    String target = folder.toString();
    if (reference.isEmpty()) {
      git(address, List.of("clone", "--quiet", "--depth", "1", "--", address, target));
    } else {
      git(address, List.of("clone", "--quiet", "--no-checkout", "--", address, target));
      // Only the repository's own choice is a branch of the clone; all others are those of origin.
      String branch = "refs/remotes/origin/" + reference;
      Said known = run(address, List.of("-C", target, "rev-parse", "--verify", "--quiet", branch));
      String point = known.code() == 0 ? branch : reference;
      git(
          address + "#" + reference,
          List.of("-C", target, "checkout", "--quiet", "--detach", point, "--"));
    }
    return git(address, List.of("-C", target, "rev-parse", "HEAD")).strip();
  }

  /// How git ended, and what it printed.
  private record Said(int code, String text) {}

  private String git(String shown, List<String> words) throws SetupException, InterruptedException {
    Said said = run(shown, words);
    if (said.code() != 0) {
      throw SetupException.failure(shown + " cannot be fetched: " + OneLine.of(said.text(), SHOWN));
    }
    return said.text();
  }

  private Said run(String shown, List<String> words) throws SetupException, InterruptedException {
    var line =
        new ArrayList<>(
            List.of("git", "-c", "core.hooksPath=/dev/null", "-c", "protocol.ext.allow=never"));
    line.addAll(words);
    try {
      Path said = Files.createTempFile(work, "git", ".txt");
      var builder =
          new ProcessBuilder(line)
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(said.toFile());
      surround(builder.environment());
      Process process = builder.start();
      boolean ended = false;
      try {
        ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
      } finally {
        if (!ended) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly();
        }
      }
      String text = Files.readString(said, StandardCharsets.ISO_8859_1);
      if (!ended) {
        throw SetupException.failure(shown + " cannot be fetched: git took longer than 10 minutes");
      }
      return new Said(process.exitValue(), text);
    } catch (IOException failed) {
      throw SetupException.failure(
          shown + " cannot be fetched; git does not start: " + IoFailure.reason(failed));
    }
  }

  /// What git needs, and no keys of models.
  private void surround(Map<String, String> its) {
    its.clear();
    environment.forEach(
        (name, value) -> {
          boolean needed =
              name.matches(
                  "PATH|HOME|USER|LOGNAME|TMPDIR|LANG|LC_.*|SSH_.*|XDG_.*"
                      + "|(?i:https?_proxy|no_proxy|all_proxy)|SSL_CERT_.*|GIT_SSL_.*|GIT_SSH.*"
                      + "|GIT_CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)");
          if (needed) {
            its.put(name, value);
          }
        });
    its.put("GIT_TERMINAL_PROMPT", "0");
    its.put("LC_ALL", "C");
  }
}
