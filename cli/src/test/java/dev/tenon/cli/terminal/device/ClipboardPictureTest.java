package dev.tenon.cli.terminal.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.device.ClipboardPicture.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The clipboard of a desktop, with programs that stand in for the desktop's.
@Timeout(60)
class ClipboardPictureTest {
  private static final String PNG = "printf '\\211PNG\\r\\n\\032\\n0123456789'";

  @TempDir Path home;
  private Path programs;
  private Path pictures;

  @BeforeEach
  void folders() throws IOException {
    programs = Files.createDirectory(home.resolve("bin"));
    pictures = home.resolve("pictures");
  }

  private void program(String name, String script) throws IOException {
    Path file = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Outcome take(String... variables) {
    var environment = new HashMap<>(Map.of("PATH", programs + ":/usr/bin:/bin"));
    for (String variable : variables) {
      environment.put(variable, ":0");
    }
    return new ClipboardPicture(environment, pictures, Duration.ofSeconds(1)).take();
  }

  private static void isPrivatePng(Outcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Taken.class,
            taken -> {
              assertThat(taken.file()).isAbsolute().hasSize(18);
              assertThat(taken.file().toString()).endsWith(".png");
              try {
                assertThat(
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(taken.file())))
                    .isEqualTo("rw-------");
              } catch (IOException gone) {
                throw new AssertionError(gone);
              }
            });
  }

  @Test
  void eachDesktopHasItsProgram() throws IOException {
    program(
        "wl-paste",
        "case $* in *list-types) printf 'text/plain\\nimage/png\\n';; *image/png) "
            + PNG
            + ";; esac");
    isPrivatePng(take("WAYLAND_DISPLAY"));
    program("wl-paste", "exit 1");
    program(
        "xclip",
        "case $* in *TARGETS) printf 'TARGETS\\nimage/png\\n';; *image/png) " + PNG + ";; esac");
    isPrivatePng(take("DISPLAY"));
    program("pngpaste", PNG);
    isPrivatePng(take());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "echo text/plain, no picture",
        "exit 1, no picture",
        "echo image/png, no picture",
        "case $* in *list-types) echo image/png;; *) echo no picture at all;; esac, no picture",
        "case $* in *list-types) echo image/png;; *) exec cat /dev/zero;; esac, larger than 5 MB",
        "exec cat /dev/zero, no picture",
        "exec sleep 30, does not answer",
        "case $* in *list-types) echo image/png;; *) exec sleep 30;; esac, does not answer",
      })
  void whatIsNoPictureIsToldAndLeavesNothing(String script, String reason) throws IOException {
    program("wl-paste", script);
    long began = System.nanoTime();
    assertThat(take("WAYLAND_DISPLAY"))
        .isInstanceOfSatisfying(
            Outcome.None.class, none -> assertThat(none.reason()).contains(reason));
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
    if (Files.exists(pictures)) {
      try (Stream<Path> left = Files.list(pictures)) {
        assertThat(left).isEmpty();
      }
    }
  }

  @Test
  void withoutADesktopTheWayOutIsNamed() {
    var environment = Map.of("PATH", ".:" + programs);
    assertThat(new ClipboardPicture(environment, pictures, Duration.ofSeconds(1)).take())
        .isInstanceOfSatisfying(
            Outcome.None.class,
            none -> assertThat(none.reason()).contains("wl-paste", "path of a picture"));
  }
}
