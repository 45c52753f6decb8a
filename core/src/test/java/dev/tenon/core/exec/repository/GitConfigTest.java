package dev.tenon.core.exec.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.repository.GitConfig.Entry;
import dev.tenon.harness.TestPrograms;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GitConfigTest {
  private static final int FILES = 300;

  private static final List<String> PIECES =
      List.of(
          "[",
          "]",
          "[core]",
          "[core]\n",
          "[CoRe \"Sub\"]",
          "[a.B]",
          "[x \"q\\\"\\\\z\"]\n",
          "[s \"",
          "\"",
          "\\",
          "\\\n",
          "\\n",
          "\\t",
          "\\b",
          "\\x",
          "\n",
          "\r\n",
          "\r",
          "\t",
          " ",
          "  ",
          "=",
          " = ",
          "#c",
          ";",
          "name",
          "Name-1",
          "fsmonitor",
          "value",
          "a b",
          "é",
          "true",
          "-",
          ".",
          "0",
          "key = v\n",
          "key\n",
          "k = \"a # b\" ; c\n",
          "k = a\\\n b\n",
          "\uFEFF",
          "\0",
          "[include]\n",
          "path = x\n",
          "~",
          "'",
          "!");

  private static final List<String> LINES =
      List.of(
          "[core]\n",
          "[CoRe \"Sub\"] x = 1\n",
          "[a.B]\n",
          "[x \"q\\\"\\\\z\"]\n",
          "key = v\n",
          "Key\n",
          "k = \"a # b\" ; c\n",
          "k = a\\\n b\n",
          "k = \"  x\"  y  \n",
          "# comment\n",
          "\t; x\r\n",
          "k=a\\tb\\\"c\\\\d\r\n",
          "k = é ü\n",
          "k = \\\n\\\nx # y\n",
          "k =\n",
          "k = \"\"\n",
          "[core]k=1\n");

  @TempDir Path folder;

  private static Optional<List<Entry>> read(String text) {
    return GitConfig.read(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whatGitListsIsWhatIsRead() throws Exception {
    TestPrograms.require("git");
    long seed = Long.getLong("tenon.seed", 4711);
    int understood = 0;
    for (int i = 0; i < FILES; i++) {
      var random = new Random(i < FILES / 2 ? i : seed + i);
      var text = new ByteArrayOutputStream();
      if (random.nextInt(4) > 0) {
        text.writeBytes("[core]\n".getBytes(StandardCharsets.UTF_8));
      }
      for (int piece = random.nextInt(14); piece >= 0; piece--) {
        List<String> from = random.nextInt(8) > 0 ? LINES : PIECES;
        String each = from.get(random.nextInt(from.size()));
        text.writeBytes(each.getBytes(StandardCharsets.UTF_8));
        if (random.nextInt(60) == 0) {
          text.write(random.nextInt(256));
        }
      }
      Optional<List<Entry>> read = GitConfig.read(text.toByteArray());
      if (read.isPresent()) {
        understood++;
        assertThat(listed(read.get()))
            .as("seed %d, file %d: %s", seed, i, text.toString(StandardCharsets.UTF_8))
            .isEqualTo(byGit(text.toByteArray()));
        assertThat(read(GitConfig.write(read.get()))).isEqualTo(read);
      }
    }
    assertThat(understood).isGreaterThan(FILES / 10);
  }

  private static String listed(List<Entry> entries) {
    var list = new StringBuilder();
    for (Entry each : entries) {
      list.append(each.key());
      if (each.value() != null) {
        list.append('\n').append(each.value());
      }
      list.append('\0');
    }
    return list.toString();
  }

  private String byGit(byte[] text) throws IOException, InterruptedException {
    Path file = Files.write(folder.resolve("config"), text);
    Process git =
        new ProcessBuilder("git", "config", "--no-includes", "--list", "-z", "-f", file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(git.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return said;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key = before any section\n",
        "[core\n",
        "[core] ]",
        "[]\nx=1",
        "[core]\nx = \"open\n",
        "[core]\nx = \\q\n",
        "[a \"\"]\nx=1",
        "[core]\nx = a\tb\n",
        "\uFEFF[core]\n",
        "[core]\nx=\0\n",
        "[core]\n=1\n",
        "[core]\nä=1\n",
        "[core]\nx y\n",
        "[core]\nx=1\r2\n",
        "[a.b \"c\"]\nx=1",
        "%",
        "[core]\n-x=1\n",
        "[a \"b]\n",
        "[a \"b\\\n\"]\n",
        "[core]\nx=\u001b\n"
      })
  void whatIsNotUnderstoodCompletelyIsNothing(String text) {
    assertThat(read(text)).isEmpty();
  }

  @Test
  void bytesThatAreNoTextAreNotUnderstood() {
    assertThat(GitConfig.read(new byte[] {'[', 'a', ']', '\n', '#', (byte) 0xff})).isEmpty();
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    var entries = new ArrayList<Entry>();
    entries.add(new Entry("core", "", "bare", null));
    entries.add(new Entry("remote", "a\"b\\c ]", "url", " x;#\"\\\n\t\b "));
    entries.add(new Entry("remote", "a\"b\\c ]", "fetch", ""));
    assertThat(read(GitConfig.write(entries))).contains(entries);
  }
}
