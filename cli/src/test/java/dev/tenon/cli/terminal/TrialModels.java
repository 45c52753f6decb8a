package dev.tenon.cli.terminal;

import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.ModelCommand;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Pricing;
import java.util.List;
import java.util.Set;

/// Models to choose from where there is only one.
public final class TrialModels implements ModelCommand.Models {
  private volatile String name = TrialModel.NAME;
  private volatile Effort effort = Effort.DEFAULT;
  public volatile String saved = "";

  private static ModelCommand.Known known(String name, double price, String lacking) {
    return new ModelCommand.Known(
        new ModelInfo(
            name,
            200_000,
            64_000,
            new Pricing(price, 5 * price, price / 10, price),
            Set.of(ModelInfo.Ability.TOOLS, ModelInfo.Ability.THINKING)),
        lacking);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Effort effort() {
    return effort;
  }

  @Override
  public List<ModelCommand.Known> known() {
    return List.of(
        known("distant/grand", 15, "no key for distant: set DISTANT_API_KEY"),
        known(TrialModel.NAME, 3, ""),
        known("trial/other", 0.25, ""));
  }

  @Override
  public void use(String wanted, Effort with, CommandContext context) throws CommandException {
    if (known().stream().noneMatch(known -> known.info().name().equals(wanted))) {
      throw new CommandException("There is no model '" + wanted + "'.");
    }
    name = wanted;
    effort = with;
  }

  @Override
  public String save(String wanted, Effort with) {
    saved = wanted + " " + with;
    return "It is your default from now on (config.yml:1).";
  }
}
