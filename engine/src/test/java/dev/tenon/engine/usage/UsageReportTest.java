package dev.tenon.engine.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Usage;
import dev.tenon.providers.meter.MeasuredRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsageReportTest {
  @TempDir Path home;
  private final List<String> problems = new ArrayList<>();

  @Test
  void whatIsWrittenIsSummed() throws Exception {
    use("/a", "2026-10-31T23:30:00Z", "p/one", 1.0, "read_file", "bash");
    use("/a", "2026-11-01T10:00:00Z", "p/one", 0.5, "bash");
    use("/b", "2026-11-02T10:00:00Z", "p/two", null);
    assertThat(home.resolve("usage/2026-10.jsonl")).exists();
    assertThat(home.resolve("usage/2026-11.jsonl")).exists();
    UsageReport report = UsageReport.read(home, null, ZoneOffset.UTC);
    assertThat(report.rows(UsageReport.By.MODEL))
        .containsExactly(
            List.of("MODEL", "REQUESTS", "INPUT", "OUTPUT", "CACHE READ", "CACHE WRITE", "COST"),
            List.of("p/one", "2", "2,000", "1,000", "20", "10", "$1.50"),
            List.of("p/two", "1", "1,000", "500", "10", "5", "?"),
            List.of("total", "3", "3,000", "1,500", "30", "15", "$1.50+"));
    assertThat(report.rows(UsageReport.By.TOOL))
        .containsExactly(
            List.of("TOOL", "CALLS", "INPUT", "OUTPUT", "CACHE READ", "CACHE WRITE", "COST"),
            List.of("bash", "2", "1,500", "750", "15", "8", "$1.00"),
            List.of("read_file", "1", "500", "250", "5", "3", "$0.50"));
    assertThat(report.rows(UsageReport.By.PROJECT)).hasSize(4);
    Json.Obj json = report.json();
    assertThat(json.array("byDay")).hasSize(3);
    assertThat(problems).isEmpty();
  }

  @Test
  void daysAreThePersons() throws Exception {
    use("/a", "2026-10-31T23:30:00Z", "p/one", 1.0);
    use("/a", "2026-10-31T22:30:00Z", "p/one", 1.0);
    ZoneId berlin = ZoneId.of("Europe/Berlin");
    assertThat(
            UsageReport.read(home, LocalDate.parse("2026-11-01"), berlin).rows(UsageReport.By.DAY))
        .hasSize(2)
        .last()
        .isEqualTo(List.of("2026-11-01", "1", "1,000", "500", "10", "5", "$1.00"));
    assertThat(UsageReport.read(home, LocalDate.parse("2026-11-02"), berlin).isEmpty()).isTrue();
  }

  @Test
  void aTornLineIsLeftOut() throws Exception {
    assertThat(UsageReport.read(home, null, ZoneOffset.UTC).isEmpty()).isTrue();
    use("/a", "2026-11-01T10:00:00Z", "p/one", 1.0);
    Path file = home.resolve("usage/2026-11.jsonl");
    Files.writeString(file, "{\"at\":\"2026-11-01T1", StandardOpenOption.APPEND);
    assertThat(UsageReport.read(home, null, ZoneOffset.UTC).rows(UsageReport.By.MODEL)).hasSize(2);
  }

  private void use(
      String project, String at, String model, @Nullable Double dollars, String... tools) {
    new UsageFile(home, Path.of(project), problems::add)
        .accept(
            new MeasuredRequest(
                Instant.parse(at),
                model,
                new Usage(1000, 500, 10, 5),
                dollars,
                Duration.ofSeconds(1),
                MeasuredRequest.Ending.DONE,
                List.of(tools)));
  }
}
