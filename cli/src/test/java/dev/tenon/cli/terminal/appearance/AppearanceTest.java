package dev.tenon.cli.terminal.appearance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.terminal.device.TerminalQueries;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.Cells;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.theme.Background;
import dev.tenon.cli.terminal.theme.BuiltinThemes;
import dev.tenon.cli.terminal.theme.ColourDepth;
import dev.tenon.cli.terminal.theme.Theme;
import dev.tenon.cli.terminal.theme.ThemeException;
import dev.tenon.cli.terminal.theme.ThemeJson;
import dev.tenon.cli.terminal.theme.ThemeStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class AppearanceTest {
  @TempDir Path home;

  private final Palette palette = Palette.COLOURED.replaceable(ColourDepth.TRUECOLOR);
  private final DisplayOptions look =
      new DisplayOptions(palette, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);
  private final AtomicInteger repaints = new AtomicInteger();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final List<String> sent = new CopyOnWriteArrayList<>();
  private TerminalQueries queries = new TerminalQueries(sent::add);
  private Appearance appearance;

  @AfterEach
  void close() {
    if (appearance != null) {
      appearance.close();
    }
  }

  private void open(String name, Map<String, String> environment) {
    var wishes =
        new ThemeWishes(ThemeStore.in(home), name, "dark", "light", ThemeWishes.Eyes.USUAL, null);
    appearance = new Appearance(wishes, palette, StandardCharsets.UTF_8, environment);
  }

  private void begin() {
    appearance.begin(queries, repaints::incrementAndGet, told::add);
  }

  private void terminalSays(String report) {
    queries =
        new TerminalQueries(
            query -> {
              sent.add(query);
              queries.heard(new Key.Report(report));
            });
  }

  private Path write(String name, String text) throws IOException {
    Path folder = Files.createDirectories(home.resolve("themes"));
    Path aside = Files.writeString(home.resolve("aside"), text);
    return Files.move(
        aside,
        folder.resolve(name + ".json"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING,
        java.nio.file.StandardCopyOption.ATOMIC_MOVE);
  }

  private static String json(String accent) {
    String json = ThemeJson.of(BuiltinThemes.dark(), "mine").pretty();
    return json.replace("\"accent\": \"#c5a5f5\"", "\"accent\": " + accent);
  }

  private String accent() {
    return look.paint(Style.ACCENT, "x");
  }

  private static String accentOf(Theme theme) {
    Palette other = Palette.COLOURED.replaceable(ColourDepth.TRUECOLOR);
    other.use(theme, Glyphs.UNICODE);
    return other.paint(Style.ACCENT, "x");
  }

  private static final String DARK = accentOf(BuiltinThemes.dark());
  private static final String LIGHT = accentOf(BuiltinThemes.light());

  private void shows(String wanted) {
    await().atMost(Duration.ofSeconds(20)).until(() -> accent().equals(wanted));
  }

  @Test
  void aLightTerminalGetsTheLightThemeAfterTheFirstPicture() {
    open("auto", Map.of("TERM", "xterm-256color"));
    assertThat(accent()).isEqualTo(DARK);
    assertThat(sent).isEmpty();
    terminalSays("]11;rgb:ffff/ffff/ffff");
    begin();
    shows(LIGHT);
    assertThat(sent).containsExactly("\033]11;?\007");
    await().until(() -> repaints.get() == 1);
  }

  @Test
  void anAnswerThatChangesNothingPaintsNothing() {
    open("auto", Map.of("TERM", "xterm-256color", "COLORFGBG", "0;15"));
    assertThat(accent()).isEqualTo(LIGHT);
    terminalSays("]11;rgb:ffff/ffff/ffff");
    begin();
    await().until(() -> sent.size() == 1);
    assertThat(accent()).isEqualTo(LIGHT);
    assertThat(repaints).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "]11;rgb:ff", "]11;nonsense", "[?62c", "]10;rgb:ffff/ffff/ffff"})
  void whoSaysNothingOrNonsenseIsTakenAsDark(String report) throws Exception {
    open("auto", Map.of("TERM", "xterm-256color"));
    terminalSays(report);
    begin();
    await().until(() -> sent.size() == 1);
    // An answer after the hundred milliseconds is dropped.
    queries.ask("wait", nothing -> false, Duration.ofMillis(1));
    queries.heard(new Key.Report("]11;rgb:ffff/ffff/ffff"));
    assertThat(accent()).isEqualTo(DARK);
    assertThat(repaints).hasValue(0);
    assertThat(told).isEmpty();
  }

  @Test
  void nobodyIsAskedForNothing() {
    for (Map<String, String> environment :
        List.of(Map.of("TERM", "linux"), Map.of("TERM", "vt100"), Map.<String, String>of())) {
      open("auto", environment);
      begin();
    }
    open("dark", Map.of("TERM", "xterm-256color"));
    begin();
    var plain = Palette.MONOCHROME.replaceable(ColourDepth.TRUECOLOR);
    var wishes =
        new ThemeWishes(ThemeStore.in(home), "auto", "dark", "light", ThemeWishes.Eyes.USUAL, null);
    try (var other =
        new Appearance(wishes, plain, StandardCharsets.UTF_8, Map.of("TERM", "xterm"))) {
      other.begin(queries, repaints::incrementAndGet, told::add);
    }
    assertThat(sent).isEmpty();
    assertThat(repaints).hasValue(0);
  }

  @Test
  void theTerminalTellsOfAChange() {
    open("auto", Map.of("TERM", "linux"));
    begin();
    queries.heard(new Key.Report("[?997;2n"));
    assertThat(accent()).isEqualTo(LIGHT);
    queries.heard(new Key.Report("[?997;2n"));
    assertThat(repaints).hasValue(1);
    queries.heard(new Key.Report("[?997;1n"));
    assertThat(accent()).isEqualTo(DARK);
    queries.heard(new Key.Report("[?997;9n"));
    assertThat(repaints).hasValue(2);
  }

  @Test
  void whatHasColoursForBothFollowsTheBackground() {
    open("high-contrast", Map.of("TERM", "xterm-256color"));
    terminalSays("]11;rgb:ffff/ffff/ffff");
    begin();
    shows(accentOf(BuiltinThemes.find("high-contrast", Background.LIGHT).orElseThrow()));
  }

  @Test
  void aFileIsReadAfterTheFirstPictureAndFollowed() throws Exception {
    write("mine", json("\"#010203\""));
    open("mine", Map.of("TERM", "xterm-256color"));
    assertThat(accent()).isEqualTo(DARK);
    begin();
    shows("\033[38;2;1;2;3mx\033[39m");
    write("mine", json("\"#040506\""));
    shows("\033[38;2;4;5;6mx\033[39m");
    // A fault is told once, and the last good theme stays.
    write("mine", json("\"nope\""));
    await().until(() -> told.size() == 1);
    write("mine", json("\"nope\"") + "\n");
    write("mine", json("\"other\""));
    await().until(() -> told.size() == 2);
    assertThat(told.getFirst()).contains("mine.json: colors.accent refers to the variable 'nope'");
    assertThat(accent()).isEqualTo("\033[38;2;4;5;6mx\033[39m");
    Files.delete(home.resolve("themes/mine.json"));
    write("mine", json("7"));
    shows("\033[38;5;7mx\033[39m");
    assertThat(told).hasSize(2);
  }

  @Test
  void aFileThatIsWrongAtTheStartCanBeMended() throws Exception {
    write("mine", "{");
    open("mine", Map.of());
    begin();
    await().until(() -> told.size() == 1);
    assertThat(told.getFirst()).contains("mine.json: ").contains("line 1, column 2");
    assertThat(accent()).isEqualTo(DARK);
    // Watching may begin after the line was told: write until it is seen.
    await()
        .until(
            () -> {
              write("mine", json("7"));
              return accent().equals("\033[38;5;7mx\033[39m");
            });
  }

  @Test
  void aThemeThatIsNotThereIsToldAndNothingElseHappens() {
    open("lihgt", Map.of());
    appearance.beginPlainly(told::add);
    assertThat(told).containsExactly("Theme not found: lihgt; did you mean 'light'?");
    assertThat(accent()).isEqualTo(DARK);
  }

  @Test
  void choosingAndPreviewing() throws Exception {
    open("auto", Map.of());
    appearance.preview("light");
    assertThat(accent()).isEqualTo(LIGHT);
    assertThat(appearance.chosen()).isEqualTo("auto");
    appearance.refresh();
    assertThat(accent()).isEqualTo(DARK);
    assertThatThrownBy(() -> appearance.choose("nix")).isInstanceOf(ThemeException.class);
    assertThat(appearance.chosen()).isEqualTo("auto");
    appearance.choose("light");
    assertThat(appearance.chosen()).isEqualTo("light");
    assertThat(accent()).isEqualTo(LIGHT);
  }

  @Test
  void theMenuShowsWhatIsMarked() throws Exception {
    write("faulty", "{}");
    open("auto", Map.of());
    var menu = new ThemeMenu(appearance, look);
    menu.press(Key.Named.UP);
    assertThat(accent()).isEqualTo(LIGHT);
    menu.type("fault");
    menu.press(Key.Named.DOWN);
    assertThat(Cells.text(String.join("\n", menu.lines(200, 30))))
        .contains("faulty.json: name is missing");
    assertThat(accent()).isEqualTo(LIGHT);
    menu.press(Key.Named.ERASE_ALL);
    menu.type("dark");
    menu.press(Key.Focus.GAINED);
    assertThat(accent()).isEqualTo(DARK);
    assertThat(menu.press(Key.Named.ENTER)).isEqualTo(Menu.Step.CHOSEN);
    assertThat(menu.chosen()).contains("dark");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8, 12, 24, 50})
  void theMenuFitsEveryWindow(int rows) {
    open("auto", Map.of());
    var menu = new ThemeMenu(appearance, look);
    for (int columns : new int[] {10, 20, 60, 80, 200}) {
      List<String> lines = menu.lines(columns, rows);
      assertThat(lines).hasSizeLessThanOrEqualTo(Math.max(1, rows - 1));
      assertThat(lines).allMatch(line -> DisplayWidth.of(line) <= columns);
    }
  }

  @Test
  void redAndGreenAreKeptApartInEveryTheme() {
    var wishes =
        new ThemeWishes(
            ThemeStore.in(home), "dark", "dark", "light", ThemeWishes.Eyes.COLOUR_BLIND, null);
    String usual = DARK;
    appearance = new Appearance(wishes, palette, StandardCharsets.UTF_8, Map.of());
    assertThat(accent()).isEqualTo(usual);
    assertThat(look.paint(Style.ADDED, "+")).isNotEqualTo("\033[38;2;143;207;127m+\033[39m");
  }

  /// Settings that are changed in a conversation: colours and signs at once.
  @Test
  void everythingThatIsWishedCanBeChanged() throws Exception {
    open("dark", Map.of());
    begin();
    shows(DARK);
    int before = repaints.get();
    appearance.choose(
        new ThemeWishes(
            ThemeStore.in(home),
            "dark",
            "dark",
            "light",
            ThemeWishes.Eyes.USUAL,
            Theme.Preset.ASCII));
    assertThat(look.glyphs().person).isEqualTo(">");
    assertThat(repaints.get()).isGreaterThan(before);
    appearance.choose(
        new ThemeWishes(
            ThemeStore.in(home), "light", "dark", "light", ThemeWishes.Eyes.USUAL, null));
    shows(LIGHT);
    assertThat(look.glyphs().person).isEqualTo("❯");
  }
}
