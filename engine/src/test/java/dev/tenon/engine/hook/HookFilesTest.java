package dev.tenon.engine.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of settings as a whole.
class HookFilesTest {
  @TempDir Path folder;

  @Test
  void aFileThatCannotBeReadCostsItsPermissionsTooAndSaysSo() throws Exception {
    Path file = Files.writeString(folder.resolve("settings.json"), "{\n\"a\": 1\n\"b\": 2}");
    var place = new HookFiles.Place(file, "settings.json", Hook.Owner.PROJECT, null);
    assertThat(HookFiles.read(place).problems())
        .singleElement()
        .asString()
        .startsWith("settings.json:3: is not valid JSON")
        .endsWith("neither its hooks nor its permissions are in force");
    Files.writeString(
        file,
        "\uFEFF{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\":"
            + " \"true\"}]}]}}");
    HookFiles.Found marked = HookFiles.read(place);
    assertThat(marked.problems()).isEmpty();
    assertThat(marked.hooks()).hasSize(1);
  }
}
