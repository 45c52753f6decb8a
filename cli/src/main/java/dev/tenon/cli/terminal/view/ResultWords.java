package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.core.json.Json;
import dev.tenon.core.tool.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a result is, in a few words for a person, from its data: what the text says is for the
/// model. Not yet made harmless.
final class ResultWords {
  private static final int LONGEST_LINE = 100;

  private ResultWords() {}

  static String of(Json.Obj data, String text) {
    if (data.has("matches") && data.get("files") instanceof Json.Arr files) {
      return matches(data.number("matches", 0), files.items().size());
    }
    if (data.has("start_line") && data.has("end_line")) {
      return read(data);
    }
    if (data.has("plan")) {
      return "a plan of " + Amounts.count(data.objectOrEmpty("plan").array("steps").size(), "step");
    }
    if (data.has("selected_options")) {
      return answer(data);
    }
    List<Json.Obj> results = data.objects("results");
    if (!results.isEmpty()) {
      return results.getFirst().has("selected_options") ? answers(results) : states(results);
    }
    if (data.get("files") instanceof Json.Arr files && !files.items().isEmpty()) {
      return Amounts.count(files.items().size(), "file");
    }
    return size(WholeText.answered(data, text));
  }

  private static String matches(long matches, int files) {
    return matches == 0 && files == 0
        ? "no match"
        : amount(matches, "match", "matches") + " in " + Amounts.count(files, "file");
  }

  private static String amount(long number, String one, String many) {
    return Amounts.count(number) + " " + (number == 1 ? one : many);
  }

  private static String read(Json.Obj data) {
    long first = data.number("start_line", 1);
    long last = data.number("end_line", 0);
    long total = data.number("total_lines", -1);
    if (last < first) {
      return "no line";
    }
    if (first == 1 && last == total) {
      return Amounts.count(total, "line");
    }
    return (first == last ? "line " + first : "lines " + first + "-" + last)
        + (total < 0 ? "" : " of " + Amounts.count(total));
  }

  private static String answers(List<Json.Obj> replies) {
    return replies.size() == 1
        ? replies.getFirst().string("question", "") + " " + answer(replies.getFirst())
        : Amounts.count(replies.size(), "answer");
  }

  /// What a person said to a question.
  static String answer(Json.Obj reply) {
    var said = new ArrayList<String>();
    for (Json option : reply.array("selected_options")) {
      said.add(option instanceof Json.Str words ? words.value() : "");
    }
    String own = reply.string("custom_input", "");
    if (!own.isEmpty()) {
      said.add(own);
    }
    return (said.isEmpty() ? "nothing" : String.join(", ", said))
        + (reply.bool("timed_out", false) ? " (nobody answered in time)" : "");
  }

  /// How those ended that worked for the conversation.
  private static String states(List<Json.Obj> results) {
    Map<String, Integer> states = new TreeMap<>();
    results.forEach(each -> states.merge(each.string("state", "done"), 1, Integer::sum));
    if (states.size() == 1) {
      String state = states.keySet().iterator().next();
      return results.size() == 1 ? state : results.size() + " " + state;
    }
    var words = new ArrayList<String>();
    states.forEach((state, count) -> words.add(count + " " + state));
    return String.join(", ", words);
  }

  private static String size(String text) {
    String all = text.strip();
    if (all.isEmpty()) {
      return "done";
    }
    long lines = all.lines().count();
    if (lines == 1 && all.length() <= LONGEST_LINE) {
      all = WholeText.readable(all).orElse(all);
      lines = all.lines().count();
    }
    return lines == 1 && all.length() <= LONGEST_LINE ? all : Amounts.count(lines, "line");
  }

  /// What became of a plan, in a line.
  ///
  /// @param before what it was; empty if there was none
  static String progress(
      List<ToolResult.Checklist.Line> before, List<ToolResult.Checklist.Line> now) {
    int all = 0;
    int over = 0;
    String active = "";
    var done = new ArrayList<String>();
    for (ToolResult.Checklist.Line line : now) {
      switch (line.state()) {
        case HEADING -> {}
        case OPEN -> all++;
        case ACTIVE -> {
          all++;
          active = line.text();
        }
        case DONE, DROPPED -> {
          all++;
          over++;
          if (!before.isEmpty() && !before.contains(line)) {
            done.add(line.text());
          }
        }
      }
    }
    if (all == 0) {
      return "nothing to do";
    }
    if (before.isEmpty()) {
      return Amounts.count(all, "thing") + " to do" + (active.isEmpty() ? "" : "; now " + active);
    }
    String first = String.join(", ", done);
    String next = active.isEmpty() ? "" : (first.isEmpty() ? "now " : "; now ") + active;
    String words = first + next;
    return (words.isEmpty() ? "the plan" : words) + " (" + over + " of " + all + ")";
  }
}
