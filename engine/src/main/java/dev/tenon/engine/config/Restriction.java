package dev.tenon.engine.config;

import dev.tenon.engine.config.value.Origin;
import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Value;
import dev.tenon.engine.problem.QuotedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Something that a project's configuration asks for and that only the user can grant.
///
/// @param key the setting
/// @param value what the project wants, secrets masked
/// @param line where in the project's file
/// @param reason why it needs consent: a phrase
public record Restriction(String key, String value, int line, String reason) {

  /// The restricted ones among a project's entries, seen from what the user's own configuration
  /// says.
  static List<Restriction> among(Map<String, Entry> project, Map<String, Entry> own) {
    var restricted = new ArrayList<Restriction>();
    for (Entry entry : project.values()) {
      String reason = reason(entry, own);
      if (reason != null) {
        int line = entry.origin() instanceof Origin.ProjectFile file ? file.line() : 0;
        restricted.add(new Restriction(entry.key(), entry.shown().text(), line, reason));
      }
    }
    return restricted;
  }

  /// For a message: `mode: full (line 3)`.
  public String describe() {
    return key + ": " + value + " (line " + line + ")";
  }

  private static @Nullable String reason(Entry entry, Map<String, Entry> own) {
    return switch (entry.setting().guard()) {
      case FREE, ADDING -> null;
      case CLOSED, NEVER -> "only the user may set it";
      case NOT_MORE -> {
        Type<?> type = entry.setting().type();
        Entry mine = own.get(entry.key());
        yield mine == null
            ? "only the user may set it"
            : type.rank(entry.value()) > type.rank(mine.value())
                ? "more than your " + QuotedValue.of(mine.value().text())
                : null;
      }
      case SAME_PROVIDER -> {
        Entry mine = own.get(ConversationCatalog.MODEL.key());
        String model = mine == null ? "" : mine.value().text();
        List<String> wanted =
            entry.value() instanceof Value.Texts texts
                ? texts.texts()
                : List.of(entry.value().text());
        yield otherProvider(wanted, model)
            ? "not a model of the provider of your " + QuotedValue.of(model)
            : null;
      }
    };
  }

  /// A name without a provider could mean any, unless it is the user's own.
  private static boolean otherProvider(List<String> wanted, String own) {
    int slash = own.indexOf('/');
    for (String name : wanted) {
      boolean same = slash > 0 && name.startsWith(own.substring(0, slash + 1));
      if (!same && !name.equals(own)) {
        return true;
      }
    }
    return false;
  }
}
