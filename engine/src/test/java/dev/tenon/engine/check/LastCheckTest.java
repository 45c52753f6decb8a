package dev.tenon.engine.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever asks for the last check hears what is wrong with it; nothing is printed.
class LastCheckTest {
  @TempDir Path folder;
  private final List<String> told = new ArrayList<>();

  @Test
  void whatIsKeptIsReadAgain() {
    var last = new LastCheck(folder.resolve("state"));
    assertThat(last.read(told::add)).isEmpty();
    last.write("mvn test", told::add);
    assertThat(last.read(told::add)).contains("mvn test");
    assertThat(told).isEmpty();
  }

  @Test
  void whatCannotBeReadOrKeptIsTold() throws Exception {
    Path file = folder.resolve("check.json");
    Files.writeString(file, "{");
    var last = new LastCheck(folder);
    assertThat(last.read(told::add)).isEmpty();
    assertThat(told).singleElement().asString().contains(file.toString(), "it is damaged");
    told.clear();
    var nowhere = new LastCheck(file.resolve("below"));
    nowhere.write("mvn test", told::add);
    assertThat(told).singleElement().asString().contains("the check is not remembered: ");
  }
}
