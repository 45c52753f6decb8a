package dev.tenon.cli.terminal.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FrecentFilesTest {
  @TempDir Path folder;
  private Path root;
  private final List<String> prompts = new ArrayList<>();

  @BeforeEach
  void files() throws IOException {
    root = Files.createDirectories(folder.resolve("project"));
    Files.writeString(folder.resolve("outside.txt"), "");
    for (String name : List.of("old.txt", "often.txt", "late.txt", "a b.txt", "never.txt")) {
      Files.writeString(root.resolve(name), "");
    }
  }

  private List<String> offered(String letters, String... index) {
    return new FrecentFiles(() -> List.copyOf(prompts), root, typed -> List.of(index))
        .apply(letters);
  }

  @Test
  void whatWasMentionedOftenAndLatelyComesFirst() {
    prompts.add("first look at @old.txt");
    prompts.add("then @often.txt and @often.txt");
    prompts.add("again @often.txt:10-20, please");
    prompts.add("now @late.txt.");
    assertThat(offered("", "never.txt", "late.txt"))
        .containsExactly("often.txt", "late.txt", "old.txt", "never.txt");
  }

  @Test
  void longAgoCountsLittle() {
    prompts.addAll(Collections.nCopies(3, "see @old.txt"));
    prompts.addAll(Collections.nCopies(200, "nothing"));
    prompts.add("see @late.txt");
    assertThat(offered("")).containsExactly("late.txt", "old.txt");
  }

  @Test
  void onlyWhatHasTheLettersIsPutFirst() {
    prompts.add("see @late.txt @often.txt and @\"a b.txt\"");
    assertThat(offered("OFT", "never.txt")).containsExactly("often.txt", "never.txt");
    assertThat(offered("nvr", "never.txt")).containsExactly("never.txt");
    assertThat(offered("a b")).containsExactly("a b.txt");
  }

  /// Letters are typed as they come to mind: `oft` and `ofx` both mean the file of every day.
  @Test
  void scatteredLettersFindWhatIsUsedToo() {
    prompts.add("see @often.txt");
    prompts.add("see @often.txt and @late.txt");
    assertThat(offered("ofx", "offset/far.txt", "o/f/x.txt"))
        .containsExactly("often.txt", "offset/far.txt", "o/f/x.txt");
    assertThat(offered("tt", "butter.txt", "never.txt"))
        .as("what is typed in one piece is meant so")
        .containsExactly("butter.txt", "often.txt", "late.txt", "never.txt");
  }

  @Test
  void whatIsGoneOrOutsideOrNoPathIsNotOffered() throws IOException {
    prompts.add("@gone.txt @../outside.txt @/etc/passwd @some\0thing @. @/ @* me@late.txt");
    assertThat(offered("", "never.txt")).containsExactly("never.txt");
    prompts.add("@old.txt");
    assertThat(offered("")).containsExactly("old.txt");
    Files.delete(root.resolve("old.txt"));
    assertThat(offered("")).isEmpty();
  }
}
