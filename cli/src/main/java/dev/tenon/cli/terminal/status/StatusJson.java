package dev.tenon.cli.terminal.status;

import dev.tenon.core.json.Json;

/// The state as the command of the line of state is given it. Names stay as they are; new ones may
/// come.
final class StatusJson {
  private StatusJson() {}

  static String of(StatusFacts facts, int columns) {
    var state =
        Json.object()
            .put("session", facts.session())
            .put("title", facts.title())
            .put("model", facts.model())
            .put("effort", facts.effort().isEmpty() ? "default" : facts.effort())
            .put("mode", facts.mode())
            .put("root", facts.root());
    switch (facts.wall()) {
      case UNKNOWN -> {}
      case STANDS -> state.put("sandbox", true);
      case MISSING -> state.put("sandbox", false);
    }
    facts
        .git()
        .ifPresent(
            git ->
                state.object(
                    "git",
                    fill -> {
                      fill.put("branch", git.branch());
                      git.changes()
                          .ifPresent(
                              changes ->
                                  fill.put("changed", changes.files())
                                      .put("staged", changes.staged())
                                      .put("dirty", changes.dirty())
                                      .put("untracked", changes.untracked()));
                    }));
    state.object(
        "context",
        fill ->
            fill.put("used", facts.context().used())
                .put("window", facts.context().window())
                .put("percent", facts.context().percent()));
    state.object(
        "tokens",
        fill -> fill.put("input", facts.tokens().input()).put("output", facts.tokens().output()));
    facts.cost().ifPresent(cost -> state.put("cost", cost));
    return state.put("jobs", facts.jobs()).put("columns", columns).build().compact();
  }
}
