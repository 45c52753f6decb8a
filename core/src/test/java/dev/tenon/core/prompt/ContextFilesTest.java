package dev.tenon.core.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextFilesTest {
  private static final List<String> NAMES = List.of("AGENTS.md", "CLAUDE.md", "GEMINI.md");

  @TempDir Path temporary;
  private Path home;
  private Path state;
  private Path repository;
  private Path root;

  @BeforeEach
  void makeFolders() throws IOException {
    home = Files.createDirectories(temporary.toRealPath().resolve("home"));
    state = home.resolve(".tenon");
    repository = home.resolve("code/repository");
    root = Files.createDirectories(repository.resolve("a/b"));
    Files.createDirectory(repository.resolve(".git"));
  }

  @Test
  void nothingThereGivesNothing() {
    assertThat(collect(root)).isEqualTo(ContextFiles.NONE);
  }

  @Test
  void theNearestComesLastAndTheRepositoryIsTheLimit() throws IOException {
    write(home.resolve("AGENTS.md"), "above the repository");
    write(state.resolve("AGENTS.md"), "the user's own");
    write(repository.resolve("AGENTS.md"), "top");
    write(repository.resolve("GEMINI.md"), "top for gemini");
    write(root.resolve("CLAUDE.md"), "near for claude");
    write(root.resolve("AGENTS.md"), "\n near \n");
    assertThat(collect(root).files())
        .containsExactly(
            new ContextFile("AGENTS.md of the user", "the user's own"),
            new ContextFile("../../AGENTS.md", "top"),
            new ContextFile("../../GEMINI.md", "top for gemini"),
            new ContextFile("AGENTS.md", "near"),
            new ContextFile("CLAUDE.md", "near for claude"));
    assertThat(collect(root).warnings()).isEmpty();
  }

  @Test
  void aWorktreesGitFileIsALimitToo() throws IOException {
    write(home.resolve("AGENTS.md"), "above");
    Path worktree = Files.createDirectories(home.resolve("worktree/inner"));
    write(home.resolve("worktree/.git"), "gitdir: elsewhere");
    write(home.resolve("worktree/AGENTS.md"), "top");
    assertThat(collect(worktree).files()).extracting(ContextFile::text).containsExactly("top");
  }

  @Test
  void outsideOfARepositoryTheHomeFolderIsTheLimit() throws IOException {
    write(home.resolve("AGENTS.md"), "home");
    write(home.getParent().resolve("AGENTS.md"), "not ours");
    Path plain = Files.createDirectories(home.resolve("plain/project"));
    write(home.resolve("plain/CLAUDE.md"), "plain");
    assertThat(collect(plain).files())
        .extracting(ContextFile::text)
        .containsExactly("home", "plain");
  }

  @Test
  void elsewhereOnlyTheRootItselfCounts() throws IOException {
    Path shared = Files.createDirectories(home.getParent().resolve("shared/project"));
    write(shared.getParent().resolve("AGENTS.md"), "planted");
    write(shared.resolve("AGENTS.md"), "project");
    assertThat(collect(shared).files()).extracting(ContextFile::text).containsExactly("project");
  }

  @Test
  void theSameTextIsTakenOnce() throws IOException {
    write(root.resolve("AGENTS.md"), "same\n");
    Files.createSymbolicLink(root.resolve("CLAUDE.md"), Path.of("AGENTS.md"));
    write(root.resolve("GEMINI.md"), "same");
    write(repository.resolve("AGENTS.md"), "same");
    assertThat(collect(root).files()).containsExactly(new ContextFile("AGENTS.md", "same"));
    assertThat(collect(root).warnings()).isEmpty();
  }

  @Test
  void linksInsideTheRepositoryAreFollowedAndThoseOutOfItAreNot() throws IOException {
    write(repository.resolve("docs/agents.md"), "shared rules");
    Files.createSymbolicLink(root.resolve("AGENTS.md"), Path.of("../../docs/agents.md"));
    write(home.resolve("secret"), "secret");
    Files.createSymbolicLink(root.resolve("CLAUDE.md"), home.resolve("secret"));
    Files.createSymbolicLink(root.resolve("GEMINI.md"), Path.of("absent"));
    ContextFiles found = collect(root);
    assertThat(found.files()).containsExactly(new ContextFile("AGENTS.md", "shared rules"));
    assertThat(found.warnings())
        .containsExactly(
            "CLAUDE.md leads out of the project and was left out",
            "GEMINI.md cannot be read and was left out");
  }

  @Test
  void theUsersOwnFileMayBeALink() throws IOException {
    write(home.resolve("dotfiles/agents.md"), "mine");
    Files.createDirectories(state);
    Files.createSymbolicLink(state.resolve("AGENTS.md"), home.resolve("dotfiles/agents.md"));
    assertThat(collect(root).files()).extracting(ContextFile::text).containsExactly("mine");
  }

  @Test
  void whatIsNoTextIsLeftOut() throws Exception {
    Files.write(root.resolve("AGENTS.md"), new byte[] {'a', 0, 'b'});
    Files.createDirectory(root.resolve("CLAUDE.md"));
    assertThat(new ProcessBuilder("mkfifo", root.resolve("GEMINI.md").toString()).start().waitFor())
        .isZero();
    write(repository.resolve("AGENTS.md"), " \n");
    ContextFiles found = collect(root);
    assertThat(found.files()).isEmpty();
    assertThat(found.warnings())
        .containsExactly(
            "AGENTS.md is not text and was left out",
            "CLAUDE.md is not a regular file and was left out",
            "GEMINI.md is not a regular file and was left out");
  }

  @Test
  void aLongFileIsCutAtALine() throws IOException {
    write(root.resolve("AGENTS.md"), "0123456789\n".repeat(10_000));
    ContextFiles found = collect(root);
    assertThat(found.warnings())
        .containsExactly(
            "AGENTS.md is too long: 32768 of 110000 bytes went into the system prompt");
    assertThat(found.files().getFirst().text())
        .hasSizeLessThan(32_900)
        .endsWith("\n0123456789\n[cut: 32768 of 110000 bytes]");
  }

  @Test
  void aLongLineIsCutBetweenCharacters() throws IOException {
    write(root.resolve("AGENTS.md"), "x" + "é".repeat(40_000));
    String text = collect(root).files().getFirst().text();
    assertThat(text).startsWith("xéé").contains("é\n[cut: ").doesNotContain("\uFFFD");
  }

  @Test
  void allTogetherAreBoundedAndTheNearestHaveTheRoom() throws IOException {
    write(root.resolve("AGENTS.md"), "near\n".repeat(6000));
    write(root.getParent().resolve("AGENTS.md"), "middle\n".repeat(4000));
    write(repository.resolve("AGENTS.md"), "far\n".repeat(5000));
    ContextFiles found = collect(root);
    assertThat(found.files()).hasSize(3);
    assertThat(found.files().get(2).text()).endsWith("near");
    assertThat(found.files().get(1).text()).endsWith("middle");
    assertThat(found.files().get(0).text()).startsWith("far\nfar").contains("[cut: ");
    int bytes =
        found.files().stream()
            .mapToInt(file -> file.text().getBytes(StandardCharsets.UTF_8).length)
            .sum();
    assertThat(bytes).isLessThan(ContextRoom.MOST_BYTES_IN_ALL + 200);
  }

  private ContextFiles collect(Path folder) {
    return ContextFiles.collect(folder, home, state, NAMES);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
