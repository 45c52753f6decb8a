package dev.tenon.cli.terminal.dialog;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.core.exec.shell.Need;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.tool.Asker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A dialog of every kind that there is, for whoever types at them.
final class DialogSamples {
  private static final DisplayOptions LOOK = DisplayOptions.plain(Glyphs.ASCII);

  static final ChoiceDialog.Option SAFE = ChoiceDialog.Option.safe("Not now");
  static final ChoiceDialog.Option READ = ChoiceDialog.Option.read("Do it");

  private DialogSamples() {}

  static ApprovalDialog approval() {
    return new ApprovalDialog(
        new Approver.Question(
            "bash",
            List.of(
                new Approver.Question.Item(
                    new Access.Execute("make clean"), new Decision.Ask("run", "")))),
        LOOK);
  }

  static ApprovalDialog approval(String tool, String changes, Access... accesses) {
    var items = new ArrayList<Approver.Question.Item>();
    for (Access access : accesses) {
      items.add(new Approver.Question.Item(access, new Decision.Ask("it", "")));
    }
    Json.Obj arguments = Json.object().put("project", "ABC").put("count", 3).build();
    return new ApprovalDialog(
        new Approver.Question(tool, items, changes).about(Part.Call.of("1", tool, arguments)),
        LOOK);
  }

  static ChoiceDialog choice(ChoiceDialog.Option... options) {
    return new ChoiceDialog(
        "What becomes of it?", width -> List.of("one", "two"), List.of(options), LOOK);
  }

  /// A fresh one of each kind that there is.
  static Map<String, Dialog> everyDialog() {
    String diff = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
    var run = new Access.Execute("make", "sub", Map.of("A", "1"));
    var outside = new Access.Outside("tracker", "create", Access.Outside.Effect.CHANGES);
    Map<String, Dialog> all = new LinkedHashMap<>();
    all.put("command", approval());
    all.put("command elsewhere", approval("bash", "", run));
    all.put("edit", approval("edit_file", diff, new Access.Write("x")));
    all.put("several", approval("patch", diff, new Access.Write("x"), new Access.Write("y"), run));
    all.put("mcp", approval("mcp__tracker__create", "", outside));
    all.put("connection", approval("fetch", "", new Access.Connect("example.org", 443)));
    all.put("helpers", approval("task", "", new Access.Delegate(12)));
    all.put("tool", approval("todo", "", new Access.Use("todo")));
    all.put("again", approval("bash", "", new Access.Execute("make").needing(new Need.Writing())));
    all.put(
        "helper",
        new ApprovalDialog(
            new Approver.Question(
                    "bash", List.of(new Approver.Question.Item(run, new Decision.Ask("run", ""))))
                .of("reviewer"),
            LOOK));
    all.put("plan", choice(SAFE, READ, ChoiceDialog.Option.words("Change it"), READ));
    all.put("yes or no", choice(SAFE, READ));
    all.put("ask", question(Asker.Choice.ONE));
    all.put("ask several", question(Asker.Choice.SEVERAL));
    return all;
  }

  /// Whether something was let happen.
  static boolean allowed(Dialog dialog) {
    return switch (dialog) {
      case ApprovalDialog approval -> approval.answer().kind() != Approver.Answer.Kind.NO;
      case ChoiceDialog choice -> choice.chosen() > 0 && choice.words().isEmpty();
      default -> false;
    };
  }

  static QuestionDialog question(Asker.Choice choice) {
    return new QuestionDialog(
        List.of(new Asker.Question("id", "Which?", List.of("one", "two", "three"), choice, 1)),
        LOOK,
        Optional::empty);
  }

  static QuestionDialog several() {
    var questions = new ArrayList<Asker.Question>();
    for (int i = 0; i < 3; i++) {
      questions.add(new Asker.Question("q" + i, "Which?", List.of("a", "b"), Asker.Choice.ONE, 0));
    }
    return new QuestionDialog(questions, LOOK, Optional::empty);
  }

  /// What stands in the dialog as an answer in words.
  static String words(Dialog dialog) {
    return switch (dialog) {
      case QuestionDialog question -> question.replies().getFirst().own();
      case ChoiceDialog choice -> {
        // What is written there is known when the field is left.
        choice.press(Key.Named.ESCAPE);
        yield choice.words();
      }
      default -> "";
    };
  }
}
