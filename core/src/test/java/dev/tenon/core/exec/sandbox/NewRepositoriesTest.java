package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NewRepositoriesTest {
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

  @TempDir Path root;
  private final NewRepositories repositories = new NewRepositories();

  private Path made(String config) throws IOException {
    Path git = Files.createDirectories(root.resolve(".git"));
    Files.createDirectories(git.resolve("hooks"));
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
    Files.writeString(git.resolve("hooks/pre-commit.sample"), "");
    return Files.writeString(git.resolve("config"), config);
  }

  @Test
  void aRepositoryAsGitMakesItStays() throws Exception {
    repositories.expect(List.of(root));
    Path config = made(PLAIN);
    assertThat(repositories.inspect(List.of(root))).isEmpty();
    assertThat(config).hasContent(PLAIN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[core]\n fsmonitor = ./evil",
        "[core] fsmonitor = ./evil",
        "[CORE]\n HooksPath=.",
        "[alias]\n st = !evil",
        "[include]\n path = ../evil",
        "[includeIf \"gitdir:.\"]\n path = ../evil",
        "[filter \"x\"]\n clean = evil",
        "[diff \"x\"]\n textconv = evil",
        "[credential]\n helper = !evil",
        "[gpg]\n program = evil",
        "[core]\n sshCommand = evil"
      })
  void oneThatRunsProgramsIsLaidAside(String evil) throws Exception {
    repositories.expect(List.of(root));
    Path config = made(PLAIN + evil + "\n");
    assertThat(repositories.inspect(List.of(root))).singleElement().asString().contains("config");
    assertThat(config).doesNotExist();
    assertThat(root.resolve(".git/config.aside")).exists();
  }

  @Test
  void hooksAndCommondirAreLaidAside() throws Exception {
    repositories.expect(List.of(root));
    made(PLAIN);
    Files.writeString(root.resolve(".git/hooks/post-checkout"), "#!/bin/sh\n");
    Files.writeString(root.resolve(".git/commondir"), "../evil\n");
    assertThat(repositories.inspect(List.of(root))).hasSize(2);
    assertThat(root.resolve(".git/hooks/post-checkout")).doesNotExist();
    assertThat(root.resolve(".git/hooks/pre-commit.sample")).exists();
    assertThat(root.resolve(".git/commondir")).doesNotExist();
  }

  @Test
  void oneThatWasThereBeforeIsTheUsersOwn() throws Exception {
    Path config = made("[alias]\n st = status\n");
    repositories.expect(List.of(root));
    assertThat(repositories.inspect(List.of(root))).isEmpty();
    assertThat(config).exists();
  }
}
