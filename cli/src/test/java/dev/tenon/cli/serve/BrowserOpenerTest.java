package dev.tenon.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrowserOpenerTest {
  @TempDir Path folder;

  /// A browser that writes down what it was started with.
  private Path browser() throws Exception {
    Path program = folder.resolve("browser");
    Files.writeString(program, "#!/bin/sh\nprintf '%s|' \"$@\" > " + folder + "/told\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return program;
  }

  private String told() throws Exception {
    Path file = folder.resolve("told");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> Files.exists(file) && !Files.readString(file).isEmpty());
    String told = Files.readString(file);
    Files.delete(file);
    return told;
  }

  @Test
  void theAddressIsOneWordWhateverIsInIt() throws Exception {
    String address = "http://127.0.0.1:1/?once=a b;$(id)&x";
    assertThat(new BrowserOpener(Map.of("BROWSER", browser().toString())).open(address)).isTrue();
    assertThat(told()).isEqualTo(address + "|");
    var placed = Map.of("BROWSER", "/no/such/browser:" + browser() + " --new %s");
    assertThat(new BrowserOpener(placed).open(address)).isTrue();
    assertThat(told()).isEqualTo("--new|" + address + "|");
  }
}
