package dev.tenon.cli.slash;

import static dev.tenon.cli.slash.PickingContext.typing;

import dev.tenon.cli.terminal.TrialModels;
import dev.tenon.cli.terminal.TrialTools;
import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Picker;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.GoldenFrames;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.RuleStore;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.SettingsWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Models, tools, settings and permissions at three widths.
class ChoiceFramesTest {
  @TempDir Path folder;

  /// Nothing of it is on disk, so that its path is the same everywhere.
  private static ProjectOptions options() {
    return ProjectOptions.of(Path.of("/nowhere/home"), Path.of("/nowhere/project"))
        .withEnvironment(
            Map.of(
                "TENON_MAX_STEPS", "9",
                "TENON_PERMISSIONS_DENY", "bash(curl)",
                "TENON_PERMISSIONS_ALLOW", "bash(npm run test:*)"));
  }

  private static String settings(DisplayOptions look, int columns, Key... keys) throws Exception {
    var context = new PickingContext().looking(look, columns).pressing(keys);
    new SettingsCommand(options(), key -> false).slash().action().run("", context);
    return context.screen() + "\n";
  }

  private static String models(DisplayOptions look, int columns, Key... keys) throws Exception {
    var context = new PickingContext().looking(look, columns).pressing(keys);
    new ModelCommand(new TrialModels()).slash().action().run("", context);
    return context.screen() + "\n";
  }

  private String tools(DisplayOptions look, int columns, Key... keys) throws Exception {
    Picker<ToolsCommand.Row> picker =
        new ToolsCommand(new SettingsWriter(options())).picker(TrialTools.in(folder), look);
    picker.lines(columns, 24);
    for (Key key : keys) {
      picker.press(key);
    }
    return String.join("\n", picker.lines(columns, 24)) + "\n";
  }

  private String permissions(DisplayOptions look, int columns, Key... keys) throws Exception {
    Picker<PermissionPicker.Row> picker = picker(Mode.ASK).picker(look);
    picker.lines(columns, 24);
    for (Key key : keys) {
      picker.press(key);
    }
    return String.join("\n", picker.lines(columns, 24)) + "\n";
  }

  /// As it is opened by the command: a mode is chosen from a list of its own.
  private String modes(DisplayOptions look, int columns) throws Exception {
    var context = new PickingContext().looking(look, columns).pressing(Key.Named.ENTER);
    picker(Mode.ASK).run(context);
    return context.screens.get(1) + "\n";
  }

  private PermissionPicker picker(Mode mode) throws Exception {
    var rules = Configuration.load(options()).settings().permissions();
    return new PermissionPicker(
        new RuleBook(Rules.NONE.with(rules), new RuleStore(folder.resolve("kept"))),
        () -> mode,
        (value, setup) -> setup,
        new SettingsWriter(options()),
        command -> new ModePolicy(mode).decide("bash", new Access.Execute(command, ".", Map.of())));
  }

  /// What another conversation has changed is taken back only after a question.
  private String undo(DisplayOptions look, int columns, Key... keys) throws Exception {
    var context = new PickingContext().looking(look, columns).pressing(keys);
    run("undo", journal(), context);
    // After the diff it is asked again.
    List<String> screens = context.screens;
    return screens.get(screens.size() - (keys.length == 0 ? 1 : 2)) + "\n";
  }

  private String redo(DisplayOptions look, int columns) throws Exception {
    Journal journal = journal();
    new Undo(journal).undoLatestPrompt();
    var context = new PickingContext().looking(look, columns);
    run("redo", journal, context);
    return context.said().replace("\nNothing was brought back.", "\n") + context.screen() + "\n";
  }

  private String rollback(DisplayOptions look, int columns) throws Exception {
    Journal journal = journal();
    var context = new PickingContext().looking(look, columns);
    run("rollback", journal, context);
    return context.said().replace("\nNothing was brought back.", "\n") + context.screen() + "\n";
  }

