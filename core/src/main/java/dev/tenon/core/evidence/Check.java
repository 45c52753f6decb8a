package dev.tenon.core.evidence;

import dev.tenon.core.change.effects.TreeFingerprints;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;

/// One command as the engine saw it run, whoever wanted it. It is what goals count as evidence;
/// words of a model are none.
///
/// @param id short, unique in its session: `c1`, `c2`, …
/// @param callId the call of the model that ran it; empty for others
/// @param by the tool, `!` for the person, [#CONFIGURED] for a check of the settings
/// @param parts the commands of the line, as it was read
/// @param folder where it ran, relative to the project where it lies in it
/// @param exit -1 if it did not exit by itself
/// @param prompt the journal's checkpoint of the prompt in which it ran; empty outside of one
/// @param lastChange the journal's last change when it began; empty if there was none
/// @param trees what all files were when it began and when it ended
/// @param changed what it changed itself, the first few
/// @param without what a known runner said about there being no tests; empty otherwise
/// @param helper the helper that ran it; empty for the conversation itself
public record Check(
    String id,
    String callId,
    String by,
    String command,
    List<String> parts,
    String folder,
    Shell.Ending ending,
    int exit,
    Instant began,
    Instant ended,
    String prompt,
    String lastChange,
    TreeFingerprints trees,
    List<String> changed,
    String without,
    String helper) {
  /// The type of the entry that keeps a check in a session.
  public static final String ENTRY = "tenon.check";

  /// A check that the engine runs by itself.
  public static final String CONFIGURED = "checks";

  public Check {
    parts = List.copyOf(parts);
    changed = List.copyOf(changed);
  }

  public boolean succeeded() {
    return ending == Shell.Ending.EXITED && exit == 0;
  }

  /// Whether it ran in the folder of the project itself.
  public boolean isInProject() {
    return folder.isEmpty();
  }

  /// The check for people: `c3 (mvn test)`.
  public String shown() {
    String line = command.strip().replace('\n', ' ');
    return id + " (" + (line.length() > 80 ? line.substring(0, 79) + "…" : line) + ")";
  }

  public Json.Obj toJson() {
    return Json.object()
        .put("id", id)
        .put("callId", callId)
        .put("by", by)
        .put("command", command)
        .put("parts", Json.strings(parts))
        .put("folder", folder)
        .put("ending", JsonFields.word(ending))
        .put("exit", exit)
        .put("began", began.toString())
        .put("ended", ended.toString())
        .put("prompt", prompt)
        .put("lastChange", lastChange)
        .put("before", trees.before())
        .put("after", trees.after())
        .put("outside", Json.strings(trees.outside()))
        .put("changed", Json.strings(changed))
        .put("without", without)
        .put("helper", helper)
        .build();
  }

  /// @throws JsonException when it is not a check
  public static Check of(Json json) throws JsonException {
    JsonFields in = JsonFields.of(json, "check");
    try {
      return new Check(
          in.string("id"),
          in.string("callId"),
          in.string("by"),
          in.string("command"),
          in.strings("parts"),
          in.string("folder"),
          in.constant("ending", Shell.Ending.class),
          (int) in.whole("exit"),
          Instant.parse(in.string("began")),
          Instant.parse(in.string("ended")),
          in.string("prompt"),
          in.string("lastChange"),
          new TreeFingerprints(in.string("before"), in.string("after"), in.strings("outside")),
          in.strings("changed"),
          in.string("without"),
          in.has("helper") ? in.string("helper") : "");
    } catch (DateTimeException notATime) {
      throw new JsonException("a check has a time that is none: " + notATime.getMessage());
    }
  }
}
