package dev.tenon.cli.slash;

import static dev.tenon.cli.slash.PickingContext.typing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.cli.terminal.TrialModels;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.core.model.Effort;
import org.junit.jupiter.api.Test;

class ModelCommandTest {
  private static final Key SAVE = new Key.Chord(Key.Modifier.CONTROL, 's');

  private final TrialModels models = new TrialModels();
  private final PickingContext context = new PickingContext();

  private void run(String argument, CommandContext with) throws Exception {
    new ModelCommand(models).slash().action().run(argument, with);
  }

  @Test
  void usableModelsComeFirstWithPriceAndWindow() throws Exception {
    run("", context);
    assertThat(context.screen())
        .containsSubsequence("❯ model  trial", "other  trial", "grand  distant")
        .containsPattern("\\$3/\\$15 +200k  in use")
        .contains("no key")
        .contains("$3 in, $15 out, $0.3 cached, for a million tokens")
        .contains("sees 200k tokens, answers with up to 64k");
    assertThat(context.printed).isEmpty();
  }

  @Test
  void aModelIsFoundAndUsed() throws Exception {
    run("", context.pressing(typing("oth", Key.Named.ENTER)));
    assertThat(models.name()).isEqualTo("trial/other");
    assertThat(models.saved).isEmpty();
    assertThat(context.said()).isEqualTo("Going on with trial/other.");
  }

  @Test
  void oneWithoutAKeyTellsTheWayIn() throws Exception {
    run("", context.pressing(typing("grand", Key.Named.ENTER)));
    assertThat(context.screen()).contains("no key for distant: set DISTANT_API_KEY");
    assertThat(models.name()).isEqualTo("trial/model");
  }

  @Test
  void theEffortIsChosenAndAllOfItSaved() throws Exception {
    run("", context.pressing(Key.Named.TAB, Key.Named.TAB, Key.Named.DOWN, SAVE));
    assertThat(models.name()).isEqualTo("trial/other");
    assertThat(models.effort()).isEqualTo(Effort.LOW);
    assertThat(models.saved).isEqualTo("trial/other LOW");
    assertThat(context.screens.get(2)).contains("effort low");
    assertThat(context.said()).contains("effort low").contains("your default");
  }

  @Test
  void argumentsAndLinesWorkAsBefore() throws Exception {
    var lines = new PickingContext(false);
    run("", lines);
    assertThat(lines.said()).isEqualTo("The model is trial/model.");
    assertThat(lines.offered)
        .as("usable first, with what they cost")
        .containsExactly(
            "model  trial  $3/$15  200k  in use",
            "other  trial  $0.25/$1.25  200k",
            "grand  distant  $15/$75  200k  no key");
    run("trial/other", lines);
    assertThat(models.name()).isEqualTo("trial/other");
    run("trial/other high", lines);
    assertThat(models.effort()).isEqualTo(Effort.HIGH);
    assertThatThrownBy(() -> run("trial/other loud", lines)).hasMessageContaining("efforts are");
    assertThatThrownBy(() -> run("none/such", lines)).hasMessageContaining("There is no model");
  }
}
