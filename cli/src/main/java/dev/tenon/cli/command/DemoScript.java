package dev.tenon.cli.command;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Usage;
import dev.tenon.core.model.script.Expectation;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import java.time.Duration;
import java.util.List;

/// What the scripted model of the demo says. Its words are fixed; everything it has done is done by
/// the real tools, and each step checks that the one before really had the result it talks about.
final class DemoScript {
  static final String PROMPT =
      "An order of 10 pieces gets no discount, though the README promises one. Find out why, mend"
          + " it and show me that it works.";

  private DemoScript() {}

  static ScriptedModel model(Duration pace) {
    return ScriptedModel.named(
        "scripted/demo",
        List.of(
            Step.answer()
                .text("I look at the project first.")
                .call("list_files", Json.object().put("path", ".").build())
                .call("read_file", path("README.md"))
                .using(new Usage(1830, 64, 0, 0))
                .pacing(pace),
            Step.answer()
                .text("Three files. I read the program and its check, and run the check.")
                .call("read_file", path("price.sh"))
                .call("read_file", path("check.sh"))
                .call("bash", Json.object().put("command", "sh check.sh").build())
                .using(new Usage(410, 96, 1830, 0))
                .pacing(pace),
            Step.answer()
                .text(
                    "The check fails for exactly 10 pieces: `price.sh` compares with `-gt` (more"
                        + " than 10), but the README says *from 10 pieces on*. One word has to"
                        + " change.")
                .call(
                    "edit_file",
                    Json.object()
                        .put("path", "price.sh")
                        .put("old_text", "if [ \"$pieces\" -gt 10 ]; then")
                        .put("new_text", "if [ \"$pieces\" -ge 10 ]; then")
                        .build())
                .expecting(Expectation.lastResultContains("WRONG 10 pieces"))
                .using(new Usage(690, 120, 2240, 0))
                .pacing(pace),
            Step.answer()
                .text("Now the check again.")
                .call("bash", Json.object().put("command", "sh check.sh").build())
                .using(new Usage(180, 40, 2930, 0))
                .pacing(pace),
            Step.answer()
                .text(
                    """
                    The discount now begins at 10 pieces, as the README promises.

                    - **Cause**: `price.sh:7` compared with `-gt`, which leaves out 10 itself.
                    - **Change**: `-gt` became `-ge`; nothing else was touched.
                    - **Check**: `sh check.sh` passes all four cases; before, the case of 10 pieces
                      was wrong (1000 instead of 850).
                    """)
                .expecting(Expectation.lastResultContains("ok    10 pieces"))
                .using(new Usage(210, 110, 3110, 0))
                .pacing(pace)));
  }

  private static Json.Obj path(String path) {
    return Json.object().put("path", path).build();
  }
}
