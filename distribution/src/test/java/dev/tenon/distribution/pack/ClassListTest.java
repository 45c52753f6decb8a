package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassListTest {
  private static final Path JDK = Path.of(System.getProperty("java.home"));

  @Test
  void theOrderAndTheLuckOfARecordingMakeNoDifference() throws Exception {
    String first =
        text(
            List.of(
                "# a comment",
                "java/lang/String id: 7",
                "java/lang/Object id: 1",
                "@lambda-proxy java/util/List b",
                "@cp java/lang/Object 1 2",
                "dev/tenon/distribution/TrainedCommands id: 9"),
            List.of("java/util/List id: 3"));
    String second =
        text(
            List.of("java/util/List id: 1", "java/lang/Object id: 2"),
            List.of(
                "@cp java/lang/Object 1",
                "java/lang/String id: 8",
                "@lambda-proxy java/util/List b",
                "@lambda-proxy dev/tenon/distribution/TrainedCommands x"));
    assertThat(second).isEqualTo(first);
    assertThat(first)
        .startsWith(
            "java/lang/Object\njava/lang/String\njava/util/List\n@lambda-proxy java/util/List b\n")
        .contains("\n@cp java/lang/Object ")
        .doesNotContain("distribution", "id:", "#");
  }

  @Test
  void anEarlierListGivesItself() throws Exception {
    String once = text(List.of("java/lang/Object id: 1", "java/lang/String id: 2"));
    assertThat(text(once.lines().toList())).isEqualTo(once);
  }

  /// What is kept with the sources gives the same list, and what has gone since is left out.
  @Test
  void itsLinesGiveTheSameListAgain(@TempDir Path folder) throws Exception {
    var recorded = new ClassList();
    recorded.add(
        List.of(
            "java/lang/Object id: 1",
            "java/util/Comparator id: 2",
            "@lambda-proxy java/util/Comparator compare x",
            "@cp java/util/Comparator " + allIndexes()));
    String text = recorded.text(List.of(), JDK);
    assertThat(recorded.lines())
        .contains("@lambda-proxy java/util/Comparator compare x")
        .anyMatch(line -> line.startsWith("@call java/util/Comparator compare ("));
    Path file = folder.resolve("classes.list");
    var caches = new TreeMap<>(Map.of("tenon", recorded.lines(), "brief", recorded.lines()));
    new TrainedClasses(caches).write(file);
    var again = new ClassList();
    again.add(TrainedClasses.read(file).byCache().get("brief"));
    assertThat(again.text(List.of(), JDK)).isEqualTo(text);
    assertThat(again.missing()).isZero();
    assertThat(TrainedClasses.read(file).byCache().get("worker")).isEmpty();

    again.add(List.of("no/longer/There", "@lambda-proxy no/longer/There run x"));
    again.add(List.of("@call no/longer/There run ()V"));
    assertThat(again.text(List.of(), JDK)).isEqualTo(text);
    assertThat(again.missing()).isOne();
  }

  private static String allIndexes() {
    return String.join(" ", IntStream.range(1, 400).mapToObj(String::valueOf).toList());
  }

  @SafeVarargs
  private static String text(List<String>... recordings) throws IOException {
    var list = new ClassList();
    for (List<String> recording : recordings) {
      list.add(recording);
    }
    return list.text(List.of(), JDK);
  }
}
