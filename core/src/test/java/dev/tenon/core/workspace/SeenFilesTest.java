package dev.tenon.core.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.text.FileVersion;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.text.TextFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeenFilesTest {
  private static final Path A = Path.of("/p/a");
  private static final Path B = Path.of("/p/b");

  @Test
  void versionsGrowWhenTheHashDiffers() {
    var seen = new SeenFiles();
    FileVersion first = seen.saw(A, Sha256.of("1"), null);
    assertThat(first.version()).isEqualTo(1);
    assertThat(seen.saw(A, Sha256.of("1"), null)).isEqualTo(first);
    assertThat(seen.saw(B, Sha256.of("1"), null).version()).isEqualTo(2);
    assertThat(seen.saw(A, Sha256.of("2"), null).version()).isEqualTo(3);
    assertThat(seen.saw(A, Sha256.of("1"), null).version()).isEqualTo(4);
    assertThat(seen.latest(A)).map(FileVersion::version).contains(4);
    assertThat(seen.version(A, Sha256.of("2"))).map(FileVersion::version).contains(3);
    assertThat(seen.version(B, Sha256.of("2"))).isEmpty();
    assertThat(seen.history(A)).extracting(FileVersion::version).containsExactly(4, 3, 1);
  }

  @Test
  void textsAreKeptAsFarAsTheBudgetGoes() throws Exception {
    var seen = new SeenFiles(10);
    seen.saw(A, Sha256.of("aaaa"), TextFile.create("aaaa"));
    seen.saw(A, Sha256.of("bbbb"), TextFile.create("bbbb"));
    assertThat(seen.text(Sha256.of("aaaa"))).map(TextFile::lf).contains("aaaa");
    seen.saw(B, Sha256.of("cccc"), TextFile.create("cccc"));
    assertThat(seen.text(Sha256.of("bbbb"))).isEmpty();
    assertThat(seen.text(Sha256.of("aaaa"))).isPresent();
    seen.saw(B, Sha256.of("too long to keep"), TextFile.create("too long to keep"));
    assertThat(seen.text(Sha256.of("too long to keep"))).isEmpty();
    assertThat(seen.text(Sha256.of("cccc"))).isPresent();
  }

  @Test
  void onlySoManyStatesOfAFileAreRemembered() {
    var seen = new SeenFiles();
    for (int i = 0; i < 20; i++) {
      seen.saw(A, Sha256.of("" + i), null);
    }
    assertThat(seen.history(A)).hasSize(8).first().isEqualTo(new FileVersion(20, Sha256.of("19")));
  }

  @Test
  void aMovedFileIsKnownAndADeletedOneIsNot() {
    var seen = new SeenFiles();
    FileVersion version = seen.saw(A, Sha256.of("1"), null);
    seen.moved(A, B);
    assertThat(seen.latest(A)).isEmpty();
    assertThat(seen.latest(B)).contains(version);
    seen.forget(B);
    assertThat(seen.latest(B)).isEmpty();
  }

  @Test
  void aSnapshotIsNotSeenUntilItIsShown(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("a.txt"), "hello\r\n");
    Workspace workspace = Workspace.open(folder);
    Path real = workspace.sandbox().existing("a.txt");
    Snapshot snapshot = workspace.snapshot(real);
    assertThat(snapshot.path()).isEqualTo("a.txt");
    assertThat(snapshot.sha256()).isEqualTo(Sha256.of("hello\r\n"));
    assertThat(workspace.seen().latest(real)).isEmpty();
    FileVersion version = workspace.saw(snapshot);
    assertThat(workspace.seen().latest(real)).contains(version);
    assertThat(workspace.seen().text(version.sha256())).map(TextFile::lf).contains("hello\n");
    assertThat(workspace.snapshotIfThere(folder.toRealPath().resolve("b"))).isEmpty();
  }
}
