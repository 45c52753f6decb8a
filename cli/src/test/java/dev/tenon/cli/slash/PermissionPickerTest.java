package dev.tenon.cli.slash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Picker;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.RuleStore;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.permission.Verdict;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.SettingsWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PermissionPickerTest {
  @TempDir Path folder;
  private Path file;
  private RuleBook book;
  private RuleStore store;
  private Picker<PermissionPicker.Row> picker;

  @BeforeEach
  void open() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    file = home.resolve("config.yml");
    Files.writeString(file, "permissions:\n  deny: [bash(curl)] # never\n");
    ProjectOptions options = ProjectOptions.of(home, folder).withEnvironment(Map.of());
    var rules = Configuration.load(options).settings().permissions();
    store = new RuleStore(folder.resolve("kept"));
    book = new RuleBook(Rules.NONE.with(rules), store);
    picker =
        new PermissionPicker(
                book,
                () -> Mode.ASK,
                (value, setup) -> setup,
                new SettingsWriter(options),
                command ->
                    new ModePolicy(Mode.ASK)
                        .decide("bash", new Access.Execute(command, ".", Map.of())))
            .picker(DisplayOptions.plain(Glyphs.UNICODE));
  }

  private static Key control(char letter) {
    return new Key.Chord(Key.Modifier.CONTROL, letter);
  }

  private String press(Key... keys) {
    for (Key key : keys) {
      picker.press(key);
    }
    return String.join("\n", picker.lines(90, 24));
  }

  @Test
  void rulesStandThereWithTheirOrigin() {
    assertThat(press())
        .contains("mode ask")
        .containsPattern("deny +bash\\(curl\\)")
        .contains("config.yml:2");
    assertThat(press(Key.Named.DOWN)).contains("What it matches never happens, in any mode.");
    assertThat(press(Key.Named.ENTER)).contains("Ctrl-D takes a rule away");
  }

  @Test
  void aRuleIsAddedToTheFileAndHoldsAtOnce() throws Exception {
    assertThat(press(control('a'), new Key.Typed("nonsense("), Key.Named.ENTER))
        .contains("nonsense");
    assertThat(press(Key.Named.ERASE_ALL, new Key.Pasted("bash(x)"), Key.Named.ENTER))
        .contains("Say allow, ask or deny");
    assertThat(press(Key.Named.ERASE_ALL, new Key.Pasted("allow bash(npm test)"), Key.Named.ENTER))
        .contains("Written to")
        .containsPattern("allow +bash\\(npm test\\)");
    assertThat(Files.readString(file))
        .isEqualTo("permissions:\n  deny: [bash(curl)] # never\n  allow: ['bash(npm test)']\n");
    assertThat(book.rules().all()).anyMatch(rule -> rule.text().equals("bash(npm test)"));
  }

  @Test
  void aRuleIsRemovedAfterAYes() throws Exception {
    assertThat(press(Key.Named.DOWN, control('d'))).contains("Remove deny bash(curl)?");
    press(new Key.Typed("n"));
    assertThat(Files.readString(file)).contains("bash(curl)");
    assertThat(press(control('d'), new Key.Typed("y")))
        .contains("Removed bash(curl); it holds until this conversation ends.");
    assertThat(Files.readString(file)).doesNotContain("curl");
    assertThat(press(Key.Named.HOME, control('d'), new Key.Typed("y")))
        .contains("The mode is changed with Enter.");
  }

  private String add(String rule) {
    return press(control('a'), Key.Named.ERASE_ALL, new Key.Pasted(rule), Key.Named.ENTER);
  }

  @Test
  void takingOneRuleAwayLeavesThoseOfTheSameWordsWithAnotherEffect() throws Exception {
    add("allow bash(git push *)");
    add("deny bash(git push *)");
    // The strictest stand first.
    assertThat(press(Key.Named.END, control('d'))).contains("Remove allow bash(git push *)?");
    assertThat(press(new Key.Typed("y"))).contains("Removed bash(git push *).");
    assertThat(book.rules().all())
        .filteredOn(rule -> rule.text().equals("bash(git push *)"))
        .extracting(Rule::effect)
        .containsExactly(Verdict.DENY);
    assertThat(Files.readString(file)).contains("git push *").doesNotContain("allow");
  }

  @Test
  void whatWasAllowedWithAnAnswerIsTakenBackAloneAndWhatIsWrittenElsewhereStays() throws Exception {
    store.keep(List.of(Rule.of(Verdict.ALLOW, "bash(make)", Rule.Source.SESSION)));
    var project = new Rule.Source(Rule.Source.Kind.PROJECT, "project.yml:1");
    book.add(Rule.of(Verdict.DENY, "bash(make)", project));
    add("deny bash(x)");
    press(Key.Named.HOME, Key.Named.DOWN, Key.Named.DOWN);
    assertThat(press(control('d'), new Key.Typed("y")))
        .contains("the rule bash(make) is written at project.yml:1; remove it there");
    assertThat(store.read().rules()).extracting(Rule::text).containsExactly("bash(make)");
    assertThat(press(Key.Named.END, control('d'), new Key.Typed("y")))
        .contains("Removed bash(make).");
    assertThat(store.read().rules()).isEmpty();
    assertThat(book.rules().all())
        .filteredOn(rule -> rule.text().equals("bash(make)"))
        .extracting(Rule::effect)
        .containsExactly(Verdict.DENY);
  }

  @Test
  void aCommandIsTriedAndNotRun() {
    assertThat(press(control('t'), new Key.Pasted("git status"), Key.Named.ENTER))
        .contains("allow: ");
    assertThat(press(Key.Named.ERASE_ALL, new Key.Pasted("touch x"), Key.Named.ENTER))
        .contains("ask: ");
    assertThat(folder.resolve("x")).doesNotExist();
  }
}
