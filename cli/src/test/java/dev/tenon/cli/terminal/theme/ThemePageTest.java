package dev.tenon.cli.terminal.theme;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What docs/themes.md says is so.
class ThemePageTest {
  private static String page() throws IOException {
    return Files.readString(Path.of("../docs/themes.md"));
  }

  private static List<String> rows() throws IOException {
    return page().lines().filter(line -> line.startsWith("| `")).toList();
  }

  /// Those that colour pages of HTML and nothing on the screen.
  private static final Set<Token> PAGES = EnumSet.of(Token.TEXT);

  @Test
  void everyTokenIsUsedOrSaidToBeKept() throws IOException {
    Set<Token> used = EnumSet.noneOf(Token.class);
    for (Style style : Style.values()) {
      if (style.foreground() != null) {
        used.add(style.foreground());
      }
      if (style.background() != null) {
        used.add(style.background());
      }
    }
    used.addAll(PAGES);
    for (Token token : Token.values()) {
      List<String> said =
          rows().stream().filter(row -> row.startsWith("| `" + token.key() + "` |")).toList();
      assertThat(said).as(token.key()).hasSize(1);
      boolean kept = said.getFirst().contains("| kept");
      assertThat(kept).as(token.key()).isEqualTo(!used.contains(token));
    }
  }

  @Test
  void everyStyleIsUsedSomewhere() throws IOException {
    var sources = new StringBuilder();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      for (Path file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
        if (!file.endsWith("Style.java")) {
          sources.append(Files.readString(file));
        }
      }
    }
    var unused = new ArrayList<Style>();
    for (Style style : Style.values()) {
      if (!Pattern.compile("Style\\." + style + "\\b").matcher(sources).find()) {
        unused.add(style);
      }
    }
    assertThat(unused).isEmpty();
  }

  @Test
  void theExampleCanBeUsed() throws Exception {
    String page = page();
    int begin = page.lastIndexOf("```json\n") + "```json\n".length();
    var parsed = ThemeParser.parse("example", page.substring(begin, page.indexOf("```", begin)));
    assertThat(parsed.notes()).isEmpty();
    assertThat(parsed.theme().colour(Token.THINKING_TEXT)).isEqualTo(0x8b93a1);
    assertThat(parsed.theme().symbols().overrides()).containsEntry(SymbolKey.PERSON, "»");
  }

  @Test
  void allSignsAreNamed() throws IOException {
    var missing = new ArrayList<String>();
    String page = page();
    for (SymbolKey key : SymbolKey.values()) {
      if (!page.contains("`" + key.key() + "`")) {
        missing.add(key.key());
      }
    }
    assertThat(missing).isEmpty();
  }
}
