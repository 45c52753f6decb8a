package dev.tenon.cli.login;

import dev.tenon.cli.slash.Prompter;
import dev.tenon.cli.terminal.input.LineField;
import dev.tenon.cli.terminal.input.ListMenu;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Provider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Lets a person choose one of a provider's models: those first that are known to be good at this
/// work, then everything else that the provider lists.
final class ModelChoice {
  private final Provider provider;
  private final Prompter prompts;
  private final List<String> ids;
  private final Map<String, ModelInfo> known = new LinkedHashMap<>();

  /// @param listed what the provider says it has; empty if that is not known
  ModelChoice(ModelOpener models, Provider provider, List<String> listed, Prompter prompts)
      throws SetupException {
    this.provider = provider;
    this.prompts = prompts;
    String prefix = provider.name() + "/";
    for (ModelInfo model : models.catalog().list()) {
      if (model.name().startsWith(prefix)) {
        known.put(model.name().substring(prefix.length()), model);
      }
    }
    var ordered = new ArrayList<String>();
    for (String id : known.keySet()) {
      if (listed.isEmpty() || listed.contains(id)) {
        ordered.add(id);
      }
    }
    for (String id : listed) {
      if (!ordered.contains(id)) {
        ordered.add(id);
      }
    }
    this.ids = ordered;
  }

  /// Nothing when the person goes back.
  Optional<String> ask() throws InterruptedException {
    if (ids.isEmpty()) {
      return prompts.fill(
          new LineField(
              "Which model? " + provider.name() + " keeps no list, so type its name.",
              List.of(),
              LineField.Showing.CLEAR,
              ModelChoice::problem,
              prompts.look()));
    }
    var menu =
        new ListMenu<String>(
            "Which model?",
            prompts.look(),
            words -> ListMenu.fitting(ids, id -> id, words),
            this::text);
    return prompts.choose(menu) == Menu.Step.CHOSEN ? menu.chosen() : Optional.empty();
  }

  private static String problem(String name) {
    if (name.isEmpty()) {
      return "no name was given";
    }
    return name.chars().anyMatch(c -> c <= ' ' || c == '"' || c == '\\')
        ? "that is no name of a model"
        : "";
  }

  private String text(String id) {
    ModelInfo model = known.get(id);
    if (model == null) {
      return id;
    }
    String price =
        model
            .pricing()
            .map(
                each ->
                    String.format(
                        Locale.ROOT,
                        ", $%s in and $%s out for a million",
                        amount(each.input()),
                        amount(each.output())))
            .orElse("");
    return id + "  (" + model.contextWindow() / 1000 + "k tokens" + price + ")";
  }

  private static String amount(double dollars) {
    return dollars == Math.rint(dollars)
        ? String.valueOf((long) dollars)
        : String.format(Locale.ROOT, "%.2f", dollars);
  }
}
