package dev.tenon.arch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What went wrong is told in words for a person: an exception that was expected enough to be
/// caught by its name is never put into a text as it is, with the name of its class. What nobody
/// expected is a bug, and its class helps whoever reads the report. Of what code of somebody else
/// throws, the class is told to them, by one class of ours.
class MessagesTest {
  private static final Set<String> BUGS = Set.of("RuntimeException", "Error", "Throwable");
  private static final Pattern CATCH =
      Pattern.compile("catch \\(([\\w.|\\s]+?)\\s+(\\w+)\\)\\s*\\{");
  private static final Pattern NAMES =
      Pattern.compile("\\+\\s*\\w+\\.getCause\\(\\)(?!\\s*\\.)|getSimpleName\\(\\)");
  private static final Path FOREIGN = Path.of("dev/tenon/core/text/Thrown.java");
  private static final Set<String> SHIPPED =
      Set.of("core", "providers", "tools", "protocols", "engine", "server", "cli", "worker");

  @Test
  void noMessageHoldsTheNameOfAClass() throws IOException {
    var found = new ArrayList<String>();
    int sources = 0;
    for (String module : SHIPPED) {
      Path folder = TestPrograms.house().resolve(module).resolve("src/main/java");
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          sources++;
          if (file.endsWith(FOREIGN)) {
            continue;
          }
          for (String each : classNames(Files.readString(file))) {
            found.add(file.getFileName() + ": " + each);
          }
        }
      }
    }
    assertThat(found).isEmpty();
    assertThat(sources).isGreaterThan(500);
  }

  /// The message of a failed read or write is often nothing but a path, or null; `IoFailure` knows
  /// the words. Only what people type and read is held to it.
  @Test
  void whyAFileFailedIsToldInWords() throws IOException {
    var found = new ArrayList<String>();
    Path folder = TestPrograms.house().resolve("cli/src/main/java");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        for (String each : bareMessages(Files.readString(file))) {
          found.add(file.getFileName() + ": " + each);
        }
      }
    }
    assertThat(found).isEmpty();
    String shape = "try { x(); } catch (%s failed) { tell(failed.getMessage()); }";
    assertThat(bareMessages(shape.formatted("IOException"))).hasSize(1);
    assertThat(bareMessages(shape.formatted("CommitException | IOException"))).hasSize(1);
    assertThat(bareMessages(shape.formatted("CommitException"))).isEmpty();
  }

  private static List<String> bareMessages(String source) {
    var found = new ArrayList<String>();
    for (Matcher caught = CATCH.matcher(source); caught.find(); ) {
      String use = caught.group(2) + ".getMessage()";
      if (List.of(caught.group(1).strip().split("\\s*\\|\\s*", -1)).contains("IOException")
          && block(source, caught.end()).contains(use)) {
        found.add("catch (" + caught.group(1) + ") … " + use);
      }
    }
    return found;
  }

  @Test
  void theRuleSeesWhatItForbids() {
    String shape = "try { x(); } catch (IOException | SQLException refused) { %s }";
    assertThat(classNames(shape.formatted("tell(\"no: \" + refused);"))).hasSize(1);
    assertThat(classNames(shape.formatted("tell(refused + \" it is\");"))).hasSize(1);
    assertThat(classNames(shape.formatted("tell(String.valueOf(refused));"))).hasSize(1);
    assertThat(classNames(shape.formatted("tell(refused.toString());"))).hasSize(1);
    assertThat(classNames(shape.formatted("tell(\"x\" + refused.getCause());"))).hasSize(1);
    assertThat(classNames(shape.formatted("if (a) { tell(\"b\"); } tell(\"no: \" + refused);")))
        .hasSize(1);
    assertThat(classNames(shape.formatted("tell(\"no: \" + IoFailure.named(refused));"))).isEmpty();
    assertThat(classNames(shape.formatted("throw new IOException(\"no\", refused);"))).isEmpty();
    assertThat(classNames("catch (RuntimeException bug) { tell(\"a bug: \" + bug); }")).isEmpty();
  }

  private static List<String> classNames(String source) {
    var found = new ArrayList<String>();
    for (Matcher caught = CATCH.matcher(source); caught.find(); ) {
      if (BUGS.containsAll(List.of(caught.group(1).strip().split("\\s*\\|\\s*", -1)))) {
        continue;
      }
      String name = caught.group(2);
      String block = block(source, caught.end());
      Matcher used =
          Pattern.compile(
                  "\\+\\s*%1$s\\b(?!\\s*[.(\\[])|\\b%1$s\\.toString\\(\\)|valueOf\\(%1$s\\)|\\b%1$s\\s*\\+"
                      .formatted(name))
              .matcher(block);
      while (used.find()) {
        found.add("catch (" + caught.group(1) + " " + name + ") … " + used.group());
      }
    }
    NAMES.matcher(source).results().forEach(use -> found.add(use.group()));
    return found;
  }

  /// Up to the brace that closes the one before this place.
  private static String block(String source, int from) {
    int depth = 1;
    int at = from;
    while (depth > 0 && at < source.length()) {
      char c = source.charAt(at++);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    }
    return source.substring(from, at);
  }
}
