package dev.tenon.core.tool;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.workspace.path.NearNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The tool `more_tools`: lists and searches what stands on the [ToolShelf], and takes tools from
/// it.
final class MoreTools implements ConversationTool<MoreTools.Parameters> {
  static final String NAME = "more_tools";

  /// Characters of a line of the list, name and purpose together.
  static final int LINE = 80;

  /// Tools of one list.
  static final int MOST_LISTED = 100;

  /// Tools that one call takes.
  static final int MOST_TAKEN = 20;

  /// A larger schema comes with the next request alone.
  static final int MOST_SCHEMA = 8 * 1024;

  /// Characters of all names in the description; of a fuller shelf it tells the number.
  private static final int MOST_NAMED = 120;

  private final ToolShelf shelf;

  MoreTools(ToolShelf shelf) {
    this.shelf = shelf;
  }

  /// What to list, or what to take.
  record Parameters(
      @Doc("Words to search for; default: list all.") @Nullable String query,
      @Doc(
              value = "Tools to take: gives their schemas, and you can call them from then on.",
              aliases = {"name", "tools"})
          @Nullable List<String> names) {}

  @Override
  public String name() {
    return NAME;
  }

  /// Tells the same as long as the shelf is the same, whatever was taken.
  @Override
  public String description() {
    return "List, search or take more tools: " + shelf.named(MOST_NAMED);
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public String title(Parameters parameters) {
    if (parameters.names != null && !parameters.names.isEmpty()) {
      return Purpose.of(String.join(", ", parameters.names), LINE);
    }
    return parameters.query == null ? "" : Purpose.of(parameters.query, LINE);
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) throws ToolException {
    if (parameters.names != null && !parameters.names.isEmpty()) {
      return take(new LinkedHashSet<>(parameters.names), context.callId());
    }
    String query = parameters.query == null ? "" : parameters.query.strip();
    return query.isEmpty() ? list(untaken(), List.of(), "") : search(query);
  }

  private List<Tool<?>> untaken() {
    var tools = new ArrayList<Tool<?>>();
    for (Tool<?> tool : shelf.shelved()) {
      if (!shelf.taken().contains(tool.name())) {
        tools.add(tool);
      }
    }
    return tools;
  }

  /// @param lacking why tools that would be in the list are not there
  private ToolResult list(List<Tool<?>> tools, Collection<String> lacking, String nothing) {
    var text = new StringBuilder();
    var listed = new ArrayList<Json>();
    for (Tool<?> tool : tools.subList(0, Math.min(tools.size(), MOST_LISTED))) {
      String purpose = purpose(tool);
      text.append(tool.name()).append(": ").append(purpose).append('\n');
      listed.add(Json.object().put("name", tool.name()).put("purpose", purpose).build());
    }
    if (tools.size() > MOST_LISTED) {
      text.append('[').append(tools.size() - MOST_LISTED).append(" more; narrow it with query]\n");
    }
    var declared = new ArrayList<String>();
    shelf.declaredFromShelf().forEach(tool -> declared.add(tool.name()));
    if (tools.isEmpty()) {
      text.append(nothing.isEmpty() ? "Nothing is left to take." : nothing).append('\n');
    }
    Collection<String> reasons = tools.isEmpty() ? shelf.lacking().values() : lacking;
    reasons.forEach(why -> text.append('[').append(why).append("]\n"));
    if (!declared.isEmpty()) {
      text.append("[taken before: ").append(String.join(", ", declared)).append("]\n");
    }
    text.append(tools.isEmpty() ? "" : "[take those you need with names]\n");
    return new ToolResult.Text(
        text.toString().stripTrailing(),
        Json.object().array("tools", listed).put("taken", Json.strings(declared)).build(),
        "Narrow it with query.");
  }

  static String purpose(Tool<?> tool) {
    return Purpose.of(tool.description(), LINE - tool.name().length() - 2);
  }

  private ToolResult search(String query) {
    var names = new ArrayList<String>();
    shelf.shelved().forEach(tool -> names.add(tool.name()));
    String near = near(query, names);
    return list(
        ShelfSearch.find(query, shelf.shelved()),
        lacking(query),
        "Nothing on the shelf is like '"
            + Purpose.of(query, LINE)
            + "'"
            + (near.isEmpty() ? "." : near)
            + " Without arguments more_tools lists all.");
  }

  /// Why tools are not there whose server the words name.
  private List<String> lacking(String query) {
    List<String> words = List.of(query.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}-]+"));
    var reasons = new ArrayList<String>();
    shelf
        .lacking()
        .forEach(
            (prefix, why) -> {
              String[] parts = prefix.toLowerCase(Locale.ROOT).split("__", -1);
              if (parts.length > 1 && words.contains(parts[1])) {
                reasons.add(why);
              }
            });
    return reasons;
  }

