package dev.tenon.core.permission;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rules that a person allowed for a project with "always": `permissions.json` among the
/// project's state, never in the project. Written all or nothing; processes that write at the same
/// time do not lose each other's rules.
///
/// A file that cannot be read or understood allows nothing, and nothing is written over it: it
/// holds what a person decided. [#read] says what is wrong with it.
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

  /// What is in the file.
  ///
  /// @param problem what is wrong with the file and what to do, a sentence; null when it is not
  ///   there or in order
  public record Kept(List<Rule> rules, @Nullable String problem) {
    public Kept {
      rules = List.copyOf(rules);
    }
  }

  /// The file cannot be used as it is. The message says why and what to do.
  public static final class UnusableException extends IOException {
    private static final long serialVersionUID = 1;

    UnusableException(String message) {
      super(message);
    }
  }

  /// The rules that are kept. What cannot be read allows nothing.
  public Kept read() {
    if (Files.notExists(file.path())) {
      return new Kept(List.of(), null);
    }
    try {
      return new Kept(rules(allowed(file.read())), null);
    } catch (JsonException broken) {
      return new Kept(List.of(), problem("cannot be understood", broken));
    } catch (IOException unreadable) {
      return new Kept(List.of(), problem("cannot be read", unreadable));
    }
  }

  private String problem(String what, Exception why) {
    return file.path()
        + " "
        + what
        + " ("
        + why.getMessage()
        + "), so nothing that was allowed with \"always\" is allowed, and nothing can be added;"
        + " repair the file, or remove it to begin anew";
  }

  private List<Rule> rules(List<String> texts) {
    var source = new Rule.Source(Rule.Source.Kind.REMEMBERED, file.path().toString());
    var rules = new ArrayList<Rule>();
    for (String text : texts) {
      try {
        rules.add(Rule.of(Verdict.ALLOW, text, source));
      } catch (RuleException unreadable) {
        // A rule of another version: it allows nothing here, and is kept for that one.
      }
    }
    return rules;
  }

  private static List<String> allowed(Json.Obj memory) throws JsonException {
    var texts = new ArrayList<String>();
    Json list = memory.get(ALLOW);
    if (list == null) {
      return texts;
    }
    if (!(list instanceof Json.Arr array)) {
      throw new JsonException("'allow' is not a list");
    }
    for (Json each : array.values()) {
      if (!(each instanceof Json.Str text)) {
        throw new JsonException("'allow' holds something that is not text");
      }
      texts.add(text.value());
    }
    return texts;
  }

  /// Keeps rules that allow. Throws [UnusableException] if the file cannot be understood.
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
    try {
      file.revise(
          memory -> {
            List<String> texts = allowed(memory);
            edit.apply(texts);
            return memory.with(ALLOW, Json.strings(texts));
          });
    } catch (JsonException broken) {
      throw new UnusableException(problem("cannot be understood", broken));
    }
  }
}
