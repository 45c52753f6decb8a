package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class SecretPlacesTest {
  @TempDir Path temporary;

  private List<String> hidden(String... files) throws Exception {
    Path home = temporary.toRealPath();
    for (String file : files) {
      Files.createDirectories(home.resolve(file).getParent());
      Files.writeString(home.resolve(file), "x");
    }
    return ExistingPaths.among(SecretPlaces.of(home, Map.of())).stream()
        .filter(path -> path.startsWith(home))
        .map(path -> home.relativize(path).toString())
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".npmrc",
        ".cargo/credentials",
        ".cargo/credentials.toml",
        ".pgpass",
        ".netrc",
        ".m2/settings.xml",
        ".m2/settings-security.xml",
        ".vault-token",
        ".terraformrc",
        ".config/rclone",
        ".kube",
        ".docker",
        ".mozilla",
        ".config/google-chrome-beta",
        ".config/BraveSoftware",
        ".var/app/org.mozilla.firefox",
        ".claude",
        ".claude.json.backup",
        ".codex",
        ".gemini",
        ".aider.chat.history.md",
        ".bash_history",
        ".zsh_history",
        ".zhistory",
        ".some_new_tool_history",
        ".octave_hist",
        ".local/share/fish",
        ".local/state/python_history",
        ".git-credentials",
        ".config/gh",
        ".ssh",
        ".gnupg",
        ".gradle/gradle.properties",
        ".my.cnf",
      })
  void placesOfSecretsAreKnown(String place) throws Exception {
    assertThat(hidden(place)).containsExactly(place);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".bashrc",
        ".gitconfig",
        ".cargo/config.toml",
        ".cargo/bin/cargo",
        ".m2/repository/x",
        ".gradle/caches/x",
        ".config/git/config",
        ".cache/ms-playwright/x",
        ".local/share/man/x",
        ".npm/x",
        ".rustup/settings.toml",
        "history.txt",
      })
  void whatToolsNeedStays(String place) throws Exception {
    assertThat(hidden(place)).isEmpty();
  }

  @Test
  void theListIsFreeOfDoublesAndOfWholeFolders() {
    assertThat(SecretPlaces.IN_HOME)
        .doesNotHaveDuplicates()
        .doesNotContain(".config", ".local", ".local/share", ".cache", ".m2", ".cargo", "*", ".*");
  }

  @Test
  void variablesThatLeadNowhereHideNothing() throws Exception {
    Path home = temporary.toRealPath();
    Map<String, String> environment =
        Map.of(
            "HISTFILE", "/dev/null",
            "LESSHISTFILE", "-",
            "GNUPGHOME", home.toString(),
            "KUBECONFIG", "relative:" + home.getParent() + "::",
            "SOME_KEY", "/proc/self/environ",
            "KEY_DIR", "/usr",
            "XDG_CONFIG_HOME", "");
    assertThat(SecretPlaces.of(home, environment))
        .isEqualTo(SecretPlaces.of(home, Map.of()))
        .doesNotContain(home, Path.of("/usr"), Path.of("/dev/null"));
  }

  @Test
  void aFolderThatCannotBeListedIsAskedForItsNames() throws Exception {
    Path home = temporary.toRealPath();
    Files.createSymbolicLink(home.resolve(".npmrc"), home.resolve("nowhere"));
    assertThat(ExistingPaths.among(List.of(home.resolve("a*"), home.resolve("none/x/*"))))
        .isEmpty();
    Files.writeString(home.resolve("abc"), "");
    Files.writeString(home.resolve("a"), "");
    assertThat(ExistingPaths.among(List.of(home.resolve("a*c"), home.resolve("*b*"), Path.of("/"))))
        .containsExactly(home.resolve("abc"), home.resolve("abc"));
  }
}
