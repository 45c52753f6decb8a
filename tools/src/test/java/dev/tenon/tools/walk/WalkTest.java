package dev.tenon.tools.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Counts the classes whose code runs on three walks through the product, so that a walk does not
/// get longer unnoticed. `target/walks/` has the names.
class WalkTest {
  @TempDir Path folder;

  @Test
  void anEditPassesFewClasses() throws Exception {
    assertThat(walk("edit")).hasSizeBetween(20, 127);
  }

  @Test
  void applyingAReviewPassesFewClasses() throws Exception {
    assertThat(walk("apply")).hasSizeBetween(20, 82);
  }

  @Test
  void aCommandAndItsUndoPassFewClasses() throws Exception {
    assertThat(walk("bashAndUndo")).hasSizeBetween(20, 222);
  }

  /// The names of the classes that one walk passes, nested ones too.
  private Set<String> walk(String name) throws Exception {
    var walks = new TracingLoader().loadClass(Walks.class.getName());
    var passed = new TreeSet<String>();
    for (Object type : (Set<?>) walks.getMethod(name, Path.class).invoke(null, folder)) {
      if (!type.toString().startsWith(WalkTest.class.getPackageName())) {
        passed.add(type.toString());
      }
    }
    Path lists = Files.createDirectories(Path.of("target", "walks"));
    Files.write(lists.resolve(name + ".txt"), passed);
    return passed;
  }
}
