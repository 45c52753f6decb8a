package dev.tenon.engine.model;

import dev.tenon.core.json.Json;
import dev.tenon.engine.config.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The models of the configuration in the form of the catalog.
final class ExtraModels {
  private ExtraModels() {}

  static Json json(List<Settings.ExtraModel> models) {
    var all = Json.object();
    for (Settings.ExtraModel model : models) {
      var json = Json.object();
      if (model.contextWindow() != null) {
        json.put("contextWindow", model.contextWindow());
      }
      if (model.maxOutput() != null) {
        json.put("maxOutput", model.maxOutput());
      }
      price(model).ifPresent(price -> json.put("price", price));
      if (model.abilities() != null) {
        json.put(
            "abilities",
            Json.strings(
                model.abilities().stream()
                    .map(ability -> ability.name().toLowerCase(Locale.ROOT))
                    .toList()));
      }
      if (model.aliases() != null) {
        json.put("aliases", Json.strings(model.aliases()));
      }
      all.put(model.name(), json.build());
    }
    return all.build();
  }

  private static Optional<Json.Obj> price(Settings.ExtraModel model) {
    var price = Json.object();
    amount(price, "input", model.inputPrice());
    amount(price, "output", model.outputPrice());
    amount(price, "cacheRead", model.cacheReadPrice());
    amount(price, "cacheWrite", model.cacheWritePrice());
    Json.Obj built = price.build();
    return built.isEmpty() ? Optional.empty() : Optional.of(built);
  }

  private static void amount(Json.Builder price, String name, @Nullable Double amount) {
    if (amount != null) {
      price.put(name, amount.doubleValue());
    }
  }
}
