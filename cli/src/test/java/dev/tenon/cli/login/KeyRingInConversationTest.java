package dev.tenon.cli.login;

import static dev.tenon.cli.login.VirtualProgram.ENTER;
import static dev.tenon.cli.login.VirtualProgram.ESCAPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.testkit.ModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A desktop with a key ring: where a key is kept, and that it goes from there again.
@Timeout(120)
class KeyRingInConversationTest {
  private static final String OLD = "old-key-0123456789";
  private static final String KEY = "canary-key-0123456789-abcdef";

  @TempDir Path folder;

  /// A program in the place of libsecret's.
  private void ring(String script) throws IOException {
    Path program = Files.createDirectories(folder.resolve("bin")).resolve("secret-tool");
    Files.writeString(program, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
  }

  private VirtualProgram start(ModelServer server) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.writeString(
        home.resolve("keys.json"),
        """
        {"providers": {"openai": {"apiKey": "%s"}, "anthropic": {"apiKey": "%s"}}}
        """
            .formatted(OLD, OLD));
    Files.writeString(home.resolve("config.yml"), "model: openai/gpt-5.2\n");
    return new VirtualProgram(
        folder,
        Map.of(
            "OPENAI_BASE_URL",
            server.url() + "/v1",
            "DBUS_SESSION_BUS_ADDRESS",
            "unix:path=/none",
            "PATH",
            folder.resolve("bin") + ":" + System.getenv("PATH")));
  }

  private static void gives(VirtualProgram program) {
    program.types("/login openai").types(ENTER).sees("Paste the key of openai");
    program.pastes(KEY).sees("(" + KEY.length() + " characters)").types(ENTER);
    program.sees("Where should the key be kept?").rests();
  }

  @Test
  void aKeyIsKeptInTheRingReplacedByOneInTheFileAndForgotten() throws Exception {
    Path ring = folder.resolve("ring");
    ring(
        "case $1 in store) cat >%s;; lookup) cat %s;; clear) rm %s;; esac\n"
            .replace("%s", "" + ring));
    try (var server = ModelServer.start();
        var program = start(server)) {
      program.sees("/help");
      gives(program);
      program.types(ENTER).sees("The key of openai is kept in the key ring of your desktop.");
      assertThat(ring).hasContent(KEY);
      assertThat(program.filesWith(KEY)).isEmpty();
      program.types("/login").types(ENTER).sees("openai       key in the key ring").types(ESCAPE);
      program.sees("Nothing was stored.");

      gives(program);
      program.types("2").sees("❯ 2. ").rests().types(ENTER).sees("keys.json, which only you can");
      assertThat(ring).doesNotExist();
      assertThat(program.filesWith(KEY)).containsExactly("keys.json");

      program.types("/logout").types(ENTER).sees("Whose key should be forgotten?");
      program
          .sees("anthropic")
          .types("openai")
          .types(ENTER)
          .sees("❯ 1. Keep it")
          .rests()
          .types("2");
      program.sees("❯ 2. Forget it").rests().types(ENTER).sees("The key of openai is forgotten.");
      assertThat(program.filesWith(KEY)).isEmpty();
      assertThat(program.bytes()).doesNotContain(KEY);
    }
  }

  @Test
  void aRingThatRefusesLeavesTheChoiceOfTheFile() throws Exception {
    ring("exit 1\n");
    try (var server = ModelServer.start();
        var program = start(server)) {
      program.sees("/help");
      gives(program);
      program.types(ENTER).sees("It could not be kept there: ");
      assertThat(program.filesWith(OLD)).containsExactly("keys.json");
      program.rests().types("2").sees("❯ 2. ").rests().types(ENTER).sees("which only you can");
      assertThat(program.filesWith(KEY)).containsExactly("keys.json");
    }
  }
}
