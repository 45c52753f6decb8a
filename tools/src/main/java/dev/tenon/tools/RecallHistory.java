package dev.tenon.tools;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.HistorySearch;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Searches what was said in this session, also what a summary has replaced.
public final class RecallHistory implements Tool<RecallHistory.Parameters> {
  public static final String NAME = "recall_history";

  private static final int MOST = 20;

  private final HistorySearch historySearch;

  public RecallHistory(HistorySearch historySearch) {
    this.historySearch = historySearch;
  }

  /// Words to look for, or one message to read whole.
  public record Parameters(
      @Doc("Words that the messages hold.") @Nullable String query,
      @Doc("A message to read whole, by its id.") @Nullable String id,
      @Doc(value = "Most messages.", fallback = "10") int limit) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "Search earlier messages, also those a summary replaced.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of();
  }

  @Override
  public String title(Parameters parameters) {
    return String.valueOf(parameters.query == null ? parameters.id : parameters.query);
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) throws ToolException {
    try {
      if (parameters.id != null) {
        return whole(parameters.id);
      }
      if (parameters.query == null || parameters.query.isBlank()) {
        throw new ToolException(
            ToolException.Code.INVALID_ARGUMENT, "give a query, or the id of a message");
      }
      return result(historySearch.search(parameters.query, Math.clamp(parameters.limit, 1, MOST)));
    } catch (IOException unreadable) {
      throw ToolException.of("reading the session", unreadable);
    }
  }

  private ToolResult whole(String id) throws ToolException, IOException {
    return result(
        List.of(
            historySearch
                .message(id)
                .orElseThrow(
                    () ->
                        new ToolException(
                            ToolException.Code.NOT_FOUND,
                            "there is no message " + id + " in this session"))));
  }

  private static ToolResult result(List<HistorySearch.Memory> found) {
    var text = new StringBuilder();
    var messages = new ArrayList<Json>();
    for (HistorySearch.Memory memory : found) {
      text.append('[').append(memory.id()).append(' ').append(memory.who()).append(' ');
      text.append(memory.time()).append("]\n").append(memory.text()).append("\n\n");
      messages.add(Json.object().put("id", memory.id()).put("who", memory.who()).build());
    }
    return new ToolResult.Text(
        text.isEmpty() ? "no message holds these words" : text.toString(),
        Json.object().array("messages", messages).build(),
        "Ask for fewer messages, or one by its id.");
  }
}
