package dev.tenon.engine.content;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import dev.tenon.engine.config.Consent.Decision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What the user decided about single things that projects bring along, such as skills and servers.
/// Kept in `trust.json` in the state folder: for each file's real path (with `#NAME` for one thing
/// of several in a file) its kind and name, the SHA-256 of what it is made of and the decision, so
/// that one changed byte asks again. Processes that decide at the same time do not lose each
/// other's decisions. Decisions that were kept without kind and name count, too.
public final class ItemConsent {
  private static final String ITEMS = "items";

  private final JsonFile file;
  private Json.@Nullable Obj memory;

  /// @param home the state folder; it is made when something is remembered
  public ItemConsent(Path home) {
    this.file = new JsonFile(home.resolve("trust.json"));
  }

  /// What can be agreed to.
  public enum Kind {
    SKILL,
    COMMAND,
    AGENT,
    HOOK,
    SERVER;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// One thing with exactly this content.
  public record Item(Kind kind, String name, Path path, String sha256) {}

  /// A decision that is kept.
  ///
  /// @param kind in the words of the file; empty where it was kept without
  public record Kept(String kind, String name, Path path, Decision decision) {}

  /// What was decided about it. A memory that cannot be read is no consent.
  public Decision remembered(Item item) {
    Json.Obj entry = memory().objectOrEmpty(ITEMS).objectOrEmpty(item.path().toString());
    return item.sha256().equals(entry.string("sha256")) ? decision(entry) : Decision.UNDECIDED;
  }

  private static Decision decision(Json.Obj entry) {
    return switch (entry.string("decision", "")) {
      case "accepted" -> Decision.ACCEPTED;
      case "declined" -> Decision.DECLINED;
      default -> Decision.UNDECIDED;
    };
  }

  private Json.Obj memory() {
    Json.Obj known = memory;
    if (known == null) {
      try {
        known = file.read();
      } catch (IOException | JsonException unreadable) {
        known = Json.Obj.EMPTY;
      }
      memory = known;
    }
    return known;
  }

  /// Remembers one decision about several things; [Decision#UNDECIDED] forgets.
  public void remember(List<Item> items, Decision decision) throws IOException {
    file.change(
        before -> {
          Map<String, Json> known = new LinkedHashMap<>(before.objectOrEmpty(ITEMS).members());
          for (Item item : items) {
            if (decision == Decision.UNDECIDED) {
              known.remove(item.path().toString());
            } else {
              known.put(
                  item.path().toString(),
                  Json.object()
                      .put("kind", item.kind().label())
                      .put("name", item.name())
                      .put("sha256", item.sha256())
                      .put("decision", decision.name().toLowerCase(Locale.ROOT))
                      .build());
            }
          }
          return before.with(ITEMS, new Json.Obj(known));
        });
    memory = null;
  }

  /// Forgets decisions, whatever became of the things. Answers what was forgotten.
  public List<Kept> forget(Predicate<Kept> which) throws IOException {
    var forgotten = new ArrayList<Kept>();
    if (!Files.exists(file.path())) {
      return forgotten;
    }
    file.change(
        before -> {
          forgotten.clear();
          Map<String, Json> known = new LinkedHashMap<>(before.objectOrEmpty(ITEMS).members());
          known
              .entrySet()
              .removeIf(
                  each -> {
                    Kept kept = kept(each.getKey(), each.getValue());
                    boolean gone = kept != null && which.test(kept);
                    if (gone) {
                      forgotten.add(kept);
                    }
                    return gone;
                  });
          return before.with(ITEMS, new Json.Obj(known));
        });
    memory = null;
    return forgotten;
  }

  private static @Nullable Kept kept(String path, Json value) {
    if (!(value instanceof Json.Obj entry)) {
      return null;
    }
    try {
      return new Kept(
          entry.string("kind", ""), entry.string("name", ""), Path.of(path), decision(entry));
    } catch (InvalidPathException noPath) {
      return null;
    }
  }
}
