package dev.tenon.cli.terminal;

import static dev.tenon.cli.terminal.VirtualFace.ENTER;
import static dev.tenon.cli.terminal.VirtualFace.ESCAPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.cli.slash.ModelCommand;
import dev.tenon.cli.slash.SettingsCommand;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.config.ProjectOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Pickers in the whole face.
@Timeout(60)
class PickerFaceTest {
  @TempDir Path folder;
  private final TrialModels models = new TrialModels();
  private VirtualFace face;

  @BeforeEach
  void open() throws IOException {
    ProjectOptions options =
        ProjectOptions.of(folder.resolve("home"), folder).withEnvironment(Map.of());
    face =
        new VirtualFace(
            folder,
            Mode.FULL,
            new ModelCommand(models).slash(),
            new SettingsCommand(options, key -> false).slash());
  }

  @AfterEach
  void close() {
    face.close();
  }

  @Test
  void aModelIsSearchedAndChosen() {
    face.says("/model ").sees("Enter for this session").types("othr").sees("1/1").types(ENTER);
    face.sees("Going on with trial/other.").seesLast("❯");
    assertThat(models.name()).isEqualTo("trial/other");
  }

  @Test
  void aDraftIsNotTouchedAndTheWindowMayShrink() {
    face.says("/model ").sees("│ trial/model");
    face.resizes(60, 16).sees("❯ model  trial");
    face.resizes(20, 5).sees("1/3");
    face.types("grand").sees("❯ grand").types(ENTER).sees("no key");
    face.types(ESCAPE).sees("3/3");
    face.types(ESCAPE).seesLast("❯");
    face.resizes(80, 24).says("hello").sees("You said: hello");
  }

  /// Then the thread of the keys sleeps instead of looking up ten times a second; and looks up
  /// again as soon as a key has ended it, for what comes next may be another program.
  @Test
  void whileAPickerIsOpenNothingButAKeyIsWaitedFor() {
    face.says("/model ").sees("Enter for this session");
    assertThat(face.waitsForKeys()).isTrue();
    face.types("othr").sees("1/1");
    assertThat(face.waitsForKeys()).isTrue();
    face.types(ENTER).seesLast("❯");
    face.says("work").sees("You said: work").seesLast("❯");
  }

  @Test
  void aSettingIsEditedInPlace() {
    face.says("/settings ").sees("Enter changes it");
    face.types("maxSteps").sees("❯ maxSteps").types(ENTER).sees("maxSteps: 50");
    face.types("x").types(ENTER).sees("maxSteps must be");
    face.types("\025").types("60").types(ENTER).sees("Written to");
    await()
        .until(() -> Files.readString(folder.resolve("home/config.yml")).equals("maxSteps: 60\n"));
    face.types(ESCAPE).sees("Esc leaves").types(ESCAPE).seesLast("❯");
  }
}
