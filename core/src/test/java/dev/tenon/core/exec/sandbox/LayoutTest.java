package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.exec.sandbox.Place.Treatment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class LayoutTest {
  @TempDir Path temporary;
  private Path base;
  private Path root;
  private Path home;
  private Path state;

  @BeforeEach
  void folders() throws Exception {
    base = temporary.toRealPath();
    root = Files.createDirectories(base.resolve("project"));
    home = Files.createDirectories(base.resolve("home"));
    state = Files.createDirectories(home.resolve(".tenon"));
  }

  private Map<String, Treatment> places(Bounds bounds) throws IOException {
    Map<String, Treatment> places = new HashMap<>();
    for (Place place : Layout.of(bounds)) {
      if (place.path().startsWith(base)) {
        places.put(base.relativize(place.path()).toString(), place.treatment());
      }
    }
    return places;
  }

  private Bounds bounds() {
    return Bounds.of(root, state, home);
  }

  private void repository(Path git) throws IOException {
    Files.createDirectories(git.resolve("hooks"));
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
    Files.writeString(git.resolve("config"), "[core]\n");
  }

  @Test
  void theHomeCountsAsItsVisibleFolders() throws Exception {
    Files.createDirectories(home.resolve("code"));
    Files.createDirectories(home.resolve("bin"));
    Files.createDirectories(home.resolve(".config/git"));
    Files.writeString(home.resolve(".bashrc"), "");
    assertThat(places(Bounds.of(home, state, home)))
        .containsEntry("home/code", Treatment.WRITABLE)
        .containsEntry("home/bin", Treatment.READ_ONLY)
        .doesNotContainKeys("home/.config", "home/.bashrc")
        .doesNotContainEntry("home", Treatment.WRITABLE);
  }

  @Test
  void whatIsAboveTheHomeCountsForNothing() throws Exception {
    assertThat(places(Bounds.of(base, state, home))).doesNotContainValue(Treatment.WRITABLE);
    assertThat(places(Bounds.of(Path.of("/"), state, home)))
        .doesNotContainValue(Treatment.WRITABLE);
  }

  @Test
  void gitVectorsAreReadOnlyAndTheirFolderStays() throws Exception {
    repository(root.resolve(".git"));
    repository(root.resolve(".git/modules/library"));
    assertThat(places(bounds()))
        .containsEntry("project", Treatment.WRITABLE)
        .containsEntry("project/.git", Treatment.PINNED)
        .containsEntry("project/.git/config", Treatment.READ_ONLY)
        .containsEntry("project/.git/hooks", Treatment.READ_ONLY)
        .containsEntry("project/.git/modules", Treatment.PINNED)
        .containsEntry("project/.git/modules/library", Treatment.PINNED)
        .containsEntry("project/.git/modules/library/config", Treatment.READ_ONLY);
  }

  @Test
  void aMissingHooksFolderIsMadeSoThatNobodyElseDoes() throws Exception {
    repository(root.resolve(".git"));
    Files.delete(root.resolve(".git/hooks"));
    assertThat(places(bounds())).containsEntry("project/.git/hooks", Treatment.READ_ONLY);
    assertThat(root.resolve(".git/hooks")).isEmptyDirectory();
  }

  @Test
  void linkedHooksMakeAllOfGitReadOnly() throws Exception {
    repository(root.resolve(".git"));
    Files.delete(root.resolve(".git/hooks"));
    Files.createSymbolicLink(root.resolve(".git/hooks"), home);
    assertThat(places(bounds())).containsEntry("project/.git", Treatment.READ_ONLY);
  }

  @Test
  void aWorktreeMayWriteItsRepository() throws Exception {
    Path main = Files.createDirectories(base.resolve("main/.git"));
    repository(main);
    Path own = Files.createDirectories(main.resolve("worktrees/project"));
    Files.writeString(own.resolve("gitdir"), root.resolve(".git") + "\n");
    Files.writeString(root.resolve(".git"), "gitdir: " + own + "\n");
    assertThat(places(bounds()))
        .containsEntry("project/.git", Treatment.READ_ONLY)
        .containsEntry("main/.git", Treatment.WRITABLE)
        .containsEntry("main/.git/config", Treatment.READ_ONLY)
        .containsEntry("main/.git/hooks", Treatment.READ_ONLY);
  }

  @Test
  void aForgedWorktreeOpensNothing() throws Exception {
    Path victim = Files.createDirectories(base.resolve("victim/.git"));
    repository(victim);
    Path own = Files.createDirectories(victim.resolve("worktrees/other"));
    Files.writeString(own.resolve("gitdir"), base.resolve("other/.git") + "\n");
    for (Path target : List.of(own, victim, home)) {
      Files.writeString(root.resolve(".git"), "gitdir: " + target + "\n");
      assertThat(places(bounds())).doesNotContainKeys("victim/.git", "home");
    }
  }

  @Test
  void whatIsDeniedWinsOverARootInsideOfIt() throws Exception {
    Path inner = Files.createDirectories(root.resolve("secrets/inner"));
    var bounds =
        new Bounds(
            List.of(root, inner),
            List.of(),
            List.of(),
            () -> List.of(root.resolve("secrets")),
            List::of,
            () -> ClosedPrograms.NONE,
            state,
            home,
            Bounds.Network.NONE,
            Bounds.Limits.DEFAULT,
            Bounds.Rest.VISIBLE);
    assertThat(places(bounds))
        .containsEntry("project/secrets", Treatment.HIDDEN)
        .doesNotContainKey("project/secrets/inner");
  }

  @Test
  void readOnlyRootsHoldInsideOfWritableOnes() throws Exception {
    Path inner = Files.createDirectories(root.resolve("vendor/lib"));
    var bounds =
        new Bounds(
            List.of(root),
            List.of(inner),
            List.of(),
            List::of,
            () -> List.of(root.resolve("sealed.txt")),
            () -> ClosedPrograms.NONE,
            state,
            home,
            Bounds.Network.NONE,
            Bounds.Limits.DEFAULT,
            Bounds.Rest.VISIBLE);
    Files.writeString(root.resolve("sealed.txt"), "");
    assertThat(places(bounds))
        .containsEntry("project/vendor/lib", Treatment.READ_ONLY)
        .containsEntry("project/vendor", Treatment.PINNED)
        .containsEntry("project/sealed.txt", Treatment.READ_ONLY);
    assertThat(places(bounds.looking())).containsEntry("project", Treatment.READ_ONLY);
  }
}
