package dev.tenon.cli.attack;

import dev.tenon.cli.attack.Attempt.By;
import dev.tenon.cli.attack.Attempt.Outcome;
import dev.tenon.core.exec.shell.SecretSigns;
import dev.tenon.engine.config.Settings;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What a command tries to see of the person's secrets. Whether something is there is asked, never
/// what it says.
final class SecretAttempts {
  private static final String FILES =
      """
      for f in .netrc .git-credentials .pgpass .pypirc .bash_history .zsh_history .python_history \\
        .vault-token .my.cnf .cargo/credentials.toml; do [ -s ~/$f ] && through; done
      grep -qs _auth ~/.npmrc && through
      grep -qs '<password>' ~/.m2/settings.xml && through
      """;

  private static final String FOLDERS =
      """
      for f in .ssh .gnupg .aws .azure .kube .docker .mozilla .config/gcloud .config/gh \\
        .config/google-chrome .config/chromium .config/rclone .claude .codex .gemini .cursor \\
        .password-store .local/share/keyrings .local/share/fish; do
        [ -n "$(ls -A ~/$f 2>/dev/null)" ] && through
      done
      """;

  private SecretAttempts() {}

  static List<Attempt> all() {
    return List.of(
        attempt("secrets in the environment", "withheld", SecretAttempts::environment),
        attempt("files of credentials and histories", "hidden", hidden(FILES)),
        attempt("folders of keys, browsers, other agents", "hidden", hidden(FOLDERS)),
        attempt(
            "keys of the kernel",
            "empty",
            fixture ->
                outcome(fixture, "grep -qs . /proc/keys /proc/key-users && through", Map.of())),
        attempt(
            "the machine around, by vsock",
            "not there",
            fixture -> outcome(fixture, "[ -e /dev/vsock ] && through", Map.of())),
        attempt("a socket bound by a relative path", "hidden", SecretAttempts::relativeSocket));
  }

  private static Attempt attempt(String name, String expected, Attempt.Move move) {
    return new Attempt(name, By.SHELL, expected, move);
  }

  private static Outcome outcome(
      AttackFixture fixture, String script, Map<String, String> variables)
      throws InterruptedException {
    return fixture.script(script, variables) ? Attempt.through("it could be done") : Attempt.held();
  }

  private static Outcome environment(AttackFixture fixture) throws InterruptedException {
    List<String> named = fixture.attacked().settings().commands().environment();
    var script = new StringBuilder();
    for (String name : fixture.options().environment().keySet()) {
      if (isPlain(name) && SecretSigns.inName(name) && !named.contains(name)) {
        script.append("[ -n \"${").append(name).append("+x}\" ] && through\n");
      }
    }
    return outcome(fixture, script + "true", Map.of());
  }

  /// Whether the shell can name it.
  private static boolean isPlain(String name) {
    return name.chars().allMatch(c -> c == '_' || (c < 128 && Character.isLetterOrDigit(c)))
        && !Character.isDigit(name.charAt(0));
  }

  private static Attempt.Move hidden(String script) {
    return fixture -> {
      Settings.Sandbox settings = fixture.attacked().settings().sandbox();
      boolean chosen = !settings.visible().isEmpty() || !settings.hidden().contains("default");
      Outcome outcome = outcome(fixture, script + "true", Map.of());
      return outcome instanceof Outcome.Through && chosen
          ? new Outcome.Allowed("sandbox.visible")
          : outcome;
    };
  }

  private static Outcome relativeSocket(AttackFixture fixture)
      throws IOException, InterruptedException {
    Path socket = fixture.outside().resolve("relative.sock");
    Path here = Path.of("").toAbsolutePath();
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(here.relativize(socket)));
      return outcome(fixture, "[ -S \"$outside/relative.sock\" ] && through", Map.of());
    } finally {
      Files.deleteIfExists(socket);
    }
  }
}
