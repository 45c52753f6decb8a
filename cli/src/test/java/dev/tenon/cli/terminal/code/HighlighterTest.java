package dev.tenon.cli.terminal.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HighlighterTest {

  /// One language of the golden file: its code, and below each line the tokens it consists of.
  record Golden(String language, List<String> code, List<String> tokens) {
    @Override
    public String toString() {
      return language;
    }
  }

  static Stream<Golden> golden() throws IOException {
    var all = new ArrayList<Golden>();
    try (InputStream in = HighlighterTest.class.getResourceAsStream("golden.txt")) {
      for (String line :
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
              .split("\n", -1)) {
        if (line.startsWith("=== ")) {
          all.add(new Golden(line.substring(4), new ArrayList<>(), new ArrayList<>()));
        } else if (line.startsWith("  ~ ")) {
          all.getLast().tokens().add(line.substring(4).strip());
        } else if (line.equals("  ~")) {
          all.getLast().tokens().add("");
        } else if (!all.isEmpty() && !line.isEmpty()) {
          all.getLast().code().add(line);
        }
      }
    }
    return all.stream();
  }

  static String tokens(Highlighter highlighter, String line) {
    var out = new StringBuilder();
    for (Token token : highlighter.line(line)) {
      String kind = token.kind().name().toLowerCase(Locale.ROOT);
      out.append(out.isEmpty() ? "" : "  ").append(kind).append(' ');
      out.append('‹').append(line, token.start(), token.end()).append('›');
    }
    return out.toString();
  }

  /// Punctuation has a test of its own: it would be every other token.
  @ParameterizedTest
  @MethodSource("golden")
  void everyLanguageHasItsTokens(Golden golden) {
    Highlighter highlighter = Highlighter.of(golden.language()).orElseThrow();
    var found = new ArrayList<String>();
    golden.code().forEach(line -> found.add(tokens(highlighter, line)));
    found.replaceAll(line -> line.replaceAll("(^|  )punctuation ‹.›", "").strip());
    assertThat(found).isEqualTo(golden.tokens());
  }

  @Test
  void punctuationIsATokenOutsideOfTextsAndComments() {
    Highlighter highlighter = Highlighter.of("java").orElseThrow();
    assertThat(tokens(highlighter, "f(a[0], \"(;\"); // {}"))
        .isEqualTo(
            "function ‹f›  punctuation ‹(›  punctuation ‹[›  number ‹0›  punctuation ‹]›"
                + "  punctuation ‹,›  string ‹\"(;\"›  punctuation ‹)›  punctuation ‹;›"
                + "  comment ‹// {}›");
  }

  @Test
  void thereAreMoreThanTwentyLanguages() throws IOException {
    assertThat(golden().map(Golden::language)).hasSizeGreaterThan(24).doesNotHaveDuplicates();
  }

  @Test
  void filesAreKnownByTheirNames() {
    for (String path :
        List.of(
            "a/B.java",
            "x.KT",
            "Makefile",
            "Dockerfile",
            "dir/Dockerfile.dev",
            "pom.xml",
            "a.b.ts",
            "CMakeLists.cmake",
            ".bashrc",
            ".editorconfig",
            "x.tar.yaml")) {
      assertThat(Highlighter.ofFile(path)).as(path).isPresent();
    }
    for (String path : List.of("", "x", "a.unknown", "/", ".", "a.", "x".repeat(100_000))) {
      assertThat(Highlighter.ofFile(path)).as(path).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/", "(/[", "\"", "'", "`", "/*", "${", "<", "<a b='", "&", "r#\"", "@", "#", "$", "\\",
        "<<EOF", "a", "1", "1e", "\"\\", "[", "{-", "世", "\u0000", "\ud800", "- ", "::", "=begin"
      })
  void hostileLinesCostLittle(String atom) throws IOException {
    String line = atom.repeat(1_000_000 / atom.length());
    for (Golden golden : golden().toList()) {
      Highlighter highlighter = Highlighter.of(golden.language()).orElseThrow();
      long start = System.nanoTime();
      sound(highlighter.line(line), line);
      sound(highlighter.line("x = 1;"), "x = 1;");
      assertThat((System.nanoTime() - start) / 1_000_000).as(golden.language()).isLessThan(2_000);
    }
  }

  @Test
  void anyTextHasSoundTokens() throws IOException {
    List<Golden> all = golden().toList();
    String atoms = "\"'`/*#-+<>=!&|(){}[]$@\\ ab1._:;,\t\n世";
    for (int seed = 0; seed < 3_000; seed++) {
      var random = new Random(seed);
      Golden golden = all.get(random.nextInt(all.size()));
      Highlighter highlighter = Highlighter.of(golden.language()).orElseThrow();
      for (int lines = 0; lines < 4; lines++) {
        var line = new StringBuilder();
        for (int i = random.nextInt(40); i > 0; i--) {
          line.append(atoms.charAt(random.nextInt(atoms.length())));
        }
        String text = line.toString();
        List<Token> ahead = highlighter.copy().line(text);
        List<Token> tokens = highlighter.line(text);
        assertThat(ahead).as("seed %d: %s", seed, text).isEqualTo(tokens);
        sound(tokens, text);
      }
    }
  }

  /// In order, without overlaps, within the line.
  private static void sound(List<Token> tokens, String line) {
    int at = 0;
    for (Token token : tokens) {
      assertThat(token.start()).isGreaterThanOrEqualTo(at);
      assertThat(token.end()).isGreaterThan(token.start()).isLessThanOrEqualTo(line.length());
      at = token.end();
    }
  }
}
