package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.harness.TestPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackOptionsTest {
  private static final String ROOT = TestPrograms.house().toString();

  @Test
  void whoIsToBeWrittenToIsDeclaredOrNamed() throws Exception {
    PackOptions plain = PackOptions.of(List.of(ROOT));
    assertThat(plain.classes()).isEqualTo(PackOptions.Classes.KEPT);
    assertThat(plain.maintainer().text()).startsWith("The Tenon authors <").doesNotContain("local");
    // An address that does not exist says so, instead of reaching somebody.
    assertThat(plain.maintainer().isReachable()).isFalse();
    PackOptions named =
        PackOptions.of(List.of(ROOT, "--maintainer", "A. Ünal <a@joinery.example>", "--train"));
    assertThat(named.maintainer().text()).isEqualTo("A. Ünal <a@joinery.example>");
    assertThat(named.maintainer().isReachable()).isTrue();
    assertThat(named.classes()).isEqualTo(PackOptions.Classes.TRAINED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nobody",
        "<a@b.example>",
        "A <a@localhost>",
        "A <a>",
        "A <a@b.example> ",
        "A<a@b.example>",
        "A, B <a@b.example>",
        "A <a@b.example>\nEssential: yes",
        "A\nEssential: yes <a@b.example>",
        "A <a b@c.example>",
        "A <a@b@c.example>"
      })
  void anAddressThatDebianWouldRefuseIsRefused(String text) {
    assertThatThrownBy(() -> PackOptions.of(List.of(ROOT, "--maintainer", text)))
        .isInstanceOf(PackException.class)
        .hasMessageContaining("NAME <USER@HOST.DOMAIN>");
  }

  @Test
  void otherWordsAreRefused() {
    for (List<String> words :
        List.of(List.of(ROOT, "--frob"), List.of(ROOT, "--maintainer"), List.of(ROOT, "x"))) {
      assertThatThrownBy(() -> PackOptions.of(words)).hasMessageContaining("usage: ./package");
    }
  }

  @Test
  void aProjectWithoutADeveloperIsTold(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("pom.xml"), "<project/>");
    assertThatThrownBy(() -> PackOptions.of(List.of(folder.toString())))
        .hasMessageContaining("declares no developer");
  }
}
