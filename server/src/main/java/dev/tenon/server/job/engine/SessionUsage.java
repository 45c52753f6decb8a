package dev.tenon.server.job.engine;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Usage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// Adds up what the answers of a conversation have used.
///
/// @param prices what usage of a model costs in US dollars, where that is known
record SessionUsage(Prices prices) {

  /// Knows what models cost.
  @FunctionalInterface
  interface Prices {
    OptionalDouble cost(String model, Usage usage);
  }

  private record Sum(int requests, Usage usage) {
    static final Sum NONE = new Sum(0, Usage.NONE);

    Sum plus(Usage more) {
      return new Sum(requests + 1, add(usage, more));
    }

    static Usage add(Usage one, Usage other) {
      return new Usage(
          one.input() + other.input(),
          one.output() + other.output(),
          one.cacheRead() + other.cacheRead(),
          one.cacheWrite() + other.cacheWrite());
    }
  }

  Json.Obj of(List<Json> chat) {
    Map<String, Sum> models = new LinkedHashMap<>();
    Sum all = Sum.NONE;
    for (Json message : chat) {
      Json.Obj used = message instanceof Json.Obj told ? told.object("raw_usage") : null;
      if (used != null && message instanceof Json.Obj told) {
        var usage =
            new Usage(
                used.number("input_tokens", 0),
                used.number("output_tokens", 0),
                used.number("cache_read_tokens", 0),
                used.number("cache_write_tokens", 0));
        all = all.plus(usage);
        models.merge(
            told.string("model", ""),
            Sum.NONE.plus(usage),
            (one, other) ->
                new Sum(one.requests + other.requests, Sum.add(one.usage, other.usage)));
      }
    }
    var rows = new ArrayList<Json>();
    double cost = 0;
    boolean known = true;
    for (Map.Entry<String, Sum> each : models.entrySet()) {
      OptionalDouble price = prices.cost(each.getKey(), each.getValue().usage);
      known &= price.isPresent();
      cost += price.orElse(0);
      rows.add(
          Json.object().put("model", each.getKey()).putAll(row(each.getValue(), price)).build());
    }
    return Json.object()
        .putAll(row(all, known ? OptionalDouble.of(cost) : OptionalDouble.empty()))
        .array("models", rows)
        .build();
  }

  private static Json.Obj row(Sum sum, OptionalDouble cost) {
    return Json.object()
        .put("requests", sum.requests)
        .put("input_tokens", sum.usage.input())
        .put("output_tokens", sum.usage.output())
        .put("cache_read_tokens", sum.usage.cacheRead())
        .put("cache_write_tokens", sum.usage.cacheWrite())
        .put("cost_usd", cost.isPresent() ? Json.of(cost.getAsDouble()) : Json.Null.VALUE)
        .build();
  }
}
