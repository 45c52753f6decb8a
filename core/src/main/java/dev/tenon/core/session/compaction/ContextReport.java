package dev.tenon.core.session.compaction;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.TokenMeasure;
import dev.tenon.core.model.ToolSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Where the tokens of a request go.
///
/// @param rows each kind of content that there is, in the order of a request
public record ContextReport(List<Row> rows, long total, long window) {

  private static final String OUTSIDE = "mcp__";

  /// @param items how many pieces of that kind there are
  public record Row(String what, int items, long tokens) {}

  public static ContextReport of(Request request, TokenMeasure counter, long window) {
    var kinds = new Kinds();
    for (Message message : request.messages()) {
      kinds.add(message, counter);
    }
    var rows = new ArrayList<Row>();
    rows.add(new Row("system prompt", 1, counter.count(request.system())));
    tools(request.tools(), counter, rows);
    kinds.rows(rows);
    long total = 0;
    for (Row row : rows) {
      total += row.tokens();
    }
    return new ContextReport(List.copyOf(rows), total, window);
  }

  /// The tools of each server outside have a row of their own, by the name that they begin with.
  private static void tools(List<ToolSpec> all, TokenMeasure counter, List<Row> rows) {
    var own = new ArrayList<ToolSpec>();
    Map<String, List<ToolSpec>> servers = new LinkedHashMap<>();
    for (ToolSpec each : all) {
      int end = each.name().startsWith(OUTSIDE) ? each.name().indexOf("__", OUTSIDE.length()) : -1;
      (end < 0
              ? own
              : servers.computeIfAbsent(
                  each.name().substring(OUTSIDE.length(), end), name -> new ArrayList<>()))
          .add(each);
    }
    rows.add(new Row("tools", own.size(), counter.countTools(own)));
    servers.forEach(
        (name, tools) ->
            rows.add(new Row("tools of " + name, tools.size(), counter.countTools(tools))));
  }

  /// The sums of each kind of content.
  private static final class Kinds {
    private final Sum note = new Sum("summary of earlier messages");
    private final Sum prompts = new Sum("your messages");
    private final Sum answers = new Sum("answers");
    private final Sum thinking = new Sum("thinking");
    private final Sum calls = new Sum("tool calls");
    private final Sum results = new Sum("tool results");

    void add(Message message, TokenMeasure counter) {
      switch (message) {
        case Message.User user ->
            (CompactionMessage.isNote(user) ? note : prompts).add(counter.count(user));
        case Message.Assistant assistant -> {
          for (Part.Output part : assistant.content()) {
            Sum sum =
                switch (part) {
                  case Part.Text ignored -> answers;
                  case Part.Thinking ignored -> thinking;
                  case Part.Call ignored -> calls;
                };
            sum.add(counter.count(part));
          }
        }
        case Message.ToolResults all -> {
          for (Part.Result result : all.results()) {
            results.add(counter.count(new Message.ToolResults(List.of(result))));
          }
        }
      }
    }

    void rows(List<Row> rows) {
      for (Sum sum : List.of(note, prompts, answers, thinking, calls, results)) {
        if (sum.items > 0) {
          rows.add(new Row(sum.what, sum.items, sum.tokens));
        }
      }
    }
  }

  private static final class Sum {
    private final String what;
    private int items;
    private long tokens;

    Sum(String what) {
      this.what = what;
    }

    void add(long more) {
      items++;
      tokens += more;
    }
  }
}
