package dev.tenon.engine.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.permission.Verdict;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsWriterTest {
  @TempDir Path folder;
  private ProjectOptions options;
  private Path file;
  private SettingsWriter writer;

  @BeforeEach
  void home() throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    options = ProjectOptions.of(home, folder.resolve("project")).withEnvironment(Map.of());
    file = home.resolve("config.yml");
    writer = new SettingsWriter(options);
  }

  private String text() throws IOException {
    return Files.readString(file);
  }

  private EffectiveSetting now(String key) throws ConfigException {
    return Configuration.load(options).everything().stream()
        .filter(row -> row.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aSettingIsWrittenAndReadBack() throws Exception {
    assertThat(writer.set("retry.maxRetries", "5")).endsWith("config.yml:2");
    assertThat(text()).isEqualTo("retry:\n  maxRetries: 5\n");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(now("retry.maxRetries").value()).isEqualTo("5");
    assertThat(now("retry.maxRetries").origin().describe()).endsWith("config.yml:2");
    assertThat(writer.unset("retry.maxRetries")).isTrue();
    assertThat(text()).isEmpty();
    assertThat(writer.unset("retry.maxRetries")).isFalse();
  }

  @Test
  void everythingElseOfTheFileStays() throws Exception {
    String before = "# mine\nmodel: anthropic/x # good\n\nui: {color: never}\n";
    Files.writeString(file, before);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    writer.set("model", "openai/gpt: 5");
    writer.set("ui.spinner", "false");
    assertThat(text())
        .isEqualTo("# mine\nmodel: 'openai/gpt: 5' # good\n\nui: {color: never, spinner: false}\n");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
  }

  @Test
  void aLinkStaysALink() throws Exception {
    Path real = Files.writeString(folder.resolve("dotfiles.yml"), "model: a/b\n");
    Files.createSymbolicLink(file, real);
    writer.set("model", "a/c");
    assertThat(Files.isSymbolicLink(file)).isTrue();
    assertThat(Files.readString(real)).isEqualTo("model: a/c\n");
  }

  @Test
  void wrongValuesAndKeysAreRefusedAndNothingIsWritten() throws Exception {
    assertThatThrownBy(() -> writer.set("retry.maxRetries", "many"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("retry.maxRetries must be");
    assertThatThrownBy(() -> writer.set("ui.color", "pink")).hasMessageContaining("one of");
    assertThatThrownBy(() -> writer.set("ui.colour", "never"))
        .hasMessageContaining("unknown setting 'ui.colour'")
        .hasMessageContaining("ui.color");
    assertThatThrownBy(() -> writer.set("model", "a\nmode: full")).hasMessageContaining("one line");
    assertThatThrownBy(() -> writer.set("providers.*.baseUrl", "http://x"))
        .hasMessageContaining("unknown");
    assertThat(file).doesNotExist();
  }

  @Test
  void aBrokenFileIsNotTouched() throws Exception {
    Files.writeString(file, "mode: sideways\n");
    assertThatThrownBy(() -> writer.set("model", "a/b")).hasMessageContaining("config.yml:1");
    assertThat(text()).isEqualTo("mode: sideways\n");
    Files.writeString(file, "model: a/b\n...\n");
    writer.set("ui.color", "never");
    assertThat(text()).isEqualTo("model: a/b\nui:\n  color: never\n...\n");
  }

  @Test
  void namesWithDotsAndListsAreWritten() throws Exception {
    writer.set("providers.my.host.baseUrl", "http://localhost:1");
    writer.set("providers.my.host.wire", "openai-chat");
    writer.set("tools.off", "grep, glob");
    assertThat(text())
        .isEqualTo(
            """
            providers:
              my.host:
                baseUrl: http://localhost:1
                wire: openai-chat
            tools:
              off: [grep, glob]
            """);
    assertThat(now("tools.off").value()).isEqualTo("grep, glob");
  }

  @Test
  void rulesComeAndGo() throws Exception {
    Files.writeString(file, "permissions:\n  allow:\n    - bash(git status) # mine\n");
    writer.addRule(Verdict.ALLOW, "bash(npm test)");
    writer.addRule(Verdict.DENY, "bash(curl *)");
    assertThat(text())
        .isEqualTo(
            """
            permissions:
              allow:
                - bash(git status) # mine
                - 'bash(npm test)'
              deny: ['bash(curl *)']
            """);
    assertThatThrownBy(() -> writer.addRule(Verdict.ALLOW, "bash("))
        .isInstanceOf(ConfigException.class);
    assertThat(writer.removeRule(Verdict.ALLOW, "bash(git status)")).isTrue();
    assertThat(writer.removeRule(Verdict.ALLOW, "bash(git status)")).isFalse();
    assertThat(writer.removeRule(Verdict.ALLOW, "bash(npm test)")).isTrue();
    assertThat(text()).isEqualTo("permissions:\n  deny: ['bash(curl *)']\n");
  }

  @Test
  void everySettingIsThereWithWhatItTakesAndSecretsAreMasked() throws Exception {
    Files.writeString(file, "providers: {anthropic: {apiKey: sk-secret}}\n");
    List<EffectiveSetting> all = Configuration.load(options).everything();
    assertThat(all).extracting(EffectiveSetting::key).containsAll(Catalog.keys());
    assertThat(all).noneMatch(row -> row.toString().contains("sk-secret"));
    assertThat(now("mode").takes().choices()).contains("plan", "ask", "full");
    assertThat(now("providers.anthropic.apiKey").takes().secret()).isTrue();
    assertThat(now("providers.*.apiKey").takes().project()).contains("may not set");
  }

  @Test
  void severalChangesAreTakenBackTogether() throws Exception {
    SettingsWriter.Before nothing = writer.before();
    writer.set("providers.local.wire", "openai-chat");
    writer.set("providers.local.baseUrl", "http://127.0.0.1:8080/v1");
    writer.set("model", "local/x");
    assertThat(Configuration.load(options).settings().model()).isEqualTo("local/x");
    nothing.takeBack();
    assertThat(file).doesNotExist();
    Files.writeString(file, "# mine\n");
    SettingsWriter.Before mine = writer.before();
    writer.set("model", "local/x");
    mine.takeBack();
    assertThat(text()).isEqualTo("# mine\n");
  }

  @Test
  void changesAtTheSameTimeAreAllKept() throws Exception {
    int writers = 8;
    var start = new CountDownLatch(1);
    var running = new ArrayList<Future<?>>();
    try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
      for (int i = 0; i < writers; i++) {
        String name = "w" + i;
        running.add(
            threads.submit(
                () -> {
                  var mine = new SettingsWriter(options);
                  start.await();
                  mine.set("providers." + name + ".wire", "openai-chat");
                  mine.addRule(Verdict.DENY, "bash(" + name + " *)");
                  return name;
                }));
      }
      start.countDown();
      for (Future<?> each : running) {
        each.get();
      }
    }
    for (int i = 0; i < writers; i++) {
      assertThat(text()).contains("w" + i + ":", "bash(w" + i + " *)");
    }
  }

  @Test
  void anotherProcessWaitsUntilTheWorkIsDone() throws Exception {
    writer.set("model", "local/x");
    Path lock = file.resolveSibling("config.lock");
    try (FileChannel other = FileChannel.open(lock, StandardOpenOption.WRITE)) {
      String got =
          writer.alone(
              () -> {
                assertThatThrownBy(other::tryLock).isInstanceOf(OverlappingFileLockException.class);
                return "held";
              });
      assertThat(got).isEqualTo("held");
      assertThat(other.tryLock()).isNotNull();
    }
  }

  @Test
  void nothingOfOthersIsTakenBack() throws Exception {
    var other = new SettingsWriter(options);
    SettingsWriter.Before nothing = writer.before();
    other.set("model", "local/x");
    nothing.takeBack();
    assertThat(text()).contains("local/x");
    writer.set("mode", "plan");
    other.set("model", "local/y");
    assertThatThrownBy(nothing::takeBack).hasMessageContaining("somebody else has changed it");
    assertThat(text()).contains("local/y");
  }
}
