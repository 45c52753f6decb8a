package dev.tenon.distribution.pack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

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

  @SafeVarargs
  private static String text(List<String>... recordings) throws IOException {
    var list = new ClassList();
    for (List<String> recording : recordings) {
      list.add(recording);
    }
    return list.text(List.of(), JDK);
  }
}
