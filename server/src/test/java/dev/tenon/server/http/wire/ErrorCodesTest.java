package dev.tenon.server.http.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every code that the source can answer is in the table, and the table is in the documentation.
class ErrorCodesTest {
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Path DOCUMENTATION = Path.of("../docs/server.md");

  /// `new EngineException(Kind.X, "code"` and `new Problem(400, "code"`.
  private static final Pattern USE =
      Pattern.compile(
          "new (?:EngineException\\(\\s*(?:EngineException\\.)?Kind\\.([A-Z_]+)|Problem\\(\\s*(\\d+)),\\s*\"([a-z_]+)\"");

  @Test
  void everyCodeOfTheSourceIsKnown() throws IOException {
    var codes = new TreeSet<String>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
        USE.matcher(Files.readString(file)).results().forEach(use -> codes.add(use.group(3)));
      }
    }
    assertThat(codes).hasSizeGreaterThan(20);
    assertThat(ErrorCodes.ALL).extracting(ErrorCodes.Entry::code).containsAll(codes);
  }

  @Test
  void everyCodeHasTheStatusThatItIsUsedWith() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
        USE.matcher(Files.readString(file))
            .results()
            .forEach(
                use ->
                    assertThat(ErrorCodes.entry(use.group(3)).status())
                        .as(use.group(3) + " in " + file.getFileName())
                        .isEqualTo(status(use.group(1), use.group(2), use.group(3))));
      }
    }
  }

  private static int status(String kind, String number, String code) {
    if (kind == null) {
      return Integer.parseInt(number);
    }
    return switch (kind) {
      case "INVALID" -> 400;
      case "NOT_FOUND" -> 404;
      case "CONFLICT" -> 409;
      case "DENIED" -> 403;
      case "BUSY" -> code.equals("stopping") ? 503 : 429;
      default -> throw new AssertionError("EngineException.Kind." + kind + " has no status here");
    };
  }

  @Test
  void theDocumentationHasTheTable() throws IOException {
    var rows = new ArrayList<String>();
    for (ErrorCodes.Entry entry : ErrorCodes.ALL) {
      rows.add("| `" + entry.code() + "` | " + entry.status() + " | " + entry.meaning() + " |");
    }
    List<String> written =
        Files.readAllLines(DOCUMENTATION).stream()
            .filter(line -> line.matches("\\| `[a-z_]+` \\| \\d{3} \\|.*"))
            .toList();
    assertThat(written)
        .as("docs/server.md, table of error codes; this is it:\n" + String.join("\n", rows))
        .containsExactlyElementsOf(rows);
  }

  @Test
  void everyCodeHasAMeaningAndASuggestion() {
    assertThat(ErrorCodes.ALL).extracting(ErrorCodes.Entry::code).doesNotHaveDuplicates();
    for (ErrorCodes.Entry entry : ErrorCodes.ALL) {
      assertThat(entry.meaning()).as(entry.code()).isNotBlank().doesNotContain("|");
      assertThat(entry.suggestion()).as(entry.code()).endsWith(".");
    }
  }
}
