package dev.tenon.core.exec.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HiddenHintsTest {
  @TempDir Path temporary;

  private List<String> hints(int code, String said, String... places) throws Exception {
    Path home = temporary.toRealPath();
    for (String place : places) {
      Files.createDirectories(home.resolve(place).getParent());
      Files.writeString(home.resolve(place), "x");
    }
    Bounds b = Bounds.of(Path.of("/p"), Path.of("/s"), home);
    return HiddenHints.of(
        code,
        said.replace("HOME", home.toString()),
        new Bounds(
            b.writable(),
            b.readOnly(),
            SecretPlaces.of(home, Map.of()),
            b.denied(),
            b.sealed(),
            b.programs(),
            b.state(),
            b.home(),
            b.network(),
            b.limits(),
            b.rest()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "git@host: Permission denied (publickey). | .ssh",
        "fatal: could not read Username for 'https://host': terminal prompts disabled |"
            + " .git-credentials",
        "npm error code ENEEDAUTH | .npmrc",
        "has not been downloaded from it before. | .m2/settings.xml",
        "gpg: signing failed: No secret key | .gnupg",
        "Unable to locate credentials. You can configure them | .aws",
        "open HOME/.kube/config: no such file | .kube",
        "cat: HOME/.pgpass: empty | .pgpass",
        "warning: HOME/.netrc: no machine | .netrc",
      })
  void whatWasMissedIsNamed(String said, String place) throws Exception {
    assertThat(hints(1, said, place))
        .containsExactly(
            "the sandbox hides ~/"
                + place
                + "; the user can show it to commands with sandbox.visible in config.yml");
    assertThat(hints(0, said, place)).isEmpty();
  }

  @Test
  void whatIsNotThereOrNotSpokenOfIsNot() throws Exception {
    assertThat(hints(1, "Permission denied (publickey)")).isEmpty();
    assertThat(hints(1, "error: cannot find symbol", ".ssh", ".npmrc")).isEmpty();
    assertThat(hints(1, "cat: HOME/.netrc-other: x", ".netrc")).isEmpty();
  }
}
