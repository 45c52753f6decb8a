package dev.tenon.cli.terminal.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.editor.ExternalEditor.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExternalEditorTest {
  @TempDir Path folder;

  private Outcome edit(String script, String text) throws IOException {
    Path program = Files.writeString(Files.createTempFile("editor-", ".sh"), script);
    try {
      return new ExternalEditor(
              Map.of("VISUAL", "/bin/sh " + program, "EDITOR", "false", "PATH", "/usr/bin:/bin"),
              folder)
          .edit(text);
    } finally {
      Files.delete(program);
    }
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void theProgramEditsAPrivateFile() throws IOException {
    assertThat(edit("sed -i s/one/two/ \"$1\"\n", "one 漢\nline"))
        .isEqualTo(new Outcome.Edited("two 漢\nline"));
    assertThat(edit("stat -c %a \"$1\" > \"$1.x\"; mv \"$1.x\" \"$1\"\n", ""))
        .isEqualTo(new Outcome.Edited("600"));
    assertThat(edit("true\n", "same")).isEqualTo(new Outcome.Edited("same"));
    assertThat(edit("true\n", "")).isEqualTo(new Outcome.Edited(""));
  }

  @ParameterizedTest
  @CsvSource({
    "exit 3, ended with status 3",
    ": > \"$1\", left an empty file",
    "echo > \"$1\", left an empty file",
    "rm \"$1\", has removed the file",
    "rm \"$1\"; mkdir \"$1\"; rmdir \"$1\", has removed the file",
    "kill -9 $$, ended with status",
  })
  void whatFailsIsOneLineAndTheDraftIsKept(String script, String reason) throws IOException {
    assertThat(edit(script + "\n", "draft"))
        .isInstanceOfSatisfying(
            Outcome.Kept.class,
            kept ->
                assertThat(kept.reason())
                    .contains(reason)
                    .endsWith("; the draft is kept")
                    .doesNotContain("\n"));
  }

  /// Whoever has written for an hour does not lose it because the program did not end well.
  @ParameterizedTest
  @CsvSource({
    "echo 'an hour of work' > \"$1\"; exit 3, ended with status 3",
    "echo 'an hour of work' > \"$1\"; kill -9 $$, ended with status",
    "printf 'an hour of work \\377\\376' > \"$1\", no UTF-8 text",
    "printf 'an hour of work' > \"$1\"; truncate -s 17M \"$1\", more than 16 MB",
    "echo 'an hour of work' > \"$1.x\"; chmod 644 \"$1.x\"; mv \"$1.x\" \"$1\"; exit 1, status 1",
  })
  void whatWasSavedAndNotTakenStaysWhereItIs(String script, String reason) throws IOException {
    Outcome outcome = edit(script + "\n", "draft");
    Path left;
    try (Stream<Path> files = Files.list(folder)) {
      left = files.toList().getFirst();
    }
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Kept.class,
            kept ->
                assertThat(kept.reason())
                    .contains(reason)
                    .endsWith("; the draft is kept, and what was saved is in " + left)
                    .doesNotContain("\n"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(left)))
        .isEqualTo("rw-------");
    assertThat(new String(Files.readAllBytes(left), StandardCharsets.ISO_8859_1))
        .startsWith("an hour of work");
    Files.delete(left);
  }

  @Test
  void aProgramThatIsNotThereIsToldToo() {
    var editor =
        new ExternalEditor(Map.of("EDITOR", "no-such-editor", "PATH", "/usr/bin:/bin"), folder);
    assertThat(editor.edit("draft")).isInstanceOf(Outcome.Kept.class);
    var nowhere = new ExternalEditor(Map.of("EDITOR", "true"), folder.resolve("gone"));
    assertThat(nowhere.edit("draft")).isInstanceOf(Outcome.Kept.class);
  }
}
