package dev.tenon.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every bad configuration gets lines that name the file, the line, the key, the value and the way
/// out.
class ConfigProblemsTest {
  @TempDir Path folder;
  private Sample sample;

  @BeforeEach
  void makeSample() throws Exception {
    sample = new Sample(folder);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {
        "|retry:|  maxRetries: many # config.yml:3: retry.maxRetries must be 0..20, was 'many'",
        "retry: {maxRetries: 21} # config.yml:1: retry.maxRetries must be 0..20, was '21'",
        "retry: {maxRetries: -1} # config.yml:1: retry.maxRetries must be 0..20, was '-1'",
        "maxTokens: 1.5 # config.yml:1: maxTokens must be 1..1000000, was '1.5'",
        "maxTokens: 99999999999999999999 # config.yml:1: maxTokens must be 1..1000000, was"
            + " '99999999999999999999'",
        "maxTokens: [1] # config.yml:1: maxTokens must be 1..1000000, was a list",
        "maxTokens: {a: 1} # config.yml:1: maxTokens must be 1..1000000, was a mapping",
        "maxTokens: # config.yml:1: maxTokens has no value; give one or remove the line",
        "mode: ful # config.yml:1: mode must be one of plan, ask, edit, auto, full, default; was"
            + " 'ful'; did you mean 'full'?",
        "ui: {spinner: maybe} # config.yml:1: ui.spinner must be true or false, was 'maybe'",
        "model: ' ' # config.yml:1: model must be a model's name, was ' '",
        "modle: x # config.yml:1: unknown setting 'modle'; did you mean 'model'?",
        "retry: {maxretries: 1} # config.yml:1: unknown setting 'retry.maxretries'; did you mean"
            + " 'maxRetries'?",
        "maxRetries: 1 # config.yml:1: unknown setting 'maxRetries'; did you mean"
            + " 'retry.maxRetries'?",
        "qwerty: 1 # config.yml:1: unknown setting 'qwerty'",
        "retry: 5 # config.yml:1: retry must be a mapping, was '5'",
        "retry: [a] # config.yml:1: retry must be a mapping, was a list",
        "|providers: {x: {baseurl: y}} # config.yml:2: unknown setting 'providers.x.baseurl'; did"
            + " you mean 'baseUrl'?",
        "providers: {x: {baseUrl: 'ftp://h'}} # config.yml:1: providers.x.baseUrl must be an http"
            + " or https address, was 'ftp://h'",
        "providers: {x: {baseUrl: 'http://u:p w@h'}} # config.yml:1: providers.x.baseUrl must be an"
            + " http or https address, was 'http://****@h'",
        "providers: {x: {keyEnv: sk-live-1}} # config.yml:1: providers.x.keyEnv must be the name of"
            + " an environment variable; put a key itself into apiKey",
        "providers: {x: {apiKey: [sk-1]}} # config.yml:1: providers.x.apiKey must be text, was a"
            + " list",
        "contextFiles: [../x] # config.yml:1: contextFiles must be a file name without a folder,"
            + " was '../x'",
        "models: [{contextWindow: 1}] # config.yml:1: each of models must be a mapping with a"
            + " 'name'",
        "models:|- name: a/b|  maxOutput: 1|- name: a/b # config.yml:4: models.a/b.name is set"
            + " twice, also at config.yml:2",
        "retry.maxRetries: 1|retry: {maxRetries: 2} # config.yml:2: retry.maxRetries is set twice,"
            + " also at config.yml:1",
        "model: a/b|mode: ask|model: c/d # config.yml:3: repeats the key 'model' of line 1",
        "- a|- b # config.yml:1: must hold settings as 'key: value', was a list",
        "just words # config.yml:1: must hold settings as 'key: value', was text",
        "? [a] |: b # config.yml:1: has a key that is not text",
        "'': 1 # config.yml:1: has a key without a name",
        "historyBudget: 12 parsecs # config.yml:1: historyBudget must be 16384..67108864, was '12"
            + " parsecs'"
      })
  void aBadFileIsRefusedWithItsLine(String yaml, String message) throws Exception {
    sample.user(yaml.replace('|', '\n'));
    assertThat(sample.problem()).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "u: {url: 'ftp://x'} # mcp.servers.u.url must be an http or https address",
        "u: {url: 'http://x', transport: foo} # mcp.servers.u.transport must be one of http, sse",
        "u: {command: x, startSeconds: 9999} # mcp.servers.u.startSeconds must be 1..600",
        "u: {comand: x} # unknown setting 'mcp.servers.u.comand'; did you mean 'command'?",
        "u: text # mcp.servers.u must be a mapping, was 'text'",
        "u: {command: } # mcp.servers.u.command has no value",
        "u: {command: x, env: {A: [b]}} # mcp.servers.u.env.A must be text, was a list",
      })
  void aBrokenServerDoesNotTakeTheOthersAlong(String broken, String fault) throws Exception {
    String others = "mode: ask\nmcp:\n  servers:\n    good: {command: good}\n    ";
    sample.user(others + broken + "\n    last: {url: 'http://last'}\n");
    McpSettings mcp = sample.load().mcp();
    assertThat(mcp.servers()).containsOnlyKeys("good", "last");
    assertThat(mcp.faults()).singleElement().asString().contains("config.yml:5: " + fault);
    assertThat(mcp.any()).isTrue();
    sample.user(others + broken + "\nzzz: x\n");
    assertThat(sample.problem()).isEqualTo("config.yml:6: unknown setting 'zzz'");
  }

  @Test
  void allProblemsOfAFileAreToldAtOnceButNotWithoutEnd() throws Exception {
    sample.user("mode: x\nmaxSteps: y\nzzz: 1\n");
    assertThat(sample.problem().lines())
        .containsExactly(
            "config.yml:1: mode must be one of plan, ask, edit, auto, full, default; was 'x'",
            "config.yml:2: maxSteps must be 1..10000, was 'y'",
            "config.yml:3: unknown setting 'zzz'");
    var many = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      many.append("zz").append(i).append(": 1\n");
    }
    sample.user(many.toString());
    assertThat(sample.problem().lines())
        .hasSize(21)
        .last()
        .isEqualTo("config.yml: and 80 more problems");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '`',
      value = {"a: b: c", "model: 'open", "|\tmodel: x", "'a'b: c", "{a", "a: b|--- |c: d"})
  void malformedYamlNamesTheLine(String yaml) throws Exception {
    sample.user("mode: ask\n" + yaml.replace('|', '\n'));
    assertThat(sample.problem()).matches("config\\.yml:[1-5]: is not valid YAML: .+");
  }

  @Test
  void whatCouldGrowWithoutEndIsRefused() throws Exception {
    sample.user("retry: &r {maxRetries: 1}\nhttp: *r\n");
    assertThat(sample.problem()).isEqualTo("config.yml:2: uses an alias (*); write the value out");
    sample.user("providers: &a {x: *a}\n");
    assertThat(sample.problem()).startsWith("config.yml:1: uses an alias");
    sample.user("providers: {x: ".concat("{x: ".repeat(40)).concat("}".repeat(41)).concat("\n"));
    assertThat(sample.problem()).isEqualTo("config.yml:1: is nested deeper than 16 levels");
    sample.user("[".repeat(200_000));
    assertThat(sample.problem()).isEqualTo("config.yml:1: is nested deeper than 16 levels");
  }

  @Test
  void anEmptyFileAndOneWithCommentsAndAByteOrderMarkAreFine() throws Exception {
    assertThat(sample.user("").settings().maxSteps()).isEqualTo(50);
    assertThat(sample.user("# nothing\n---\n").settings().maxSteps()).isEqualTo(50);
    assertThat(sample.user("\uFEFFmaxSteps: 3\r\n").settings().maxSteps()).isEqualTo(3);
  }

  @Test
  void whatIsNotTextIsRefused() throws Exception {
    Path file = sample.home.resolve("config.yml");
    Files.write(file, new byte[] {'a', '\n', 0, 1, 2});
    assertThat(sample.problem()).isEqualTo("config.yml:2: is not text: it holds a NUL byte");
    Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xff});
    assertThat(sample.problem()).isEqualTo("config.yml: is not UTF-8 text; save it as UTF-8");
    Files.writeString(file, "model: \u0007\n");
    assertThat(sample.problem()).startsWith("config.yml");
    Files.write(file, new byte[ConfigFile.MOST_BYTES + 1]);
    assertThat(sample.problem())
        .isEqualTo("config.yml: is larger than 1048576 bytes, too large for a configuration");
    Files.delete(file);
    Files.createDirectory(file);
    assertThat(sample.problem()).isEqualTo("config.yml: is a folder; it should be a YAML file");
  }

  @Test
  void aPipeIsRefusedInsteadOfWaitedFor() throws Exception {
    Process made =
        new ProcessBuilder("mkfifo", sample.home.resolve("config.yml").toString()).start();
    assertThat(made.waitFor()).isZero();
    assertThat(sample.problem()).isEqualTo("config.yml: is not a regular file");
  }

  @Test
  void anUnreadableFileIsRefused() throws Exception {
    sample.user("mode: ask\n");
    Path file = sample.home.resolve("config.yml");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(file), "this user may read everything");
    assertThat(sample.problem()).isEqualTo("config.yml: cannot be read: permission denied");
  }

  @Test
  void aLinkThatLeadsNowhereIsNoFileAndALoopIsAMistake() throws Exception {
    Path file = sample.home.resolve("config.yml");
    Files.createSymbolicLink(file, folder.resolve("absent"));
    assertThat(sample.settings().maxSteps()).isEqualTo(50);
    Files.delete(file);
    Files.createSymbolicLink(file, file);
    assertThat(sample.problem()).startsWith("config.yml: cannot be read: ");
  }

  @Test
  void badVariablesAndFlagsNameThemselves() {
    sample.variable("TENON_MODE", "yolo");
    assertThat(sample.problem())
        .isEqualTo(
            "TENON_MODE: mode must be one of plan, ask, edit, auto, full, default; was 'yolo'");
    sample.environment.clear();
    assertThat(sample.problem("--config", "retry.maxRetries=many"))
        .isEqualTo("--config: retry.maxRetries must be 0..20, was 'many'");
    assertThat(sample.problem("--config", "retry.maxRetrys=1"))
        .isEqualTo(
            "--config: unknown setting 'retry.maxRetrys'; did you mean 'retry.maxRetries'?"
                + " ('tenon config' lists them)");
    assertThat(sample.problem("--config", "providers.x.keyEnv=sk-live-2"))
        .doesNotContain("sk-live-2");
  }
}
