package dev.tenon.cli.terminal.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.terminal.theme.BuiltinThemes;
import dev.tenon.cli.terminal.theme.Theme;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Frames of a component as they were looked at and found good, in the folder `frames` beside the
/// test. `-Dtest.jvm.args=-Dgolden=update` writes them anew; a person reads them then.
public final class GoldenFrames {
  private static final DisplayOptions COLOURED =
      new DisplayOptions(Palette.COLOURED, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT);

  private static final Pattern COLOUR = Pattern.compile("([34])8;2;(\\d+);(\\d+);(\\d+)");

  private GoldenFrames() {}

  /// Compares all scenes at a width: without a theme, in the dark one and in the light one, and
  /// each row with the width.
  public static void check(Class<?> test, int columns, ThemedFrames.Scenes scenes)
      throws Exception {
    Map<String, String> usual = scenes.in(COLOURED);
    frames(test, columns, usual);
    themed(test, columns, usual, scenes);
  }

  /// Compares frames with their files, and each row with the width.
  public static void frames(Class<?> test, int columns, Map<String, String> frames)
      throws IOException {
    for (Map.Entry<String, String> scene : frames.entrySet()) {
      for (String row : scene.getValue().split("\n", -1)) {
        assertThat(DisplayWidth.of(row))
            .as("%s: %s", scene.getKey(), row)
            .isLessThanOrEqualTo(columns);
      }
      compare(test, scene.getKey() + "-" + columns, marked(scene.getValue()));
    }
  }

  /// Compares all scenes at a width in the dark theme and in the light one, whose frames lie in one
  /// file each.
  ///
  /// @param usual the same frames without a theme
  public static void themed(
      Class<?> test, int columns, Map<String, String> usual, ThemedFrames.Scenes scenes)
      throws Exception {
    ThemedFrames.check(usual, scenes);
    for (Theme theme : List.of(BuiltinThemes.dark(), BuiltinThemes.light())) {
      var all = new StringBuilder();
      scenes
          .in(ThemedFrames.look(theme))
          .forEach(
              (name, frame) ->
                  all.append("=== ").append(name).append('\n').append(coloured(frame)));
      compare(test, test.getSimpleName() + "-" + theme.name() + "-" + columns, all.toString());
    }
  }

  private static String marked(String frame) {
    return Cells.marked(frame).replace("\033]8;;", "{link ").replace("\033\\", "}");
  }

  /// With the colours as a theme's file names them: `{38;#e5c07b}`.
  private static String coloured(String frame) {
    String marked =
        COLOUR
            .matcher(marked(frame))
            .replaceAll(
                colour ->
                    "%s8;#%02x%02x%02x"
                        .formatted(
                            colour.group(1),
                            Integer.parseInt(colour.group(2)),
                            Integer.parseInt(colour.group(3)),
                            Integer.parseInt(colour.group(4))));
    return marked.endsWith("\n") ? marked : marked + "\n";
  }

  /// Compares a frame that is about to appear with its file.
  public static void appears(Class<?> test, String scene, Supplier<String> frame)
      throws IOException {
    if (!"update".equals(System.getProperty("golden"))) {
      String golden = golden(test, scene + ".txt");
      await()
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ofMillis(10))
          .untilAsserted(() -> assertThat(frame.get()).as(scene).isEqualTo(golden));
    }
    compare(test, scene, frame.get());
  }

  /// Compares a frame with its file.
  public static void compare(Class<?> test, String scene, String frame) throws IOException {
    String name = scene + ".txt";
    if ("update".equals(System.getProperty("golden"))) {
      write(test, name, frame);
    }
    assertThat(frame).as(name).isEqualTo(golden(test, name));
  }

  private static Path file(Class<?> test, String name) {
    return Path.of("src/test/resources", test.getPackageName().replace('.', '/'), "frames", name);
  }

  private static void write(Class<?> test, String name, String frame) throws IOException {
    Path file = file(test, name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, frame);
  }

  private static String golden(Class<?> test, String name) throws IOException {
    if ("update".equals(System.getProperty("golden"))) {
      return Files.readString(file(test, name));
    }
    try (InputStream in = test.getResourceAsStream("frames/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
