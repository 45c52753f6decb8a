package dev.tenon.core.permission;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The rules that a person allowed for a project with "always": `permissions.json` among the
/// project's state, never in the project. Written all or nothing; processes that write at the same
/// time do not lose each other's rules.
public final class RuleStore {
  private static final String ALLOW = "allow";

  private final JsonFile file;

  /// @param folder the project's state; it is made when a rule is kept
  public RuleStore(Path folder) {
    this.file = new JsonFile(folder.resolve("permissions.json"));
  }

  public Path file() {
    return file.path();
  }

  /// The rules that are kept. What cannot be read allows nothing.
  public List<Rule> rules() {
    try {
      return read();
    } catch (IOException | JsonException unreadable) {
      return List.of();
    }
  }

  private List<Rule> read() throws IOException, JsonException {
    Json.Obj memory = file.read();
    var source = new Rule.Source(Rule.Source.Kind.REMEMBERED, file.path().toString());
    var rules = new ArrayList<Rule>();
    for (Json each : allowed(memory)) {
      if (each instanceof Json.Str text) {
        try {
          rules.add(Rule.of(Verdict.ALLOW, text.value(), source));
        } catch (RuleException unreadable) {
          // A rule of another version: it allows nothing here, and is kept for that one.
        }
      }
    }
    return rules;
  }

  private static List<? extends Json> allowed(Json.Obj memory) {
    return memory.get(ALLOW) instanceof Json.Arr list ? list.values() : List.of();
  }

  /// Keeps rules that allow.
  public void keep(List<Rule> rules) throws IOException {
    change(
        texts -> {
          for (Rule rule : rules) {
            if (!texts.contains(rule.text())) {
              texts.add(rule.text());
            }
          }
        });
  }

  /// Forgets a rule. Answers whether it was there.
  public boolean forget(String rule) throws IOException {
    if (!Files.exists(file.path())) {
      return false;
    }
    var there = new boolean[1];
    change(texts -> there[0] = texts.remove(rule));
    return there[0];
  }

  /// A change of the texts of the rules.
  private interface Edit {
    void apply(List<String> texts);
  }

  private void change(Edit edit) throws IOException {
    file.change(
        memory -> {
          var texts = new ArrayList<String>();
          for (Json each : allowed(memory)) {
            if (each instanceof Json.Str text) {
              texts.add(text.value());
            }
          }
          edit.apply(texts);
          return memory.with(ALLOW, Json.strings(texts));
        });
  }
}
