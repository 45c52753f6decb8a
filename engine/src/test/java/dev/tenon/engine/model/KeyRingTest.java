package dev.tenon.engine.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyRingTest {
  private static final String KEY = "canary-key-0123456789";

  @TempDir Path folder;

  /// A program in the place of libsecret's, which keeps what it is given and how it was called.
  private Map<String, String> environment(String script) throws IOException {
    Path programs = Files.createDirectories(folder.resolve("bin"));
    Path program = programs.resolve("secret-tool");
    Files.writeString(program, "#!/bin/sh\necho \"$@\" >>" + folder + "/calls\n" + script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    return Map.of(
        "PATH", programs + ":/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS", "unix:path=/none");
  }

  private Map<String, String> working() throws IOException {
    String ring = folder.resolve("ring").toString();
    return environment(
        "case $1 in store) cat >"
            + ring
            + ";; lookup) cat "
            + ring
            + ";; clear) rm "
            + ring
            + ";; esac\n");
  }

  private ProjectOptions options(Map<String, String> environment) {
    return ProjectOptions.of(folder.resolve("home"), folder).withEnvironment(environment);
  }

  @Test
  void aKeyInTheRingIsUsedAndStandsInNoFileAndOnNoCommandLine() throws Exception {
    Map<String, String> environment = working();
    ProjectOptions options = options(environment);
    var keys = new StoredKeys(options.keysFile(), KeyRing.of(environment));
    keys.store("openai", KEY, StoredKeys.Place.RING);
    assertThat(options.keysFile()).content().doesNotContain(KEY);
    assertThat(folder.resolve("calls")).content().doesNotContain(KEY).contains("store");
    assertThat(keys.place("openai")).contains(StoredKeys.Place.RING);
    try (var models = new ModelOpener(Configuration.load(options), environment, folder)) {
      assertThat(models.environment()).containsEntry("OPENAI_API_KEY", KEY);
    }
    keys.forget("openai");
    assertThat(folder.resolve("ring")).doesNotExist();
    assertThat(keys.providers()).isEmpty();
  }

  /// A program in the place of macOS's.
  @Test
  void theRingOfMacOsGetsTheKeyThroughAPipe() throws Exception {
    Path programs = Files.createDirectories(folder.resolve("bin"));
    Path program = programs.resolve("security");
    String ring = folder.resolve("ring").toString();
    Files.writeString(
        program,
        "#!/bin/sh\necho \"$@\" >>"
            + folder
            + "/calls\ncase $1 in\n-i) read add u s tenon a name x hex\n"
            + "[ \"$add $u $tenon $name\" = 'add-generic-password -U tenon openai' ] || exit 1\n"
            + "printf '%b' \"$(printf %s \"$hex\" | sed 's/../\\\\x&/g')\" >"
            + ring
            + ";;\nfind-generic-password) [ \"$5 $6\" = 'openai -w' ] && cat "
            + ring
            + ";;\ndelete-generic-password) rm "
            + ring
            + ";;\nesac\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    // printf of some shells knows no hexadecimal escapes.
    Files.writeString(
        program, Files.readString(program).replace("#!/bin/sh", "#!/usr/bin/env bash"));
    Map<String, String> environment = Map.of("PATH", programs + ":/usr/bin:/bin");
    KeyRing keys = KeyRing.of(environment, "Mac OS X");
    assertThat(keys.present()).isTrue();
    keys.store("openai", KEY);
    assertThat(folder.resolve("calls")).content().doesNotContain(KEY).contains("-i");
    assertThat(keys.lookup("openai")).contains(KEY);
    assertThatThrownBy(() -> keys.store("x -w y", KEY)).hasMessageContaining("takes no provider");
    keys.forget("openai");
    assertThat(folder.resolve("ring")).doesNotExist();
    assertThat(keys.lookup("openai")).isEmpty();
    assertThat(KeyRing.of(environment, "Linux").present()).isFalse();
  }

  @Test
  void aKeyThatIsReplacedByOneInTheFileLeavesTheRing() throws Exception {
    Map<String, String> environment = working();
    ProjectOptions options = options(environment);
    var keys = new StoredKeys(options.keysFile(), KeyRing.of(environment));
    assertThat(keys.store("openai", KEY, StoredKeys.Place.RING)).isEmpty();
    assertThat(keys.store("openai", "another-key", StoredKeys.Place.FILE)).isEmpty();
    assertThat(folder.resolve("ring")).doesNotExist();
    assertThat(keys.place("openai")).contains(StoredKeys.Place.FILE);

    keys.store("openai", KEY, StoredKeys.Place.RING);
    var locked = new StoredKeys(options.keysFile(), KeyRing.of(environment("exit 1\n")));
    assertThat(locked.store("openai", "another-key", StoredKeys.Place.FILE).orElse(""))
        .startsWith("The earlier key of openai is still in the key ring of your desktop: ")
        .contains("refused")
        .doesNotContain(KEY);
    assertThat(locked.place("openai")).contains(StoredKeys.Place.FILE);
    assertThat(options.keysFile()).content().contains("another-key");

    working();
    keys.store("openai", KEY, StoredKeys.Place.RING);
    var without = new StoredKeys(options.keysFile(), KeyRing.of(Map.of()));
    assertThat(without.store("openai", "another-key", StoredKeys.Place.FILE).orElse(""))
        .contains("still in the key ring", "cannot be reached");
  }

  @Test
  void aVariableWinsOverTheRing() throws Exception {
    var environment = new HashMap<>(working());
    ProjectOptions options = options(environment);
    new StoredKeys(options.keysFile(), KeyRing.of(environment))
        .store("openai", KEY, StoredKeys.Place.RING);
    environment.put("OPENAI_API_KEY", "mine");
    try (var models = new ModelOpener(Configuration.load(options), environment, folder)) {
      assertThat(models.environment()).containsEntry("OPENAI_API_KEY", "mine");
    }
  }

  @Test
  void aRingThatRefusesKeepsNothingAndIsNamed() throws Exception {
    Map<String, String> environment = environment("exit 1\n");
    ProjectOptions options = options(environment);
    var keys = new StoredKeys(options.keysFile(), KeyRing.of(environment));
    assertThatThrownBy(() -> keys.store("openai", KEY, StoredKeys.Place.RING))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("key ring")
        .hasMessageNotContaining(KEY);
    assertThat(options.keysFile()).doesNotExist();
  }

  @Test
  void aLockedRingIsSaidWhenTheKeyIsMissing() throws Exception {
    Map<String, String> environment = working();
    ProjectOptions options = options(environment);
    new StoredKeys(options.keysFile(), KeyRing.of(environment))
        .store("openai", KEY, StoredKeys.Place.RING);
    Map<String, String> locked = environment("exit 1\n");
    try (var models = new ModelOpener(Configuration.load(options), locked, folder)) {
      assertThatThrownBy(() -> models.open("openai/gpt-5.2"))
          .hasMessageContaining("set OPENAI_API_KEY")
          .hasMessageContaining("tenon login openai")
          .hasMessageContaining("/login")
          .hasMessageContaining("locked");
    }
  }

  @Test
  void withoutASessionBusThereIsNoRing() throws Exception {
    var environment = new HashMap<>(working());
    assertThat(KeyRing.of(environment).present()).isTrue();
    environment.remove("DBUS_SESSION_BUS_ADDRESS");
    assertThat(KeyRing.of(environment).present()).isFalse();
    assertThat(KeyRing.of(environment).lookup("openai")).isEqualTo(Optional.empty());
    assertThat(KeyRing.of(Map.of("PATH", "", "DBUS_SESSION_BUS_ADDRESS", "x")).present()).isFalse();
  }
}
