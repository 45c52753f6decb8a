package dev.tenon.cli.discover;

import dev.tenon.core.json.Json;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One thing that a project brings along.
///
/// @param place its file, with a line where it has one
/// @param effect what it does, or would do
/// @param whole what a person agrees to who makes it their own, line by line
/// @param why the decision is what it is
/// @param adoption writes it into the user's configuration; null where that makes no sense
record DiscoveredItem(
    Kind kind,
    String name,
    String place,
    String effect,
    List<String> whole,
    Decision decision,
    String why,
    @Nullable Adoption adoption) {
  DiscoveredItem {
    whole = List.copyOf(whole);
  }

  /// Of which the effect is all there is to say.
  DiscoveredItem(
      Kind kind,
      String name,
      String place,
      String effect,
      Decision decision,
      String why,
      @Nullable Adoption adoption) {
    this(kind, name, place, effect, List.of(effect), decision, why, adoption);
  }

  /// What a thing is.
  enum Kind {
    INSTRUCTIONS,
    SERVER,
    HOOK,
    SKILL,
    COMMAND,
    AGENT,
    /// Of `.tenon/rules`.
    RULE,
    PERMISSION,
    /// Commands that run by themselves.
    CHECK,
    /// What the project's configuration asks for.
    SETTING
  }

  /// What becomes of it.
  enum Decision {
    USED("used"),
    WAITS("waits for you"),
    DECLINED("declined"),
    NOT_USED("not used");

    private final String words;

    Decision(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /// Makes it the user's own. Answers where it is then.
  interface Adoption {
    String adopt() throws ConfigException, SetupException, IOException;
  }

  /// How it is called on the command line.
  String id() {
    return kind.name().toLowerCase(Locale.ROOT) + ":" + name;
  }

  Json.Obj json() {
    return Json.object()
        .put("item", id())
        .put("kind", kind.name().toLowerCase(Locale.ROOT))
        .put("name", name)
        .put("file", place)
        .put("effect", effect)
        .put("decision", decision.words)
        .put("why", why)
        .put("importable", adoption != null)
        .build();
  }
}
