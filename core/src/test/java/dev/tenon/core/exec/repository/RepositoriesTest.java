package dev.tenon.core.exec.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class RepositoriesTest {
  private static final String PLAIN =
      """
      [core]
      \trepositoryformatversion = 0
      \tfilemode = true
      \tbare = false
      \tlogallrefupdates = true
      [remote "origin"]
      \turl = https://example.org/x.git
      \tfetch = +refs/heads/*:refs/remotes/origin/*
      [branch "main"]
      \tremote = origin
      \tmerge = refs/heads/main
      """;

  @TempDir Path folder;
  private Path root;
  private final Repositories repositories = new Repositories();

  @BeforeEach
  void real() throws Exception {
    root = folder.toRealPath();
  }

  private List<Path> expect() {
    return repositories.expect(List.of(root), Set.of());
  }

  private Path made(String git, String config) throws IOException {
    Path at = Files.createDirectories(root.resolve(git));
    Files.createDirectories(at.resolve("hooks"));
    Files.createDirectories(at.resolve("objects"));
    Files.createDirectories(at.resolve("refs"));
    Files.writeString(at.resolve("HEAD"), "ref: refs/heads/main\n");
    Files.writeString(at.resolve("hooks/pre-commit.sample"), "");
    Files.writeString(at.resolve("config"), config);
    return at;
  }

  @Test
  void aRepositoryAsGitMakesItStays() throws Exception {
    expect();
    Path git = made("a/.git", PLAIN);
    assertThat(repositories.inspect()).isEmpty();
    assertThat(git.resolve("config")).hasContent(PLAIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {".git", "a/.git", "a/b.git", "node_modules/x/.git", "."})
  void whatIsNotHarmlessIsSetAsideAndTheRestStays(String at) throws Exception {
    expect();
    Path git = made(at, PLAIN + "[core]\n fsmonitor = ./evil\n");
    Files.writeString(git.resolve("hooks/post-checkout"), "#!/bin/sh\n");
    Files.writeString(git.resolve("commondir"), "../evil\n");
    assertThat(repositories.inspect()).hasSize(3);
    assertThat(git.resolve("config")).content().contains("bare").doesNotContain("fsmonitor");
    assertThat(git.resolve("config.aside")).content().contains("fsmonitor");
    assertThat(git.resolve("hooks/post-checkout")).doesNotExist();
    assertThat(git.resolve("hooks/pre-commit.sample")).exists();
    assertThat(git.resolve("commondir")).doesNotExist();
    assertThat(repositories.inspect()).isEmpty();
  }

  @Test
  void oneThatWasThereBeforeIsTheUsersOwn() throws Exception {
    Path git = made("a/.git", "[alias]\n st = !x\n");
    Files.writeString(git.resolve("hooks/pre-push"), "mine");
    assertThat(expect()).contains(git.resolve("config"), git.resolve("hooks"));
    assertThat(repositories.inspect()).isEmpty();
    expect();
    Files.writeString(git.resolve("config"), "[alias]\n st = !evil\n");
    Files.writeString(git.resolve("hooks/pre-push"), "evil");
    assertThat(repositories.inspect()).hasSize(2);
    assertThat(git.resolve("config")).content().contains("!x");
    assertThat(git.resolve("hooks/pre-push")).hasContent("mine");
    assertThat(git.resolve("hooks/pre-push.aside")).hasContent("evil");
  }

  @Test
  void whatIsHarmlessMayBeAddedToIt() throws Exception {
    Path git = made("a/.git", "[alias]\n st = !x\n");
    expect();
    Files.writeString(git.resolve("config"), "[alias]\n st = !x\n" + PLAIN);
    assertThat(repositories.inspect()).isEmpty();
    assertThat(git.resolve("config")).content().contains("origin");
  }

  @Test
  void oneThatGoesAndComesBackIsTheSame() throws Exception {
    Path git = made("fixture.git", "[alias]\n st = !x\n");
    assertThat(expect()).isEmpty();
    Files.move(git, root.resolve("away"));
    Files.delete(root.resolve("away/HEAD"));
    assertThat(repositories.inspect()).isEmpty();
    expect();
    Files.writeString(root.resolve("away/HEAD"), "ref: refs/heads/main\n");
    Files.move(root.resolve("away"), git);
    assertThat(repositories.inspect()).isEmpty();
    assertThat(git.resolve("config")).content().contains("!x");
  }

  @ParameterizedTest
  @CsvSource({
    "rebase-merge/git-rebase-todo, exec ./x",
    "rebase-merge/git-rebase-todo, x ./x",
    "rebase-merge/strategy, ./../x",
    "sequencer/opts, '[options]\n strategy = ./x\n'",
    "BISECT_NAMES, $(x)",
    "remotes/o, 'URL: ext::x'",
    "branches/o, ext::x",
    "info/attributes, '* diff=x'",
    "gitweb/httpd.conf, x"
  })
  void stateThatRunsProgramsIsSetAside(String file, String text) throws Exception {
    Path git = made("a/.git", PLAIN);
    expect();
    Files.createDirectories(git.resolve(file).getParent());
    Files.writeString(git.resolve(file), text);
    assertThat(repositories.inspect()).hasSize(1);
    assertThat(git.resolve(file)).doesNotExist();
    assertThat(git.resolve(file + ".aside")).hasContent(text);
  }

  @ParameterizedTest
  @CsvSource({
    "rebase-merge/git-rebase-todo, 'pick 1234 x\n# exec y\nbreak\n'", "rebase-merge/strategy, ort",
    "sequencer/opts, '[options]\n strategy = ort\n signoff = true\n'",
        "BISECT_NAMES, '''a'' ''b c'''"
  })
  void stateThatRunsNothingStays(String file, String text) throws Exception {
    Path git = made("a/.git", PLAIN);
    expect();
    Files.createDirectories(git.resolve(file).getParent());
    Files.writeString(git.resolve(file), text);
    assertThat(repositories.inspect()).isEmpty();
  }

  @Test
  void whileAnotherCommandRunsNothingIsTheUsersOwn() throws Exception {
    expect();
    Path git = made("a/.git", "[alias]\n st = !x\n");
    expect();
    assertThat(repositories.inspect()).hasSize(1);
    assertThat(git.resolve("config.aside")).exists();
    Files.writeString(git.resolve("config"), "[alias]\n st = !y\n");
    assertThat(repositories.inspect()).hasSize(1);
    assertThat(git.resolve("config.aside2")).exists();
  }

  @Test
  void tooManyFoldersAreSaidOnce() throws Exception {
    var few = new Repositories(5);
    for (int i = 0; i < 10; i++) {
      Files.createDirectories(root.resolve("d" + i));
    }
    few.expect(List.of(root), Set.of());
    assertThat(few.inspect()).singleElement().asString().contains("too many folders");
    few.expect(List.of(root), Set.of());
    assertThat(few.inspect()).isEmpty();
  }

  @Test
  void aLargeTreeIsLookedAtTheSame() throws Exception {
    for (int i = 0; i < 600; i++) {
      Files.createDirectories(root.resolve("d" + i % 20 + "/ü" + i));
    }
    expect();
    made("d7/ü27/.git", "[core]\nfsmonitor = x\n");
    made("d3/new/deep/.git", "[core]\nfsmonitor = x\n");
    assertThat(repositories.inspect()).hasSize(2);
    expect();
    Files.writeString(root.resolve("d7/ü27/.git/config"), "[core]\nfsmonitor = x\n");
    assertThat(repositories.inspect()).hasSize(1);
  }

  @Test
  void whatConfigurationLeadsToIsKeptInsideOfTheRootsOnly() throws Exception {
    Path project = Files.createDirectories(root.resolve("project"));
    Path inside = Files.writeString(project.resolve("more"), "[user]\nname = a\n");
    Path outside = Files.writeString(root.resolve("outside"), "[user]\nname = a\n");
    made("project/.git", "[include]\npath = ../more\npath = " + outside + "\n");
    assertThat(repositories.expect(List.of(project), Set.of())).contains(inside);
    Files.writeString(inside, "[core]\nfsmonitor = x\n");
    Files.writeString(outside, "[core]\nfsmonitor = x\n");
    assertThat(repositories.inspect()).singleElement().asString().contains("more.aside");
    assertThat(inside).content().contains("name = a");
    assertThat(outside).content().contains("fsmonitor");
  }

  @Test
  void whatIsHiddenFromCommandsIsNotLookedAt() throws Exception {
    Path state = made("state/.git", "[alias]\n x = y\n");
    assertThat(repositories.expect(List.of(root), Set.of(root.resolve("state")))).isEmpty();
    Files.writeString(state.resolve("config"), "[alias]\n x = !z\n");
    assertThat(repositories.inspect()).isEmpty();
  }
}
