package dev.tenon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.Main;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThemesCommandTest {
  @TempDir Path folder;

  private int code;
  private String problems = "";

  private String run(String... words) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    code =
        Main.run(
            new Streams(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new Streams.Tty(false, false, false)),
            Map.of("TENON_HOME", folder.resolve("home").toString()),
            words);
    problems = err.toString(StandardCharsets.UTF_8);
    return out.toString(StandardCharsets.UTF_8);
  }

  private Path write(String name, String text) throws IOException {
    Path themes = Files.createDirectories(folder.resolve("home/themes"));
    return Files.writeString(themes.resolve(name), text);
  }

  @Test
  void whatIsExportedCanBeUsed() throws Exception {
    Path file = write("mine.json", run("themes", "export", "colour-blind"));
    assertThat(run("themes", "validate", file.toString())).isEqualTo(file + " can be used\n");
    assertThat(code).isZero();
    assertThat(run("themes", "validate", "mine")).isEqualTo("mine can be used\n");
    assertThat(run("themes", "export", "mine")).contains("\"name\": \"mine\"");
  }

  @Test
  void everyProblemIsTold() throws Exception {
    Path file = write("bad.json", "{\"name\": 1, \"colors\": {\"accent\": \"x\"}, \"color\": 1}");
    assertThat(run("themes", "validate", file.toString())).isEmpty();
    assertThat(code).isEqualTo(1);
    assertThat(problems.lines())
        .containsExactly(
            "tenon: " + file + ": name must be a text that is not empty",
            "tenon: "
                + file
                + ": colors.accent refers to the variable 'x', which vars does not have",
            problems.lines().toList().getLast());
    assertThat(problems).contains("bad.json: colors lacks 65 tokens: border, ");
    Json.Obj json = Json.parseObject(run("themes", "validate", "bad", "--json"));
    assertThat(json.bool("ok", true)).isFalse();
    assertThat(json.array("problems")).hasSize(3);
    assertThat(code).isEqualTo(1);
  }

  @Test
  void theListSaysWhatIsUsedAndWhatIsWrong() throws Exception {
    write("bad.json", "{");
    write("dark.json", "{}");
    assertThat(run("themes").lines())
        .containsExactly(
            "bad                      " + folder.resolve("home/themes/bad.json"),
            "colour-blind             built in",
            "dark           on dark   built in",
            "high-contrast            built in",
            "light          on light  built in");
    assertThat(problems)
        .contains("bad.json: ")
        .contains("line 1, column 2")
        .contains("dark.json: is not used, the theme dark is built in");
    assertThat(run("themes", "--config", "ui.theme=high-contrast"))
        .contains("high-contrast  chosen");
    Json list = Json.parse(run("themes", "list", "--json"));
    assertThat(((Json.Arr) list).items()).hasSize(5);
  }

  @Test
  void whatIsNotThereIsSaid() {
    run("themes", "export", "drak");
    assertThat(problems).isEqualTo("tenon: Theme not found: drak; did you mean 'dark'?\n");
    assertThat(code).isEqualTo(1);
    run("themes", "validate", "no/such.json");
    assertThat(problems).isEqualTo("tenon: no/such.json: there is no such file\n");
    run("themes", "validate");
    assertThat(problems).contains("name the theme: tenon themes validate THEME");
    assertThat(code).isEqualTo(2);
    run("themes", "paint");
    assertThat(code).isEqualTo(2);
  }
}
