package dev.tenon.cli.terminal.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TerminalQueriesTest {
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofMillis(1);

  private final List<String> heard = new ArrayList<>();

  private TerminalQueries answering(String... reports) {
    var self = new ArrayList<TerminalQueries>();
    var queries =
        new TerminalQueries(
            query -> {
              for (String report : reports) {
                self.getFirst().heard(new Key.Report(report));
              }
            });
    self.add(queries);
    queries.onReport(heard::add);
    return queries;
  }

  @Test
  void theAnswerIsTheFirstReportThatFits() throws Exception {
    TerminalQueries queries = answering("[?62c", "]11;a", "]11;b");
    assertThat(queries.ask("?", report -> report.startsWith("]11;"), LONG)).contains("]11;a");
    assertThat(heard).containsExactly("[?62c", "]11;b");
  }

  @Test
  void nobodyWaitsForLong() throws Exception {
    TerminalQueries queries = answering();
    assertThat(queries.ask("?", report -> true, SHORT)).isEmpty();
    // It comes too late, and answers no later question.
    queries.heard(new Key.Report("]11;late"));
    assertThat(heard).containsExactly("]11;late");
    assertThat(queries.ask("?", report -> true, SHORT)).isEmpty();
  }
}
