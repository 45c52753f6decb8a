package dev.tenon.providers.catalog;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Pricing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The list of known models. Looking one up is cheap enough for the way to the first request: the
/// data has one model a line, and only the line that is asked for is parsed.
///
/// A model that the list does not name still works; [#describe] then answers with what a relative
/// tells (a dated snapshot, the same model through a gateway) or with cautious defaults. Immutable.
public final class ModelCatalog {
  private final String lines;

  /// The user's own entries by full name, before the built-in ones.
  private final Map<String, ModelEntry> own;

  private ModelCatalog(String lines, Map<String, ModelEntry> own) {
    this.lines = lines;
    this.own = own;
  }

  public static ModelCatalog builtin() {
    return new ModelCatalog(BuiltinModels.LINES, Map.of());
  }

  /// This catalog with the user's `models` section: an object of full names, each with some of
  /// `contextWindow`, `maxOutput`, `price`, `abilities` and `aliases`. What an entry leaves out
  /// stays as it is known.
  public ModelCatalog extendedBy(Json models) throws JsonException {
    JsonFields fields = JsonFields.of(models, "models");
    var merged = new LinkedHashMap<>(own);
    for (String name : fields.object().members().keySet()) {
      int slash = name.indexOf('/');
      if (slash < 1 || slash == name.length() - 1) {
        throw fields.wrong(name, "a model's name is written provider/model");
      }
      ModelEntry known = merged.get(name);
      if (known == null) {
        known = entry(name);
      }
      merged.put(
          name,
          ModelEntry.read(
              name, fields.fields(name), known == null ? ModelEntry.unlisted(name) : known));
    }
    return new ModelCatalog(lines, merged);
  }

  /// What is known of the model of this full name.
  public Optional<ModelInfo> find(String fullName) {
    ModelEntry entry = entry(fullName);
    return entry == null ? Optional.empty() : Optional.of(entry.info());
  }

  /// What is known or assumed of the model of this full name; never fails for a `provider/model`.
  public ModelInfo describe(String fullName) {
    ModelEntry known = entry(fullName);
    return known != null
        ? known.info()
        : RelatedModels.of(fullName, this).orElseGet(() -> ModelEntry.unlisted(fullName).info());
  }

  /// What the tokens of a model cost; null when that is not known, as for a helper that has no
  /// model yet.
  public @Nullable Pricing price(String name) {
    return name.indexOf('/') < 1 ? null : describe(name).price();
  }

  /// The full name of a model that is given without its provider: an id (`claude-opus-4-6`) or an
  /// alias (`opus`). When several providers have it, the user's own entry and then the one listed
  /// first wins.
  public Resolution resolveBare(String name) {
    for (ModelEntry entry : own.values()) {
      if (answersTo(entry, name)) {
        return new Resolution.Found(entry.info().name());
      }
    }
    String quoted = "\"" + name + "\"";
    String ending = "/" + name + "\"";
    for (int at = 0; at < lines.length(); ) {
      int end = lineEnd(at);
      String line = lines.substring(at, end);
      if (line.contains(quoted) || line.contains(ending)) {
        ModelEntry entry = parse(line);
        if (answersTo(entry, name)) {
          return new Resolution.Found(entry.info().name());
        }
      }
      at = end + 1;
    }
    return new Resolution.Unknown(name, Nearest.to(name, entries()));
  }

  /// The full name of the model that the user calls so in the `models` section.
  public Optional<String> ownNamed(String name) {
    for (ModelEntry entry : own.values()) {
      if (entry.aliases().contains(name)) {
        return Optional.of(entry.info().name());
      }
    }
    return Optional.empty();
  }

  /// All models: the user's own ones first, then the built-in ones that he did not change.
  public List<ModelInfo> list() {
    var all = new ArrayList<ModelInfo>();
    for (ModelEntry entry : entries()) {
      all.add(entry.info());
    }
    return all;
  }

  /// The short names of a listed model.
  public List<String> aliases(String fullName) {
    ModelEntry entry = entry(fullName);
    return entry == null ? List.of() : entry.aliases();
  }

  private List<ModelEntry> entries() {
    var all = new ArrayList<>(own.values());
    for (int at = 0; at < lines.length(); ) {
      int end = lineEnd(at);
      ModelEntry entry = parse(lines.substring(at, end));
      if (!own.containsKey(entry.info().name())) {
        all.add(entry);
      }
      at = end + 1;
    }
    return all;
  }

  private @Nullable ModelEntry entry(String fullName) {
    ModelEntry mine = own.get(fullName);
    if (mine != null) {
      return mine;
    }
    int at = lines.indexOf("{\"name\":\"" + fullName + "\"");
    return at < 0 ? null : parse(lines.substring(at, lineEnd(at)));
  }

  private int lineEnd(int from) {
    int end = lines.indexOf('\n', from);
    return end < 0 ? lines.length() : end;
  }

  private static boolean answersTo(ModelEntry entry, String name) {
    return entry.info().id().equals(name) || entry.aliases().contains(name);
  }

  private static ModelEntry parse(String line) {
    try {
      return ModelEntry.of(line);
    } catch (JsonException broken) {
      throw new IllegalStateException("the list of models has a bad line: " + line, broken);
    }
  }
}
