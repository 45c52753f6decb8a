package dev.tenon.cli.plugin;

import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.report.TextTable;
import dev.tenon.core.json.Json;
import dev.tenon.engine.plugin.Marketplace;
import dev.tenon.engine.plugin.PluginFetch;
import dev.tenon.engine.plugin.PluginOrigin;
import dev.tenon.engine.problem.SetupException;
import java.util.ArrayList;
import java.util.List;

/// `tenon plugin list MARKETPLACE`: what a marketplace offers.
final class MarketplaceList {
  private final LaunchContext context;
  private final Streams streams;

  MarketplaceList(LaunchContext context, Streams streams) {
    this.context = context;
    this.streams = streams;
  }

  /// Prints the offers. Answers the exit code.
  int show(String source) throws SetupException, InterruptedException {
    try (var fetch = new PluginFetch(context.environment())) {
      PluginFetch.Fetched place = fetch.place(PluginOrigin.of(source, ""));
      Marketplace market = Marketplace.in(place.folder());
      if (market == null) {
        throw SetupException.usage(source + " is no marketplace: it has no marketplace.json");
      }
      var entries = new ArrayList<Json>();
      var table = new ArrayList<List<String>>();
      table.add(List.of("NAME", "DESCRIPTION"));
      for (Marketplace.Offer each : market.offers()) {
        table.add(List.of(each.name(), each.description()));
        entries.add(
            Json.object().put("name", each.name()).put("description", each.description()).build());
      }
      if (context.arguments().has(TenonCommandLine.JSON)) {
        streams
            .out()
            .json(
                Json.object()
                    .put("name", market.name())
                    .array("plugins", entries)
                    .put("problems", Json.strings(market.problems()))
                    .build()
                    .pretty());
      } else {
        streams.out().print(TextTable.of(table, streams.out().reach()));
      }
      market.problems().forEach(streams.err()::note);
      return 0;
    }
  }
}
