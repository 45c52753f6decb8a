package dev.tenon.core.change.review;

import static dev.tenon.core.change.review.StagedProject.AGENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.HunkGuard;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.text.FileBytes;
import dev.tenon.core.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Files that are no text in a review: one hunk each, with a description.
class BytesReviewTest {
  private static final Map<String, byte @Nullable []> CONTENTS = contents();

  @TempDir Path temporary;

  private static Map<String, byte @Nullable []> contents() {
    var all = new LinkedHashMap<String, byte @Nullable []>();
    all.put("nothing", null);
    all.put("empty", new byte[0]);
    all.put("text", bytes("one\ntwo\nthree\n"));
    all.put("long text", bytes("line\n\nanother line.\n".repeat(400)));
    all.put("text without an end", bytes("one\nZWEI"));
    all.put("CRLF text", bytes("one\r\ntwo\r\n"));
    all.put("NUL in a text", bytes("one\ntw\0o\nthree\n"));
    all.put("invalid UTF-8", new byte[] {'c', 'a', 'f', (byte) 0xe9, '\n'});
    all.put("half a character", new byte[] {'a', '\n', (byte) 0xe2, (byte) 0x82});
    all.put("UTF-16", "\ufeffone\ntwo\n".getBytes(StandardCharsets.UTF_16LE));
    all.put("marked UTF-8", bytes("\ufeffone\n"));
    all.put("picture", picture(300, 1));
    all.put("other picture", picture(500, 2));
    all.put("noise", noise(100, 3));
    all.put("large noise", noise(1_500_000, 4));
    return all;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] noise(int length, int seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    bytes[length / 2] = 0;
    bytes[7] = 0;
    return bytes;
  }

  static byte[] picture(int length, int seed) {
    byte[] bytes = noise(length, seed);
    byte[] magic = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    System.arraycopy(magic, 0, bytes, 0, magic.length);
    return bytes;
  }

  static Stream<Arguments> ways() {
    return CONTENTS.keySet().stream()
        .flatMap(
            from ->
                CONTENTS.keySet().stream()
                    .filter(to -> !to.equals(from))
                    .map(to -> Arguments.of(from, to)));
  }

  private static boolean isLines(String name) {
    return List.of("nothing", "empty", "text", "long text", "text without an end", "CRLF text")
        .contains(name);
  }

  @ParameterizedTest(name = "{0} to {1}")
  @MethodSource("ways")
  void everyChangeIsDecidedAndUndoneToTheByte(String from, String to) throws Exception {
    var project = new StagedProject(temporary);
    byte[] before = CONTENTS.get(from);
    byte[] after = CONTENTS.get(to);
    if (before != null) {
      project.disk("f", before);
    }
    project.write(AGENT, "f", after);
    expect(project, before);
    List<Hunk> hunks = project.review().bundle().hunks();
    if (!isLines(from) || !isLines(to)) {
      boolean described = hunks.stream().anyMatch(hunk -> !hunk.description().isEmpty());
      // One side that is empty, and text in one encoding: that is a matter of lines.
      if (described) {
        assertThat(hunks).hasSize(1);
        assertThat(hunks.getFirst().patch()).isEmpty();
        assertThat(hunks.getFirst().description()).doesNotContain("\0").contains("byte");
      } else {
        assertThat(hunks.toString()).doesNotContain("\0");
      }
    }
    assertThat(project.review().bundle().toJson().compact()).doesNotContain("u0000");
    project.reload();
    assertThat(project.editing.snapshot(project.root.resolve("f")).map(it -> it.sha256()))
        .isEqualTo(Optional.ofNullable(after).map(Sha256::of));

    project.review().rejectAll();
    project.review().apply(Review.Rest.PENDING);
    expect(project, before);
    project.write(AGENT, "f", after);
    project.review().acceptAll();
    project.review().apply(Review.Rest.PENDING);
    expect(project, after);
    var undo = new Undo(project.journal);
    assertThat(undo.undoLatestPrompt().conflicts()).isEmpty();
    expect(project, before);
    assertThat(undo.redo().conflicts()).isEmpty();
    expect(project, after);
  }

  private static void expect(StagedProject project, byte @Nullable [] bytes) {
    Path file = project.root.resolve("f");
    if (bytes == null) {
      assertThat(file).doesNotExist();
    } else {
      assertThat(file).hasBinaryContent(bytes);
    }
  }

  private static String description(StagedProject project) {
    return project.review().bundle().hunks().getLast().description();
  }

