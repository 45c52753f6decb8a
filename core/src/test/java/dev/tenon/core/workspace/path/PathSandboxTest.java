package dev.tenon.core.workspace.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.text.FileBytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathSandboxTest {
  @TempDir Path temp;
  private Path root;
  private Path outside;
  private PathSandbox sandbox;

  @BeforeEach
  void tree() throws Exception {
    Path real = temp.toRealPath();
    root = Files.createDirectory(real.resolve("root"));
    outside = Files.createDirectory(real.resolve("root-sibling"));
    Files.writeString(outside.resolve("secret.txt"), "secret");
    Files.createDirectories(root.resolve("src/main"));
    Files.writeString(root.resolve("src/main/App.java"), "class App {}");
    Files.writeString(root.resolve("README.md"), "hi");
    Files.createSymbolicLink(root.resolve("out"), outside);
    Files.createSymbolicLink(root.resolve("out-file"), outside.resolve("secret.txt"));
    Files.createSymbolicLink(root.resolve("in"), Path.of("src"));
    Files.createSymbolicLink(root.resolve("dangling"), outside.resolve("not-yet"));
    Files.createSymbolicLink(root.resolve("dangling-in"), Path.of("src/not-yet"));
    Files.createSymbolicLink(root.resolve("loop"), Path.of("loop2"));
    Files.createSymbolicLink(root.resolve("loop2"), Path.of("loop"));
    sandbox = new PathSandbox(root);
  }

  private PathException.Kind kindOf(String path) {
    try {
      sandbox.existing(path);
      throw new AssertionError("allowed: " + path);
    } catch (PathException problem) {
      return problem.kind();
    }
  }

  private PathException.Kind writeKindOf(String path) {
    try {
      Path real = sandbox.writable(path);
      throw new AssertionError("allowed: " + path + " as " + real);
    } catch (PathException problem) {
      return problem.kind();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        "../",
        "../root-sibling/secret.txt",
        "src/../../root-sibling/secret.txt",
        "/etc/hosts",
        "/etc",
        "out/secret.txt",
        "out",
        "out/",
        "out-file",
        "out/missing.txt",
        "in/../out/secret.txt",
        "/proc/self/root/etc/hosts",
        "/proc/self/cwd/../../etc/hosts",
        "~",
        "~/x",
        "file:///etc/hosts",
        "loop",
        "loop/x",
        "dangling",
        "dangling/x",
      })
  void whatLeadsOutsideIsDenied(String path) {
    assertThat(kindOf(path)).isEqualTo(PathException.Kind.DENIED);
    if (!path.endsWith("/")) {
      assertThat(writeKindOf(path)).isEqualTo(PathException.Kind.DENIED);
    }
  }

  @Test
  void aSiblingWithTheSamePrefixIsOutside() {
    assertThat(kindOf(outside.resolve("secret.txt").toString()))
        .isEqualTo(PathException.Kind.DENIED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\t", "a\0b", "file://%zz"})
  void unusablePathsAreInvalid(String path) {
    assertThat(kindOf(path)).isEqualTo(PathException.Kind.INVALID);
    assertThat(writeKindOf(path)).isEqualTo(PathException.Kind.INVALID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"src/", "new.txt/", ".", "README.md/x", "README.md/x/y"})
  void placesThatAreNoFilesCannotBeWritten(String path) {
    assertThat(writeKindOf(path)).isEqualTo(PathException.Kind.INVALID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/main/App.java",
        "./src//main/./App.java",
        "src/../src/main/App.java",
        "in/main/App.java",
        " src/main/App.java\n",
        "src/main/App.java/",
      })
  void whatLeadsInsideIsResolved(String path) throws Exception {
    assertThat(sandbox.existing(path)).isEqualTo(root.resolve("src/main/App.java"));
  }

  @Test
  void absolutePathsInsideAreFine() throws Exception {
    Path file = root.resolve("README.md");
    assertThat(sandbox.existing(file.toString())).isEqualTo(file);
    assertThat(sandbox.existing(file.toUri().toString())).isEqualTo(file);
    assertThat(sandbox.existing("/proc/self/root" + file)).isEqualTo(file);
    assertThat(sandbox.existing("/")).isEqualTo(root);
    assertThat(sandbox.existing(".")).isEqualTo(root);
    assertThat(sandbox.writable(root.resolve("new/x.txt").toString()))
        .isEqualTo(root.resolve("new/x.txt"));
  }

  @Test
  void aRootBehindALinkIsTheRealFolder() throws Exception {
    Path link = Files.createSymbolicLink(temp.resolve("link"), root);
    var linked = new PathSandbox(link);
    assertThat(linked.root()).isEqualTo(root);
    assertThat(linked.existing(link.resolve("README.md").toString()))
        .isEqualTo(root.resolve("README.md"));
  }

  @Test
  void newFilesLieWhereTheirParentReallyIs() throws Exception {
    assertThat(sandbox.writable("in/main/New.java")).isEqualTo(root.resolve("src/main/New.java"));
    assertThat(sandbox.writable("a/b/c")).isEqualTo(root.resolve("a/b/c"));
    assertThat(sandbox.writable(" a.txt\n")).isEqualTo(root.resolve("a.txt"));
    assertThat(sandbox.writable("...")).isEqualTo(root.resolve("..."));
  }

  @Test
  void spacesInAnExistingNameCount() throws Exception {
    Files.writeString(root.resolve("odd "), "x");
    assertThat(sandbox.existing("odd ")).isEqualTo(root.resolve("odd "));
    assertThat(sandbox.writable("odd ")).isEqualTo(root.resolve("odd "));
  }

  @Test
  void aBrokenLinkInsideIsDeniedToo() {
    assertThat(kindOf("dangling-in")).isEqualTo(PathException.Kind.DENIED);
    assertThat(writeKindOf("dangling-in")).isEqualTo(PathException.Kind.DENIED);
  }

  @Test
  void refusalsSayWhatToDo() {
    assertThatThrownBy(() -> sandbox.existing("/etc/hosts"))
        .hasMessage("access denied: '/etc/hosts' leads outside the root")
        .extracting(problem -> ((PathException) problem).suggestions())
        .isEqualTo(List.of("use a relative path under '.'"));
    assertThatThrownBy(() -> sandbox.existing("/etc/hosts"))
        .extracting(problem -> ((PathException) problem).decision())
        .asString()
        .contains("root=" + root, "cleaned=/etc/hosts", "rel=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"readme.txt", "READ", "REAMDE.md", "README"})
  void aMissingNameSuggestsNearOnes(String path) {
    assertThatThrownBy(() -> sandbox.existing(path))
        .hasMessage("not found: " + path)
        .extracting(problem -> ((PathException) problem).suggestions())
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.list(String.class))
        .contains("Did you mean README.md?");
  }

  @Test
  void suggestionsNameTheWholePathAndAreAtMostThree() throws Exception {
    for (int i = 0; i < 9; i++) {
      Files.writeString(root.resolve("src/main/Thing" + i + ".java"), "");
    }
    assertThatThrownBy(() -> sandbox.existing("in/main/Thing.java"))
        .extracting(problem -> ((PathException) problem).suggestions())
        .isEqualTo(
            List.of(
                "Did you mean src/main/Thing0.java?",
                "Did you mean src/main/Thing1.java?",
                "Did you mean src/main/Thing2.java?"));
  }

  @Test
  void moreRootsCanBeReadOrWritten() throws Exception {
    Path library = Files.createDirectory(temp.toRealPath().resolve("library"));
    Files.writeString(library.resolve("api.h"), "");
    Files.createDirectories(root.resolve("vendor"));
    var wide =
        new PathSandbox(
            root,
            List.of(
                Root.of(library, Root.Use.READ_ONLY),
                Root.of(outside, Root.Use.WRITABLE),
                Root.of(root.resolve("vendor"), Root.Use.READ_ONLY)));
    assertThat(wide.existing(library.resolve("api.h").toString()))
        .isEqualTo(library.resolve("api.h"));
    assertThat(wide.relative(library.resolve("api.h"))).isEqualTo(library + "/api.h");
    assertThat(wide.existing("out/secret.txt")).isEqualTo(outside.resolve("secret.txt"));
    assertThat(wide.writable("out/new.txt")).isEqualTo(outside.resolve("new.txt"));
    assertThatThrownBy(() -> wide.writable(library.resolve("api.h").toString()))
        .hasMessageContaining("read-only");
    assertThatThrownBy(() -> wide.writable("vendor/x")).hasMessageContaining("read-only");
    assertThatThrownBy(
            () -> wide.files().stage(root.resolve("vendor/x"), FileBytes.of(new byte[0]), null))
        .isInstanceOf(java.nio.file.AccessDeniedException.class);
    assertThatThrownBy(() -> wide.existing("/etc/hosts")).hasMessageContaining("outside");
  }

  @Test
  void aRootThatDoesNotExistIsNamed() {
    assertThatThrownBy(() -> new PathSandbox(root.resolve("none")))
        .hasMessageContaining("does not exist")
        .hasMessageContaining("none");
    assertThatThrownBy(() -> new PathSandbox(root.resolve("README.md")))
        .hasMessageContaining("not a folder");
  }
}