  private static void run(String name, Journal journal, PickingContext context) throws Exception {
    var commands =
        new JournalCommands(journal, change -> Optional.empty(), change -> false, context.look());
    for (SlashCommand command : commands.list()) {
      if (command.name().equals(name)) {
        String prompt = name.equals("rollback") ? journal.checkpoints().getFirst().id() : "";
        command.action().run(prompt, context);
      }
    }
  }

  private Journal journal() throws Exception {
    Path root = Files.createTempDirectory(folder, "project").toRealPath();
    Path state = root.resolveSibling(root.getFileName() + "-state");
    var workspace = Workspace.open(root, List.of());
    Journal journal = ProjectJournal.open(state, workspace, "one");
    journal.beginPrompt("make a.txt");
    journal.commit(
        new Transaction(List.of(new FileChange.Create("a.txt", "one\ntwo\n"))),
        new Attribution(Origin.AGENT, "write_file", "call"));
    return journal;
  }

  private static Key control(char letter) {
    return new Key.Chord(Key.Modifier.CONTROL, letter);
  }

  /// A list of the values that a setting may have.
  private static String values(DisplayOptions look, int columns) throws Exception {
    Key[] keys = typing("ui.color", Key.Named.ENTER);
    var context = new PickingContext().looking(look, columns).pressing(keys);
    new SettingsCommand(options(), key -> false).slash().action().run("", context);
    return context.screens.get(keys.length) + "\n";
  }

  private String laterOff(DisplayOptions look, int columns) throws Exception {
    Path home = Files.createTempDirectory(folder, "home");
    var writer = new SettingsWriter(ProjectOptions.of(home, folder).withEnvironment(Map.of()));
    var command = new ToolsCommand(writer);
    Picker<ToolsCommand.Row> before = command.picker(TrialTools.in(folder), look);
    before.press(new Key.Pasted("checkpoint"));
    before.press(control('t'));
    // Opened again: what was said of the file, whose path differs, is gone.
    Picker<ToolsCommand.Row> picker = command.picker(TrialTools.in(folder), look);
    picker.press(new Key.Pasted("checkpoint"));
    return String.join("\n", picker.lines(columns, 24)) + "\n";
  }

  private Map<String, String> scenes(DisplayOptions look, int columns) throws Exception {
    var scenes = new LinkedHashMap<String, String>();
    scenes.put("settings", settings(look, columns, typing("maxSteps")));
    scenes.put(
        "settings-refused",
        settings(
            look,
            columns,
            typing("maxSteps", Key.Named.ENTER, new Key.Pasted("x"), Key.Named.ENTER)));
    scenes.put("model", models(look, columns));
    scenes.put("model-lacking", models(look, columns, typing("grand", Key.Named.ENTER)));
    scenes.put("model-effort", models(look, columns, Key.Named.TAB, Key.Named.DOWN));
    scenes.put("tools-off", tools(look, columns, typing("monitor")));
    scenes.put("undo-elsewhere", undo(look, columns));
    scenes.put("undo-diff", undo(look, columns, Key.Named.DOWN, Key.Named.DOWN, Key.Named.ENTER));
    scenes.put("permissions", permissions(look, columns));
    scenes.put("settings-values", values(look, columns));
    scenes.put("tools-standing", tools(look, columns, typing("checkpoint", Key.Named.DOWN)));
    scenes.put("tools-shelf", tools(look, columns, typing("checkpoint")));
    scenes.put("tools-later-off", laterOff(look, columns));
    scenes.put("redo-elsewhere", redo(look, columns));
    scenes.put("rollback-elsewhere", rollback(look, columns));
    scenes.put("permissions-modes", modes(look, columns));
    scenes.put("permissions-add", permissions(look, columns, control('a')));
    scenes.put("permissions-remove", permissions(look, columns, Key.Named.DOWN, control('d')));
    scenes.put(
        "permissions-tried",
        permissions(look, columns, control('t'), new Key.Pasted("git push"), Key.Named.ENTER));
    scenes.put("permissions-rule", permissions(look, columns, Key.Named.DOWN));
    return scenes;
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 200})
  void theyLookAsTheyDid(int columns) throws Exception {
    GoldenFrames.check(ChoiceFramesTest.class, columns, look -> scenes(look, columns));
  }
}