  @Test
  void descriptionsTellKindSizesAndType() throws Exception {
    var project = new StagedProject(temporary);
    project.disk("a", picture(12_345, 1));
    project.write(AGENT, "a", picture(20_480, 2));
    assertThat(description(project)).isEqualTo("binary file, 12,345 → 20,480 bytes, image/png");
    project.write(AGENT, "a", bytes("%PDF-1.7\n\0"));
    assertThat(description(project))
        .isEqualTo("binary file, 12,345 → 10 bytes, image/png → application/pdf");
    project.write(AGENT, "a", bytes("text\n"));
    assertThat(description(project))
        .isEqualTo("binary file that becomes text, 12,345 → 5 bytes, image/png");
    project.write(AGENT, "a", (byte[]) null);
    assertThat(description(project)).isEqualTo("binary file, 12,345 bytes, image/png");
    project.write(AGENT, "b", noise(300, 1));
    assertThat(description(project)).isEqualTo("binary file, 300 bytes");
    project.disk("c", "c\n");
    project.write(AGENT, "c", picture(100, 1));
    assertThat(description(project))
        .isEqualTo("text that becomes a binary file, 2 → 100 bytes, image/png");
    project.disk("d", "d\n");
    project.write(AGENT, "d", "\ufeffd\n".getBytes(StandardCharsets.UTF_16LE));
    assertThat(description(project))
        .isEqualTo("text that becomes a UTF-16 LE with BOM text, 2 → 6 bytes");
    Json.Obj file = project.review().bundle().files().getLast().toJson();
    assertThat(file.objects("hunks").getFirst().string("description"))
        .isEqualTo(description(project));
  }

  @Test
  void aMixedTransactionIsDecidedHunkByHunk() throws Exception {
    var project = new StagedProject(temporary);
    project.disk("a.txt", "one\n");
    project.disk("p.png", picture(100, 1));
    project.disk("q.png", picture(110, 2));
    project.disk("r.png", picture(120, 3));
    project.commit(
        AGENT,
        new FileChange.Update((FileState.Existing) project.editing.current("a.txt"), "ONE\n"),
        FileChange.Bytes.replace("p.png", hash(project, "p.png"), FileBytes.of(picture(90, 4))),
        FileChange.Bytes.delete("q.png", hash(project, "q.png")),
        FileChange.Bytes.move("r.png", hash(project, "r.png"), "sub/r.png"),
        FileChange.Bytes.create("n.png", FileBytes.of(picture(80, 5))));
    DiffBundle bundle = project.review().bundle();
    assertThat(bundle.hunks())
        .extracting(Hunk::kind)
        .containsExactlyInAnyOrder(
            Hunk.Kind.EDIT, Hunk.Kind.EDIT, Hunk.Kind.DELETE, Hunk.Kind.MOVE, Hunk.Kind.CREATE);
    project.review().rejectFile("a.txt");
    project.review().rejectFile("q.png");
    project.review().acceptAll();
    project.review().apply(Review.Rest.PENDING);
    assertThat(project.disk("a.txt")).isEqualTo("one\n");
    assertThat(project.root.resolve("p.png")).hasBinaryContent(picture(90, 4));
    assertThat(project.root.resolve("q.png")).hasBinaryContent(picture(110, 2));
    assertThat(project.root.resolve("r.png")).doesNotExist();
    assertThat(project.root.resolve("sub/r.png")).hasBinaryContent(picture(120, 3));
    assertThat(project.root.resolve("n.png")).hasBinaryContent(picture(80, 5));
  }

  private static String hash(StagedProject project, String path) throws Exception {
    return project.editing.snapshot(project.root.resolve(path)).orElseThrow().sha256();
  }

  @Test
  void aLineInTheMiddleOfATextExcludesWhatMadeItBinary() throws Exception {
    var project = new StagedProject(temporary);
    project.disk("a", "one\ntwo\nthree\nfour\n");
    project.write(AGENT, "a", picture(100, 1));
    Hunk binary = project.review().bundle().hunks().getFirst();
    project.review().reject(List.of(binary.id()));
    project.write(AGENT, "a", "one\ntwo\nbetween\nthree\nfour\n");
    assertThatThrownBy(() -> project.review().accept(List.of(binary.id())))
        .isInstanceOf(ReviewException.class)
        .hasMessageContaining(binary.id());
    project.review().acceptAll();
    project.review().apply(Review.Rest.DROPPED);
    assertThat(project.disk("a")).isEqualTo("one\ntwo\nbetween\nthree\nfour\n");
  }

