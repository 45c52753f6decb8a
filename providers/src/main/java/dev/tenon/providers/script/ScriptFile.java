package dev.tenon.providers.script;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.model.MessageJson;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.script.Expectation;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the script of a [ScriptedModel] from a file, as `docs/models.md` describes it: a JSON
/// object with `steps`, a JSON list of steps, or, in a file named `*.jsonl`, one step a line.
/// Everything unknown or wrong is an error that names the file, the step and the field.
public final class ScriptFile {
  private final Path file;
  private final List<Step> steps = new ArrayList<>();
  private long delayMs;

  private ScriptFile(Path file) {
    this.file = file;
  }

  /// The model that plays this file; its name is `scripted/` and the file's name without ending.
  public static ScriptedModel load(Path file) throws IOException, JsonException {
    var script = new ScriptFile(file);
    String text = text(file);
    if (file.toString().endsWith(".jsonl")) {
      script.lines(text);
    } else {
      script.document(text);
    }
    if (script.steps.isEmpty()) {
      throw new JsonException(file + ": a script needs at least one step");
    }
    return ScriptedModel.named("scripted/" + title(file), script.steps);
  }

  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException missing) {
      throw new IOException("cannot read the script " + file + ": there is no such file", missing);
    } catch (CharacterCodingException binary) {
      throw new IOException("cannot read the script " + file + ": it is not UTF-8 text", binary);
    } catch (IOException unreadable) {
      throw new IOException(
          "cannot read the script " + file + ": " + unreadable.getMessage(), unreadable);
    }
  }

  private static String title(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  private void document(String text) throws JsonException {
    for (Json step : items(parse(text, ""))) {
      add(step);
    }
  }

  private List<Json> items(Json json) throws JsonException {
    if (json instanceof Json.Arr list) {
      return list.items();
    }
    try {
      JsonFields fields = JsonFields.of(json, "");
      fields.only("steps", "delayMs");
      delayMs = fields.count("delayMs", 0);
      return fields.items("steps");
    } catch (JsonException wrong) {
      throw named("", wrong);
    }
  }

  private void lines(String text) throws JsonException {
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      if (!line.isBlank()) {
        add(parse(line, "line " + number + ": "));
      }
    }
  }

  private Json parse(String text, String where) throws JsonException {
    try {
      return Json.parse(text);
    } catch (JsonException wrong) {
      throw named(where, wrong);
    }
  }

  private void add(Json json) throws JsonException {
    try {
      steps.add(step(JsonFields.of(json, "")));
    } catch (JsonException wrong) {
      throw named("step " + (steps.size() + 1) + ": ", wrong);
    }
  }

  private JsonException named(String where, JsonException wrong) {
    return new JsonException(file + ": " + where + wrong.getMessage());
  }

  private Step step(JsonFields fields) throws JsonException {
    fields.only("expect", "thinking", "text", "calls", "stop", "usage", "delayMs", "fail", "hang");
    Step step = Step.answer().pacing(Duration.ofMillis(fields.count("delayMs", delayMs)));
    String thinking = lines(fields, "thinking");
    if (thinking != null) {
      step = step.thinking(thinking);
    }
    String text = lines(fields, "text");
    if (text != null) {
      step = step.text(text);
    }
    for (JsonFields call : fields.each("calls")) {
      step = step.part(call(call));
    }
    JsonFields expect = fields.optionalFields("expect");
    if (expect != null) {
      step = step.expecting(expectation(expect));
    }
    step = ending(step, fields);
    if (step.content().isEmpty() && step.ending() instanceof Step.Ending.Complete) {
      throw new JsonException("is empty; give it text, calls, fail or hang");
    }
    return step;
  }

  private static Step ending(Step step, JsonFields fields) throws JsonException {
    JsonFields fail = fields.optionalFields("fail");
    boolean hang = fields.bool("hang", false);
    if (fail != null || hang) {
      if (fail != null && hang) {
        throw fields.wrong("hang", "cannot stand beside fail");
      }
      for (String name : List.of("stop", "usage")) {
        if (fields.has(name)) {
          throw fields.wrong(name, "means nothing in a step that does not complete");
        }
      }
      return fail == null ? step.hanging() : failing(step, fail);
    }
    if (fields.has("usage")) {
      JsonFields usage = fields.fields("usage");
      usage.only("input", "output", "cacheRead", "cacheWrite");
      step = step.using(MessageJson.usage(usage));
    }
    return fields.has("stop") ? step.stopping(fields.constant("stop", StopReason.class)) : step;
  }

  private static Step failing(Step step, JsonFields fail) throws JsonException {
    fail.only("kind", "message", "retryAfterMs");
    ModelException.Kind kind = fail.constant("kind", ModelException.Kind.class);
    String message = fail.optionalString("message");
    return step.failing(
        kind,
        message == null ? "the script says: " + JsonFields.word(kind) : message,
        fail.has("retryAfterMs") ? Duration.ofMillis(fail.count("retryAfterMs", 0)) : null);
  }

  private static Part.Call call(JsonFields call) throws JsonException {
    call.only("id", "name", "arguments", "problem");
    String id = call.optionalString("id");
    return new Part.Call(
        id == null ? "" : id,
        call.string("name"),
        call.has("arguments") ? call.fields("arguments").object() : Json.Obj.EMPTY,
        null,
        call.optionalString("problem"));
  }

  private static Expectation expectation(JsonFields expect) throws JsonException {
    expect.only(
        "lastResultContains",
        "lastResult",
        "results",
        "lastUserContains",
        "systemContains",
        "tools");
    Expectation all = Expectation.NONE;
    for (String text : oneOrMore(expect, "lastResultContains")) {
      all = all.and(Expectation.lastResultContains(text));
    }
    if (expect.has("lastResult")) {
      all = all.and(Expectation.lastResultIs(expect.constant("lastResult", Part.Outcome.class)));
    }
    if (expect.has("results")) {
      all = all.and(Expectation.lastResultCount((int) expect.count("results", 0)));
    }
    for (String text : oneOrMore(expect, "lastUserContains")) {
      all = all.and(Expectation.lastUserContains(text));
    }
    for (String text : oneOrMore(expect, "systemContains")) {
      all = all.and(Expectation.systemContains(text));
    }
    for (String tool : expect.strings("tools")) {
      all = all.and(Expectation.offersTool(tool));
    }
    return all;
  }

  private static List<String> oneOrMore(JsonFields fields, String name) throws JsonException {
    if (fields.object().get(name) instanceof Json.Str text) {
      return List.of(text.value());
    }
    if (fields.has(name) && !(fields.value(name) instanceof Json.Arr)) {
      throw fields.wrong(name, "expected a string or a list of strings");
    }
    return fields.strings(name);
  }

  /// A text, or a list of its lines, because JSON strings cannot span lines.
  private static @Nullable String lines(JsonFields fields, String name) throws JsonException {
    return fields.has(name) ? String.join("\n", oneOrMore(fields, name)) : null;
  }
}