  private ToolResult take(Set<String> wanted, String callId) throws ToolException {
    var text = new StringBuilder();
    var given = new ArrayList<Json>();
    var notes = new ArrayList<String>();
    boolean refused = false;
    int left = wanted.size();
    for (String name : wanted) {
      if (given.size() + notes.size() == MOST_TAKEN) {
        notes.add(left + " more names were passed over; at most " + MOST_TAKEN + " at a time");
        break;
      }
      left--;
      Tool<?> tool = shelf.onShelf(name);
      if (tool != null && shelf.taken().take(name, callId)) {
        given.add(describe(ToolShelf.spec(tool), text));
      } else {
        refused |= shelf.missing(List.of(name)).contains(name);
        notes.add(note(name));
      }
    }
    if (given.isEmpty() && refused) {
      throw new ToolException(
          ToolException.Code.INVALID_ARGUMENT,
          String.join("; ", notes),
          List.of("Without arguments more_tools lists what there is."));
    }
    notes.forEach(note -> text.append('[').append(note).append("]\n"));
    if (!given.isEmpty()) {
      text.append("[taken; you can call ").append(given.size() == 1 ? "it" : "them");
      text.append(" from now on]\n");
    }
    return new ToolResult.Text(
        text.toString().stripTrailing(),
        Json.object().array("tools", given).put("notes", Json.strings(notes)).build(),
        "The schemas come with the next request.");
  }

  private static Json describe(ToolSpec spec, StringBuilder text) {
    String schema = spec.schema().compact();
    boolean large = schema.length() > MOST_SCHEMA;
    String description =
        spec.description().length() > MOST_SCHEMA
            ? Purpose.of(spec.description(), MOST_SCHEMA)
            : spec.description();
    text.append(spec.name()).append(": ").append(description);
    text.append('\n').append(large ? "(its schema comes with the next request)" : schema);
    text.append("\n\n");
    var described = Json.object().put("name", spec.name()).put("description", description);
    return (large ? described : described.put("input_schema", spec.schema())).build();
  }

  /// Why a name gives no schema.
  private String note(String name) {
    String shown = "'" + Purpose.of(name, LINE) + "'";
    ToolShelf.Place place = shelf.place(name);
    if (place == null) {
      var names = new ArrayList<String>();
      shelf.shelved().forEach(tool -> names.add(tool.name()));
      String why = shelf.whyLacking(name);
      return "there is no tool " + shown + (why == null ? near(name, names) : ": " + why);
    }
    return switch (place) {
      case UP_FRONT, SHELF -> shown + " is declared already; call it";
      case OFF -> shown + " is off: " + shelf.off().get(name);
    };
  }

  private static String near(String name, List<String> names) {
    // What is much longer than any name is like none, and comparing it would take long.
    List<String> near = name.length() > 200 ? List.of() : NearNames.nearest(name, names);
    return near.isEmpty() ? "" : "; did you mean " + String.join(" or ", near) + "?";
  }
}
