package dev.tenon.cli.command;

import dev.tenon.cli.args.Arguments;
import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.report.TextTable;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Pricing;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Providers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// `tenon models`: the known models with limits, prices and whether their key is there.
public final class ModelsCommand {
  private final ModelOpener models;
  private final Arguments arguments;
  private final Streams streams;
  private final Map<String, String> environment;

  public ModelsCommand(
      ModelOpener models, Arguments arguments, Streams streams, Map<String, String> environment) {
    this.models = models;
    this.arguments = arguments;
    this.streams = streams;
    this.environment = environment;
  }

  public int run() throws SetupException {
    List<ModelInfo> all = models.catalog().list();
    if (arguments.has(TenonCommandLine.JSON)) {
      var json = new ArrayList<Json>();
      for (ModelInfo model : all) {
        json.add(json(model));
      }
      streams.out().json(Json.array(json).pretty());
      return 0;
    }
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("MODEL", "CONTEXT", "OUTPUT", "$ IN/M", "$ OUT/M", "KEY"));
    for (ModelInfo model : all) {
      rows.add(row(model));
    }
    streams.out().print(TextTable.of(rows, streams.out().reach()));
    streams.out().println();
    streams
        .out()
        .println(
            "Any other model of these providers works by its full name, provider/model: "
                + String.join(
                    ", ", models.providers().all().stream().map(Provider::name).toList()));
    return 0;
  }

  private List<String> row(ModelInfo model) throws SetupException {
    return List.of(
        model.name(),
        thousands(model.contextWindow()),
        thousands(model.maxOutput()),
        model.pricing().map(price -> amount(price.input())).orElse("?"),
        model.pricing().map(price -> amount(price.output())).orElse("?"),
        key(model).orElse("-"));
  }

  private Optional<String> key(ModelInfo model) throws SetupException {
    return models
        .providers()
        .find(model.provider())
        .flatMap(
            provider ->
                provider.keyNeed() == Provider.KeyNeed.OPTIONAL
                    ? Optional.of("none needed")
                    : Providers.keyVariablePresent(provider, environment));
  }

  private Json json(ModelInfo model) throws SetupException {
    var json =
        Json.object()
            .put("name", model.name())
            .put("contextWindow", model.contextWindow())
            .put("maxOutput", model.maxOutput())
            .put(
                "abilities",
                Json.strings(
                    model.abilities().stream()
                        .map(ability -> ability.name().toLowerCase(Locale.ROOT))
                        .sorted()
                        .toList()))
            .put("keyPresent", key(model).isPresent());
    model.pricing().ifPresent(price -> json.put("price", json(price)));
    return json.build();
  }

  private static Json json(Pricing price) {
    return Json.object()
        .put("input", price.input())
        .put("output", price.output())
        .put("cacheRead", price.cacheRead())
        .put("cacheWrite", price.cacheWrite())
        .build();
  }

  private static String thousands(long tokens) {
    return tokens >= 1_000_000 && tokens % 1_000_000 == 0
        ? tokens / 1_000_000 + "M"
        : tokens >= 1000 ? tokens / 1000 + "k" : Long.toString(tokens);
  }

  private static String amount(double dollars) {
    String text = String.format(Locale.ROOT, "%.3f", dollars);
    return text.endsWith("0") ? text.substring(0, text.length() - 1) : text;
  }
}
