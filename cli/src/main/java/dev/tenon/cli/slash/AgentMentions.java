package dev.tenon.cli.slash;

import dev.tenon.core.tool.Helpers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/// Agents for what follows an `@` at the beginning of a prompt, by the letters of their names.
public final class AgentMentions implements Function<String, List<Mention>> {
  /// Fewer letters than these have to begin a name.
  private static final int TELLING = 3;

  private final Supplier<List<Helpers.Agent>> agents;

  public AgentMentions(Supplier<List<Helpers.Agent>> agents) {
    this.agents = agents;
  }

  @Override
  public List<Mention> apply(String typed) {
    String letters = typed.toLowerCase(Locale.ROOT);
    var found = new ArrayList<Mention>();
    for (Helpers.Agent each : agents.get()) {
      String name = each.name().toLowerCase(Locale.ROOT);
      if (name.startsWith(letters) || (letters.length() >= TELLING && name.contains(letters))) {
        String what = each.description().isEmpty() ? "" : ": " + each.description();
        found.add(new Mention(each.name(), "agent" + what, Mention.Place.BEGINNING));
      }
    }
    return found;
  }
}
