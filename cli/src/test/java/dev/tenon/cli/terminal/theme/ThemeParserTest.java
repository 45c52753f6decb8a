package dev.tenon.cli.terminal.theme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ThemeParserTest {
  /// A whole theme with other members in front of the colours, and its first colours replaced.
  private static String theme(String members, String colours) {
    Json.Obj dark = ThemeJson.of(BuiltinThemes.dark(), "mine");
    var out = new StringBuilder("{\n").append(members).append("\"colors\": {\n").append(colours);
    for (Token token : Token.values()) {
      if (!colours.contains("\"" + token.key() + "\"")) {
        out.append('"').append(token.key()).append("\": ");
        out.append(String.valueOf(dark.objectOrEmpty("colors").get(token.key()).compact()));
        out.append(token == Token.STATUS_LINE_SUBAGENTS ? "\n" : ",\n");
      }
    }
    return out.append("}}").toString();
  }

  private static String named(String members) {
    return theme("\"name\": \"mine\",\n" + members, "");
  }

  private static String coloured(String colours) {
    return theme("\"name\": \"mine\",\n", colours);
  }

  private static String vars(String vars, String colours) {
    return theme("\"name\": \"mine\",\n\"vars\": {" + vars + "},\n", colours);
  }

  private static String symbols(String symbols) {
    return named("\"symbols\": " + symbols + ",\n");
  }

  private static final String FORMS =
      " must be \"#RRGGBB\", a number from 0 to 255, the name of a variable, or \"\" for the"
          + " terminal's own colour, was ";

  private static Arguments row(String text, String problem) {
    return Arguments.of(text, problem);
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        row("", "x.json: expected JSON, found nothing (line 1, column 1)"),
        row("{", "(line 1, column 2)"),
        row("{\n\"name\": \"a\",\n\"colors\": }", "(line 3, column 1"),
        row("{\"name\": 'a'}", "(line 1, column 10)"),
        row("[]", "x.json: expected a JSON object (line 1, column 1)"),
        row("42", "x.json: expected a JSON object"),
        row("\"dark\"", "x.json: expected a JSON object"),
        row("null", "x.json: expected a JSON object"),
        row("{} {}", "unexpected text after the JSON value (line 1, column 4)"),
        row("{\"name\": \"a\", \"name\": \"b\"}", "line 1, column"),
        row("{// no\n}", "line 1, column 2"),
        row(coloured("\"accent\": 1, \"accent\": 2,"), "line 4, column"),
        row("{}", "x.json: name is missing (and one more problem)"),
        row(theme("", ""), "x.json: name is missing"),
        row(theme("\"name\": 7,", ""), "x.json: name must be a text that is not empty"),
        row(theme("\"name\": \"  \",", ""), "x.json: name must be a text that is not empty"),
        row(theme("\"name\": \"a\\u001b[2J\",", ""), "x.json: name must be at most 100 visible"),
        row("{\"name\": \"a\"}", "x.json: colors is missing; it has to name all 66 tokens"),
        row("{\"name\": \"a\", \"colors\": []}", "x.json: colors must be an object"),
        row("{\"name\": \"a\", \"colors\": {}}", "x.json: colors lacks 66 tokens: accent, border,"),
        row(
            "{\"name\": \"a\", \"colors\": {\"acent\": 1}}",
            "x.json: colors.acent is no token; did you mean 'accent'?"),
        row(named("\"vars\": [],"), "x.json: vars must be an object"),
        row(named("\"export\": 1,"), "x.json: export must be an object"),
        row(named("\"symbols\": \"nerd\","), "x.json: symbols must be an object"),
        row(coloured("\"accent\": \"#12345\","), "x.json: colors.accent" + FORMS + "\"#12345\""),
        row(coloured("\"accent\": \"#12345g\","), "x.json: colors.accent" + FORMS + "\"#12345g\""),
        row(coloured("\"accent\": \"#fff\","), "x.json: colors.accent" + FORMS + "\"#fff\""),
        row(coloured("\"accent\": \"#1234567\","), "x.json: colors.accent" + FORMS),
        row(coloured("\"accent\": \"#１２３４５６\","), "x.json: colors.accent" + FORMS),
        row(coloured("\"dim\": 256,"), "x.json: colors.dim" + FORMS + "256"),
        row(coloured("\"dim\": -1,"), "x.json: colors.dim" + FORMS + "-1"),
        row(coloured("\"dim\": 1.5,"), "x.json: colors.dim" + FORMS + "1.5"),
        row(coloured("\"dim\": 1e2,"), "x.json: colors.dim" + FORMS + "1e2"),
        row(coloured("\"dim\": 99999999999999999999,"), "x.json: colors.dim" + FORMS),
        row(coloured("\"dim\": null,"), "x.json: colors.dim" + FORMS + "null"),
        row(coloured("\"dim\": true,"), "x.json: colors.dim" + FORMS + "true"),
        row(coloured("\"dim\": [1],"), "x.json: colors.dim" + FORMS + "a list"),
        row(coloured("\"dim\": {},"), "x.json: colors.dim" + FORMS + "an object"),
        row(
            coloured("\"dim\": \"nope\","),
            "x.json: colors.dim refers to the variable 'nope', which vars does not have"),
        row(
            coloured("\"dim\": \"240\","),
            "which vars does not have; an index is written without quotes"),
        row(
            vars("\"blue\": 4", "\"dim\": \"blu\","),
            "variable 'blu', which vars does not have; did you mean 'blue'?"),
        row(vars("\"a\": \"a\"", ""), "x.json: vars.a is circular: a → a"),
        row(
            vars("\"a\": \"b\", \"b\": \"c\", \"c\": \"a\"", ""),
            "x.json: vars.a is circular: a → b → c → a (and 2 more problems)"),
        row(
            vars("\"a\": \"b\", \"b\": \"c\", \"c\": \"b\"", "\"dim\": \"a\","),
            "x.json: vars.a is circular: b → c → b"),
        row(vars("\"unused\": {}", ""), "x.json: vars.unused" + FORMS + "an object"),
        row(vars("\"a\": 300", "\"dim\": \"a\","), "x.json: vars.a" + FORMS + "300"),
        row(named("\"export\": {\"pageBg\": true},"), "x.json: export.pageBg" + FORMS + "true"),
        row(symbols("{\"preset\": \"fancy\"}"), "symbols.preset must be unicode, nerd or ascii"),
        row(symbols("{\"preset\": 1}"), "symbols.preset must be unicode, nerd or ascii, was 1"),
        row(symbols("{\"overrides\": []}"), "x.json: symbols.overrides must be an object"),
        row(symbols("{\"overrides\": {\"ok\": 1}}"), "overrides.ok must be a text, was 1"),
        row(
            symbols("{\"overrides\": {\"ok\": \"\\u001b[2J\"}}"),
            "symbols.overrides.ok must not have control characters"),
        row(symbols("{\"overrides\": {\"ok\": \"a\\nb\"}}"), "ok must not have control"),
        row(symbols("{\"overrides\": {\"ok\": \"\\u202e\"}}"), "ok must not have control"),
        row(symbols("{\"overrides\": {\"ok\": \"\\ud800\"}}"), "ok must not have control"),
        row(symbols("{\"overrides\": {\"ok\": \"\"}}"), "ok must take one to 3 columns, takes 0"),
        row(symbols("{\"overrides\": {\"ok\": \"okay\"}}"), "to 3 columns, takes 4: \"okay\""),
        row(
            symbols("{\"overrides\": {\"person\": \"世\"}}"),
            "person must take one column, takes 2"),
        row(symbols("{\"overrides\": {\"rule\": \" \"}}"), "rule must take one column"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aFaultIsNamedWithItsFileAndPlace(String text, String problem) {
    assertThatThrownBy(() -> ThemeParser.parse("x.json", text))
        .isInstanceOf(ThemeException.class)
        .hasMessageStartingWith("x.json: ")
        .hasMessageContaining(problem)
        .satisfies(
            wrong -> {
              assertThat(wrong.getMessage().length()).isLessThan(1500);
              assertThat(wrong.getMessage().codePoints()).noneMatch(Character::isISOControl);
            });
  }

  @Test
  void everythingIsFoundInOneGo() {
    String text = coloured("\"accent\": \"#1\", \"border\": 999, \"dim\": \"x\",");
    assertThatThrownBy(() -> ThemeParser.parse("x.json", text.replace("\"text\": \"\",", "")))
        .isInstanceOfSatisfying(
            ThemeException.class,
            wrong -> assertThat(wrong.problems()).hasSize(4).last().asString().endsWith(": text"));
  }

  @Test
  void valuesOfAllKindsAreTaken() throws Exception {
    Theme theme =
        ThemeParser.parse(
                "x.json",
                "\ufeff"
                    + vars(
                        "\"a\": \"b\", \"b\": \"c\", \"c\": \"#A0b0C0\", \"n\": 244, \"e\": \"\"",
                        "\"accent\": \"a\", \"border\": \"n\", \"dim\": 7, \"error\": \"e\","
                            + " \"muted\": \"\", \"warning\": \"#000000\","))
            .theme();
    assertThat(theme.colour(Token.ACCENT)).isEqualTo(0xa0b0c0);
    assertThat(theme.colour(Token.BORDER)).isEqualTo(Colour.indexed(244));
    assertThat(theme.colour(Token.DIM)).isEqualTo(Colour.indexed(7));
    assertThat(theme.colour(Token.ERROR)).isEqualTo(Colour.DEFAULT);
    assertThat(theme.colour(Token.MUTED)).isEqualTo(Colour.DEFAULT);
    assertThat(theme.colour(Token.WARNING)).isZero();
  }

  @Test
  void whatHasNoEffectIsANote() throws Exception {
    var parsed =
        ThemeParser.parse(
            "x.json",
            named(
                "\"$schema\": \"https://x\", \"colours\": {}, \"export\": {\"bg\": 1}, \"symbols\":"
                    + " {\"overrides\": {\"okay\": \"y\", \"ok\": \"✔\"}},"));
    assertThat(parsed.notes())
        .containsExactly(
            "x.json: colours means nothing in a theme; did you mean 'colors'?",
            "x.json: export.bg means nothing",
            "x.json: symbols.overrides.okay is no symbol");
    assertThat(parsed.theme().symbols().overrides()).containsOnlyKeys(SymbolKey.OK);
  }

  @Test
  void longChainsAndHostileNamesAreSurvived() throws Exception {
    var chain = new ArrayList<String>();
    for (int i = 0; i < 5000; i++) {
      chain.add("\"v" + i + "\": \"v" + (i + 1) + "\"");
    }
    chain.add("\"v5000\": 3");
    String text = vars(String.join(",", chain), "\"dim\": \"v0\",");
    assertThat(ThemeParser.parse("x", text).theme().colour(Token.DIM)).isEqualTo(Colour.indexed(3));
    String hostile = coloured("\"dim\": \"\\u001b]0;x\\u0007" + "y".repeat(100_000) + "\",");
    assertThatThrownBy(() -> ThemeParser.parse("x.json", hostile))
        .satisfies(
            wrong -> {
              assertThat(wrong.getMessage().length()).isLessThan(1500);
              assertThat(wrong.getMessage().codePoints()).noneMatch(Character::isISOControl);
            });
    assertThatThrownBy(() -> ThemeParser.parse("x", "[".repeat(100_000)))
        .isInstanceOf(ThemeException.class);
  }

  @Test
  void aThemeSurvivesItsJson() throws Exception {
    var themes = new ArrayList<Theme>();
    for (String name : BuiltinThemes.NAMES) {
      for (Background background : Background.values()) {
        themes.add(BuiltinThemes.find(name, background).orElseThrow());
      }
    }
    String signs = "{\"preset\": \"nerd\", \"overrides\": {\"ok\": \"✔\", \"bar\": \"┃\"}}";
    themes.add(ThemeParser.parse("x", symbols(signs)).theme());
    for (Theme theme : themes) {
      String json = ThemeJson.of(theme, theme.name()).pretty();
      assertThat(ThemeParser.parse("x", json)).isEqualTo(new ThemeParser.Parsed(theme, List.of()));
    }
  }
}
