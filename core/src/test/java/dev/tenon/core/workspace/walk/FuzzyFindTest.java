package dev.tenon.core.workspace.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FuzzyFindTest {
  private static final List<String> PATHS =
      List.of(
          "README.md",
          "core/",
          "core/src/TextFile.java",
          "core/src/TextFileTest.java",
          "core/src/FileMode.java",
          "docs/text-file.md",
          "docs/user_guide.md",
          "web/style.css",
          "xab-a");

  private static List<String> find(String query) {
    return FuzzyFind.rank(query, PATHS, 3);
  }

  @Test
  void betterFitsComeFirst() {
    assertThat(find("readme.md")).first().isEqualTo("README.md");
    assertThat(find("core")).first().isEqualTo("core/");
    assertThat(find("TextFile"))
        .containsExactly(
            "core/src/TextFile.java", "core/src/TextFileTest.java", "docs/text-file.md");
    assertThat(find("filemode")).first().isEqualTo("core/src/FileMode.java");
    assertThat(find("userguide")).first().isEqualTo("docs/user_guide.md");
    assertThat(find("src/file")).first().isEqualTo("core/src/FileMode.java");
    assertThat(find("tft")).first().isEqualTo("core/src/TextFileTest.java");
    assertThat(find("webcss")).containsExactly("web/style.css");
    assertThat(find("ab")).contains("xab-a");
    assertThat(find("zzz")).isEmpty();
  }

  @Test
  void nothingTypedShowsWhatIsNearTheRoot() {
    assertThat(find("")).containsExactly("README.md", "core/", "xab-a");
  }

  @Test
  void aWorkspaceKnowsItsPaths(@TempDir Path temp) throws Exception {
    Files.createDirectories(temp.resolve("src/main"));
    Files.writeString(temp.resolve("src/main/App.java"), "");
    Files.createSymbolicLink(temp.resolve("App.link"), Path.of("src"));
    Workspace workspace = Workspace.open(temp);
    assertThat(workspace.view().find("app", 5)).containsExactly("src/main/App.java");
    assertThat(workspace.view().find("main", 5)).first().isEqualTo("src/main/");
  }
}