  @Test
  void aWholeFileCannotBeSplit() throws Exception {
    var project = new StagedProject(temporary);
    project.disk("a", "one\n\ntwo\n".repeat(200));
    project.write(AGENT, "a", picture(100, 1));
    Hunk hunk = project.review().bundle().hunks().getFirst();
    assertThat(hunk.size()).isEqualTo(Hunk.Size.FITS);
    for (OptionalInt line : List.of(OptionalInt.empty(), OptionalInt.of(1), OptionalInt.of(2))) {
      assertThatThrownBy(() -> project.review().split(hunk.id(), line))
          .isInstanceOf(ReviewException.class)
          .hasMessageContaining("as a whole");
    }
  }

  @Test
  void aForeignChangeOfABinaryFileIsAConflict() throws Exception {
    var project = new StagedProject(temporary);
    project.disk("p", picture(100, 1));
    project.write(AGENT, "p", picture(90, 2));
    project.disk("p", picture(80, 3));
    project.review().acceptAll();
    assertThatThrownBy(() -> project.review().apply(Review.Rest.PENDING))
        .hasMessageContaining("p has changed on the disk");
    assertThat(project.root.resolve("p")).hasBinaryContent(picture(80, 3));
  }

  @Test
  void aRunThatLeftTheBuffersIsRolledBack() throws Exception {
    var project = new StagedProject(temporary);
    project.disk("p", picture(100, 1));
    project.disk("t", "text\n");
    String prompt = project.editing.beginPrompt("draw").id();
    project.write(AGENT, "p", picture(90, 2));
    project.write(AGENT, "t", picture(70, 9));
    project.review().acceptAll();
    project.review().archive(Review.Fate.APPLIED);
    project.review().apply(Review.Rest.PENDING);
    assertThat(project.review().compare(prompt, "p").orElseThrow().toJson().compact())
        .contains("binary file, 90 bytes")
        .doesNotContain("u0000");
    project.editing.rollback(prompt);
    project.review().acceptAll();
    project.review().apply(Review.Rest.PENDING);
    assertThat(project.root.resolve("p")).hasBinaryContent(picture(100, 1));
    assertThat(project.disk("t")).isEqualTo("text\n");
  }

  @Test
  void hunksOfARunAreTakenBackUnlessSomethingNewerIsThere() throws Exception {
    var project = new StagedProject(temporary);
    project.disk("t", "text\n");
    String prompt = project.editing.beginPrompt("draw").id();
    project.write(AGENT, "t", picture(70, 9));
    String hunk = project.review().bundle().hunks().getFirst().id();
    project.review().acceptAll();
    project.review().archive(Review.Fate.APPLIED);
    project.review().apply(Review.Rest.PENDING);
    project.disk("t", picture(71, 8));
    assertThatThrownBy(() -> project.editing.rollback(prompt, List.of(hunk)))
        .isInstanceOf(ReviewException.class)
        .hasMessageContaining("newer changes");
    project.disk("t", picture(70, 9));
    project.editing.rollback(prompt, List.of(hunk));
    project.review().acceptAll();
    project.review().apply(Review.Rest.PENDING);
    assertThat(project.disk("t")).isEqualTo("text\n");
  }

  @Test
  void theModeOfABinaryFileStays() throws Exception {
    var project = new StagedProject(temporary);
    project.disk("tool", picture(100, 1));
    Files.setPosixFilePermissions(
        project.root.resolve("tool"), PosixFilePermissions.fromString("rwxr-x--x"));
    project.write(AGENT, "tool", picture(90, 2));
    project.review().acceptAll();
    project.review().apply(Review.Rest.PENDING);
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(project.root.resolve("tool"))))
        .isEqualTo("rwxr-x--x");
  }

  @Test
  void aTamperedStateIsRefused() throws Exception {
    var project = new StagedProject(temporary);
    project.write(AGENT, "p", picture(100, 1));
    String text = project.editing.toJson().compact();
    assertThat(text).contains("\"format\":2");
    String sha256 = Sha256.of(picture(100, 1));
    for (String damaged :
        List.of(
            text.replace(sha256, "../../../../etc/passwd"),
            text.replace(sha256 + " 100", sha256 + " -1"),
            text.replace(sha256 + " 100", sha256))) {
      assertThat(damaged).isNotEqualTo(text);
      assertThatThrownBy(
              () ->
                  StagedEditing.fromJson(
                      project.workspace, project.journal, HunkGuard.DEFAULT, Json.parse(damaged)))
          .isInstanceOf(JsonException.class);
    }
  }
}
