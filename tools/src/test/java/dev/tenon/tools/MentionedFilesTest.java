package dev.tenon.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.tool.Addresses;
import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A path in a prompt that cannot be shown is told, with the way out; a word that is none is not.
class MentionedFilesTest {
  @TempDir Path temporary;

  private final List<String> told = new ArrayList<>();
  private final HandedPictures handed = new HandedPictures();
  private MentionedFiles mentioned;
  private Path root;

  @BeforeEach
  void open() throws Exception {
    root = Files.createDirectories(temporary.toRealPath().resolve("project/src")).getParent();
    Files.writeString(root.resolve("src/A.java"), "class A {}\n");
    Files.write(root.resolve("data.bin"), new byte[] {0, 1, 2, 3});
    Files.writeString(temporary.resolve("outside.txt"), "the neighbour's secret\n");
    Files.createSymbolicLink(
        root.resolve("link.txt"), temporary.toRealPath().resolve("outside.txt"));
    Files.createSymbolicLink(root.resolve("broken.txt"), Path.of("/no/such/file"));
    Workspace workspace = Workspace.open(root);
    mentioned =
        new MentionedFiles(
            workspace,
            new DirectEditing(
                workspace, ProjectJournal.open(temporary.resolve("state"), workspace, "test")),
            Presentation.PLAIN,
            ToolLimits.DEFAULT,
            Addresses.NONE,
            told::add,
            handed);
  }

  @Test
  void aPictureOutsideGoesAlongOnceAPersonHasHandedItOver() throws Exception {
    Path picture = temporary.resolve("Screen shot.png");
    Files.write(picture, new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0});
    String prompt = "see @\"" + picture + "\"";
    assertThat(mentioned.read(prompt).content()).noneMatch(Part.Image.class::isInstance);
    handed.add(picture.toString());
    assertThat(mentioned.read(prompt).content()).anyMatch(Part.Image.class::isInstance);
    assertThat(told).hasSize(1);
  }

  @Test
  void aPersonIsToldWhatGoesAlong() throws Exception {
    Files.writeString(root.resolve("src/B.java"), "1\n2\n3\n4\n");
    Path picture = root.resolve("my pic.png");
    Files.write(picture, new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0});
    String prompt = "@src/A.java, @src/B.java:2-3 and @\"my pic.png\" (not @nothere, @types/node)";
    assertThat(MentionedFiles.along(mentioned.read(prompt)))
        .containsExactly(
            "with src/A.java (1 line), src/B.java (2 lines), the picture my pic.png",
            "no file nothere: sent as text");
    assertThat(MentionedFiles.along(mentioned.read("see @data.bin"))).isEmpty();
    assertThat(MentionedFiles.along(mentioned.read("nothing here"))).isEmpty();
    var hashed = "[src/A.java, version 1, sha256 " + "0a".repeat(32) + "]\nclass A {}\n";
    assertThat(
            MentionedFiles.along(
                new Message.User(
                    List.of(
                        new Part.Text("@src/A.java"),
                        new Part.Text(
                            "<file path=\"src/A.java\" version=\"1\" sha256=\"0a\">\n"
                                + hashed
                                + "\n</file>")))))
        .containsExactly("with src/A.java (1 line)");
  }

  /// What is offered for completion is found by what is written for it.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b.txt",
        "q\"uote.txt",
        "\"begins.txt",
        "a \"quoted\" name",
        "ends(1)",
        "ends\"",
        "back\\slash.md",
        "[id].tsx",
        "wild*card?.txt",
        "日本 語.txt",
        "it's.txt"
      })
  void everyNameThatCanBeTypedGoesAlong(String name) throws Exception {
    Files.writeString(root.resolve(name), "one\n");
    String mention = MentionedFiles.mention(name);
    assertThat(MentionedFiles.mentions("see " + mention + ", then stop")).containsExactly(name);
    assertThat(MentionedFiles.along(mentioned.read("see " + mention)))
        .containsExactly("with " + name + " (1 line)");
    assertThat(told).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/passwd",
        "/etc",
        "../outside.txt",
        "../",
        "src/../../outside.txt",
        "link.txt",
        "/etc/passwd:1-2",
        "\"/etc/host name\"",
      })
  void aPathOutsideIsToldWithTheWayOut(String path) throws Exception {
    Message.User message = mentioned.read("what is in @" + path + " now?");
    assertThat(told).hasSize(1);
    assertThat(told.getFirst())
        .contains("@" + path.replace("\"", ""), "does not go along", "outside", "roots.readOnly");
    assertThat(message.text()).contains("is not shown").doesNotContain("secret", "root:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"./missing.txt", "src/Missing.java", "~/notes.txt", "broken.txt", "data.bin"})
  void whatIsAPathAndCannotBeShownIsTold(String path) throws Exception {
    mentioned.read("what is in @" + path + " now?");
    assertThat(told).hasSize(1);
    assertThat(told.getFirst()).contains("@" + path + " does not go along: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@Override",
        "@someone",
        "mail a@b.c",
        "@types/node",
        "@angular/core@17",
        "@param x",
        "@",
        "@@",
        "git@github.com:a/b.git",
        "@media (print)",
        "@src/A.java",
        "@src/",
        "@2026-01-01",
      })
  void aWordThatIsNoPathIsNotTold(String prompt) throws Exception {
    mentioned.read(prompt);
    assertThat(told).isEmpty();
  }

  @Test
  void moreThanFitsIsTold() throws Exception {
    var all = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      Files.writeString(root.resolve("f" + i + ".txt"), "x\n");
      all.append(" @f").append(i).append(".txt");
    }
    mentioned.read(all.toString());
    assertThat(told).containsExactly("more files are mentioned than fit; the first 20 go along");
  }
}
