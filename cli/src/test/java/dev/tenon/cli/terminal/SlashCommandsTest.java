package dev.tenon.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.cli.slash.BuiltinCommands;
import dev.tenon.cli.slash.Mention;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.cli.slash.SlashCommands;
import dev.tenon.cli.terminal.editor.Candidate;
import dev.tenon.core.permission.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlashCommandsTest {
  private final SlashCommands commands =
      new SlashCommands()
          .add(
              List.of(
                  SlashCommand.of("help", "Show help", (argument, context) -> {}),
                  SlashCommand.of("model", "Switch", (argument, context) -> {})
                      .taking("[NAME]", () -> List.of("a/x", "b/y"))
                      .then(
                          words ->
                              words.equals(List.of("a/x")) ? List.of("low", "high") : List.of()),
                  SlashCommand.of("mode", "Change", (argument, context) -> {})));

  private List<String> completions(String line) {
    return new PromptCompleter(commands)
        .candidates(line, line.length()).stream().map(candidate -> candidate.value()).toList();
  }

  @Test
  void aLineIsACommandOrAPrompt() {
    assertThat(SlashCommands.isCommand("/help")).isTrue();
    assertThat(SlashCommands.isCommand("/model a/x")).isTrue();
    assertThat(SlashCommands.isCommand("/usr/bin/env is missing")).isFalse();
    assertThat(SlashCommands.isCommand("/")).isFalse();
    assertThat(SlashCommands.isCommand("what is /help")).isFalse();
    assertThat(SlashCommands.name("/model  a b ")).isEqualTo("model");
    assertThat(SlashCommands.argument("/model  a b ")).isEqualTo("a b");
  }

  @Test
  void namesAndValuesAreCompleted() {
    assertThat(completions("/mod")).containsExactly("/model", "/mode");
    assertThat(completions("/")).containsExactly("/model", "/mode", "/help");
    assertThat(completions("/model ")).containsExactly("a/x", "b/y");
    assertThat(completions("/help ")).isEmpty();
    assertThat(completions("/model a ")).isEmpty();
    assertThat(completions("/model a/x ")).containsExactly("low", "high");
    assertThat(completions("/model  a/x  h")).containsExactly("high");
    assertThat(completions("/model a/x high ")).isEmpty();
    assertThat(completions("text /mod")).isEmpty();
    assertThat(completions("")).isEmpty();
  }

  @Test
  void helpIsAligned() {
    assertThat(commands.help())
        .isEqualTo(
            "  /help          Show help\n  /model [NAME]  Switch\n  /mode          Change\n");
  }

  /// One long command does not push the words of all others to the edge of the window.
  @Test
  void whatTakesMuchHasARowOfItsOwnInTheHelp() {
    commands.add(
        List.of(
            SlashCommand.of("team", "Share the work", (argument, context) -> {})
                .taking("[N[:ROLE]] TASK, or list, show ID, stop ID", List::of)));
    assertThat(commands.help())
        .contains("  /model [NAME]  Switch\n")
        .contains("  /team [N[:ROLE]] TASK, or list, show ID, stop ID\n")
        .contains("\n                 Share the work\n");
  }

  @Test
  void anUnknownNameGetsASuggestion() {
    assertThat(commands.unknown("mo")).contains("/model or /mode");
    assertThat(commands.unknown("helpme")).contains("/help?");
    assertThat(commands.unknown("zzz")).isEqualTo("There is no command /zzz. /help lists all.");
  }

  @Test
  void aLaterDeclarationReplacesAnEarlierOne() {
    commands.add(List.of(SlashCommand.of("help", "Better", (argument, context) -> {})));
    assertThat(commands.find("help").orElseThrow().help()).isEqualTo("Better");
    assertThat(commands.all()).hasSize(3);
  }

  @Test
  void slipsAndLettersFindCommands() {
    commands.add(
        List.of(
            SlashCommand.of("settings", "Change settings", (argument, context) -> {}),
            SlashCommand.of("model", "Change the model", (argument, context) -> {})));
    assertThat(commands.unknown("setings")).contains("Did you mean /settings?");
    assertThat(commands.unknown("modle")).contains("Did you mean /model");
    assertThat(commands.unknown("nonsense")).doesNotContain("Did you mean");
    assertThat(commands.startingWith("hlp")).extracting(SlashCommand::name).containsExactly("help");
    assertThat(commands.startingWith("modle")).extracting(SlashCommand::name).contains("model");
    assertThat(commands.startingWith("zzz")).isEmpty();
  }

  @Test
  void whatPeopleWantMostComesFirstAndLeavingLast() {
    commands.add(
        List.of(
            SlashCommand.of("exit", "Leave", (argument, context) -> {}),
            SlashCommand.of("zebra", "Rare", (argument, context) -> {}),
            SlashCommand.of("undo", "Take back", (argument, context) -> {})));
    assertThat(completions("/"))
        .containsExactly("/model", "/mode", "/undo", "/help", "/zebra", "/exit");
  }

  @Test
  void modesAreDescribedAndTheOneInForceIsMarked() {
    commands.add(List.of(BuiltinCommands.mode(() -> Mode.EDIT, (wish, setup) -> setup)));
    var offered = new PromptCompleter(commands).candidates("/mode ", 6);
    assertThat(offered)
        .extracting(Candidate::value)
        .contains("plan", "ask", "edit", "auto", "full");
    assertThat(offered).allSatisfy(each -> assertThat(each.description()).isNotEmpty());
    assertThat(offered)
        .filteredOn(each -> each.description().startsWith("now: "))
        .extracting(Candidate::value)
        .containsExactly("edit");
  }

  @Test
  void namesArePlain() {
    assertThatThrownBy(() -> SlashCommand.of("No Such", "x", (argument, context) -> {}))
        .hasMessageContaining("No Such");
  }

  @Test
  void hiddenCharactersOfAMentionedFileAreSeenAndKept() {
    String path = "a\u202eb";
    var files = new SlashCommands(typed -> List.of(new Mention(path, "")));
    var offered = new PromptCompleter(files).candidates("see @a", 6).getFirst();
    assertThat(offered.shown()).isEqualTo("a<U+202E>b");
    assertThat(offered.value()).isEqualTo("@" + path);
  }

  /// An editor takes no control characters, so such a name would be another one.
  @Test
  void namesThatCannotBeTypedAreNotOffered() {
    var files =
        new SlashCommands(typed -> List.of(new Mention("a\033[2K", ""), new Mention("a\nb", "")));
    assertThat(new PromptCompleter(files).candidates("see @a", 6)).isEmpty();
  }

  @Test
  void agentsAreOfferedAtTheBeginningAlone() {
    var agents =
        new SlashCommands(
            typed -> List.of(new Mention("explore", "agent", Mention.Place.BEGINNING)));
    assertThat(new PromptCompleter(agents).candidates("@ex", 3))
        .singleElement()
        .satisfies(
            candidate -> {
              assertThat(candidate.value()).isEqualTo("@explore");
              assertThat(candidate.description()).isEqualTo("agent");
            });
    assertThat(new PromptCompleter(agents).candidates("see @ex", 7)).isEmpty();
  }
}
