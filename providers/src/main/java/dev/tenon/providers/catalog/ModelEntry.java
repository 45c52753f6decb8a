package dev.tenon.providers.catalog;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Pricing;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One line of the catalog: what is known of a model, and the short names it answers to.
record ModelEntry(ModelInfo info, List<String> aliases) {
  ModelEntry {
    aliases = List.copyOf(aliases);
  }

  /// Reads the members of an entry. What is missing comes from `known`.
  static ModelEntry read(String name, JsonFields fields, ModelEntry known) throws JsonException {
    fields.only("name", "contextWindow", "maxOutput", "price", "abilities", "aliases");
    ModelInfo base = known.info();
    return new ModelEntry(
        new ModelInfo(
            name,
            positive(fields, "contextWindow", base.contextWindow()),
            positive(fields, "maxOutput", base.maxOutput()),
            fields.has("price") ? price(fields.fields("price")) : base.price(),
            fields.has("abilities") ? abilities(fields) : base.abilities()),
        fields.has("aliases") ? fields.strings("aliases") : known.aliases());
  }

  private static long positive(JsonFields fields, String name, long otherwise)
      throws JsonException {
    long value = fields.whole(name, otherwise);
    if (value < 1) {
      throw fields.wrong(name, "must be 1 or more, was " + value);
    }
    return value;
  }

  /// A cache price that is not given is that of fresh input: it never makes a bill look smaller.
  private static @Nullable Pricing price(JsonFields price) throws JsonException {
    price.only("input", "output", "cacheRead", "cacheWrite");
    double input = amount(price, "input", price.decimal("input"));
    return new Pricing(
        input,
        amount(price, "output", price.decimal("output")),
        amount(price, "cacheRead", price.decimal("cacheRead", input)),
        amount(price, "cacheWrite", price.decimal("cacheWrite", input)));
  }

  private static double amount(JsonFields price, String name, double value) throws JsonException {
    if (value < 0) {
      throw price.wrong(name, "must be 0 or more, was " + value);
    }
    return value;
  }

  private static Set<ModelInfo.Ability> abilities(JsonFields fields) throws JsonException {
    Set<ModelInfo.Ability> abilities = EnumSet.noneOf(ModelInfo.Ability.class);
    for (String word : fields.strings("abilities")) {
      abilities.add(ability(fields, word));
    }
    return abilities;
  }

  private static ModelInfo.Ability ability(JsonFields fields, String word) throws JsonException {
    for (ModelInfo.Ability ability : ModelInfo.Ability.values()) {
      if (ability.name().toLowerCase(Locale.ROOT).equals(word)) {
        return ability;
      }
    }
    throw fields.wrong("abilities", "may hold tools, images, thinking, but not '" + word + "'");
  }

  /// The entry of one line of the data.
  static ModelEntry of(String line) throws JsonException {
    JsonFields fields = JsonFields.of(Json.parse(line), "");
    String name = fields.string("name");
    return read(name, fields, unlisted(name));
  }

  /// What is assumed of a model that nothing is known of: small enough to work with nearly all.
  static ModelEntry unlisted(String name) {
    boolean local =
        switch (name.substring(0, name.indexOf('/'))) {
          case "ollama", "lmstudio", "llamacpp", "vllm" -> true;
          default -> false;
        };
    return new ModelEntry(
        new ModelInfo(name, local ? 32_768 : 128_000, 8_192, null, Set.of(ModelInfo.Ability.TOOLS)),
        List.of());
  }
}
