package dev.tenon.core.exec.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What configuration outside of a repository leads to inside of the folders that commands write.
class UserConfigTest {
  @TempDir Path folder;
  private Path root;
  private Path home;

  @BeforeEach
  void folders() throws Exception {
    root = Files.createDirectories(folder.resolve("project")).toRealPath();
    home = Files.createDirectories(folder.resolve("home")).toRealPath();
  }

  private static void repository(Path git, String config) throws Exception {
    for (String each : List.of("objects", "refs")) {
      Files.createDirectories(git.resolve(each));
    }
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
    Files.writeString(git.resolve("config"), config);
  }

  @Test
  void includesAndHooksAreFoundInEveryFileOfTheUser() throws Exception {
    Path other = Files.writeString(home.resolve("other"), "[include]\n\tpath = ~/x\n");
    Files.writeString(
        home.resolve(".gitconfig"),
        "[core]\n\thooksPath = .hk\n[include]\n\tpath = " + root + "/not/there/yet.cfg\n");
    UserConfig user = UserConfig.read(Map.of("GIT_CONFIG_GLOBAL", other.toString()), home);
    assertThat(user.entries()).anyMatch(entry -> entry.key().equals("core.hookspath"));
    assertThat(user.includedIn(List.of(root))).containsExactly(root.resolve("not/there/yet.cfg"));
    Repository repository = Repository.in(root.resolve(".git"), user.entries());
    assertThat(repository.vectors()).anyMatch(each -> each.path.equals(root.resolve(".hk")));
  }

  @Test
  void whatIsIncludedFromAFolderThatIsNotThereYetIsWatched() throws Exception {
    repository(
        root.resolve(".git"),
        "[include]\n\tpath = ../conf/deep/shared.cfg\n[core]\n\thooksPath = tools/hooks\n");
    var repositories = new Repositories();
    repositories.expect(List.of(root), java.util.Set.of());
    Path conf = Files.createDirectories(root.resolve("conf/deep")).resolve("shared.cfg");
    Files.writeString(conf, "[core]\n\tfsmonitor = ./evil\n");
    Path hook = Files.createDirectories(root.resolve("tools/hooks")).resolve("pre-commit");
    Files.writeString(hook, "#!/bin/sh\n");
    assertThat(repositories.inspect()).hasSize(2);
    assertThat(conf).doesNotExist();
    assertThat(hook).doesNotExist();
  }
}
