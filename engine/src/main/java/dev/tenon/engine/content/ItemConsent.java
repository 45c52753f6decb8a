package dev.tenon.engine.content;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFile;
import dev.tenon.engine.config.Consent.Decision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the user decided about single things that projects bring along, such as skills. Kept in
/// `trust.json` in the state folder: for each file's real path the SHA-256 of what it is made of
/// and the decision, so that one changed byte asks again.
public final class ItemConsent {
  private static final String ITEMS = "items";

  private final JsonFile file;
  private Json.@Nullable Obj memory;

  /// @param home the state folder; it is made when something is remembered
  public ItemConsent(Path home) {
    this.file = new JsonFile(home.resolve("trust.json"));
  }

  /// One thing with exactly this content.
  public record Item(Path path, String sha256) {}

  /// What was decided about it. A memory that cannot be read is no consent.
  public Decision remembered(Item item) {
    Json.Obj entry = memory().objectOrEmpty(ITEMS).objectOrEmpty(item.path().toString());
    if (!item.sha256().equals(entry.string("sha256"))) {
      return Decision.UNDECIDED;
    }
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
                      .put("sha256", item.sha256())
                      .put("decision", decision.name().toLowerCase(Locale.ROOT))
                      .build());
            }
          }
          return before.with(ITEMS, new Json.Obj(known));
        });
    memory = null;
  }
}
