package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A session as a tree that a person walks through: the entries in lines, children after their
/// parents and older ones first, indented where the conversation branches.
public final class SessionTree {
  private static final int TEXT = 200;

  private final List<Item> items;

  /// An entry of the tree.
  ///
  /// @param role of a message, or empty
  /// @param text what it says, on one line
  /// @param search everything that a search looks at, in small letters
  /// @param active whether it is on the path to the leaf
  /// @param leaf whether it is the leaf
  /// @param callsOnly an answer that only calls tools, and ended as it should
  public record Item(
      String id,
      @Nullable String parentId,
      String type,
      String role,
      String text,
      String search,
      @Nullable String label,
      String timestamp,
      boolean active,
      boolean leaf,
      boolean callsOnly) {}

  /// A line of the tree: an entry with what is drawn before it.
  public record Line(Item item, String indent) {}

  private SessionTree(List<Item> items) {
    this.items = items;
  }

  public static SessionTree of(SessionLog log) throws IOException {
    String leaf = log.leafId().orElse("");
    Set<String> active = new HashSet<>();
    log.path(leaf.isEmpty() ? null : leaf).forEach(entry -> active.add(entry.id()));
    Map<String, String> labels = log.labels();
    var items = new ArrayList<Item>();
    for (Entry entry : log.entries()) {
      items.add(
          item(
              entry, labels.get(entry.id()), active.contains(entry.id()), entry.id().equals(leaf)));
    }
    return new SessionTree(items);
  }

  private static Item item(Entry entry, @Nullable String label, boolean active, boolean leaf) {
    Entry.Body body = entry.body();
    String role = body instanceof Entry.Said said ? said.role() : "";
    String said = Titles.plain(cut(EntryText.of(body), 4 * TEXT));
    String name = name(body, role);
    String search =
        (name + " " + entry.body().type() + " " + said + " " + (label == null ? "" : label))
            .toLowerCase(Locale.ROOT);
    return new Item(
        entry.id(),
        entry.parentId(),
        body.type(),
        role,
        name + (said.isEmpty() ? "" : ": " + Titles.cut(said, TEXT)),
        search,
        label,
        entry.timestamp(),
        active,
        leaf,
        callsOnly(body));
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }

  private static String name(Entry.Body body, String role) {
    if (body instanceof Entry.Said said) {
      return switch (role) {
        case "toolResult" -> "result of " + said.message().string("toolName", "a tool");
        case "assistant" ->
            said.message().string("stopReason", "").equals("error")
                ? "assistant (failed)"
                : said.message().string("stopReason", "").equals("aborted")
                    ? "assistant (stopped)"
                    : "assistant";
        case "bashExecution" -> "command";
        default -> role.isEmpty() ? "message" : role;
      };
    }
    return switch (body.type()) {
      case "compaction" -> "summary of what came before";
      case "branch_summary" -> "summary of a branch";
      case "custom_message" -> "note";
      case "model_change" -> "model";
      case "thinking_level_change" -> "thinking";
      default -> body.type();
    };
  }

  private static boolean callsOnly(Entry.Body body) {
    if (!(body instanceof Entry.Said said) || !said.role().equals("assistant")) {
      return false;
    }
    boolean calls = false;
    for (Json.Obj block : said.message().objects("content")) {
      switch (block.string("type", "")) {
        case "toolCall" -> calls = true;
        case "text" -> {
          if (!block.string("text", "").isBlank()) {
            return false;
          }
        }
        default -> {}
      }
    }
    String reason = said.message().string("stopReason", "stop");
    return calls && (reason.equals("stop") || reason.equals("toolUse"));
  }

  /// The lines that a filter and a search leave. All words of the search have to occur.
  public List<Line> lines(TreeFilter filter, String search) {
    String[] words = search.toLowerCase(Locale.ROOT).strip().split(" +", -1);
    Set<String> visible = new HashSet<>();
    for (Item item : items) {
      if (filter.shows(item) && matches(item, words)) {
        visible.add(item.id());
      }
    }
    Map<String, List<Item>> children = new HashMap<>();
    Map<String, String> shownParent = new HashMap<>();
    for (Item item : items) {
      String parent = item.parentId() == null ? "" : item.parentId();
      String shown = visible.contains(parent) ? parent : shownParent.getOrDefault(parent, "");
      shownParent.put(item.id(), shown);
      if (visible.contains(item.id())) {
        children.computeIfAbsent(shown, it -> new ArrayList<>()).add(item);
      }
    }
    children.values().forEach(list -> list.sort(Comparator.comparing(Item::timestamp)));
    return flat(children);
  }

  private static boolean matches(Item item, String[] words) {
    for (String word : words) {
      if (!item.search().contains(word)) {
        return false;
      }
    }
    return true;
  }

  /// What is still to be drawn: siblings with the indentation of their first lines.
  private record Pending(Item item, String first, String rest) {}

  /// Without recursion, since a conversation is as deep as it is long.
  private static List<Line> flat(Map<String, List<Item>> children) {
    var lines = new ArrayList<Line>();
    var stack = new ArrayList<Pending>();
    push(stack, children.getOrDefault("", List.of()), "");
    while (!stack.isEmpty()) {
      Pending next = stack.removeLast();
      lines.add(new Line(next.item, next.first));
      push(stack, children.getOrDefault(next.item.id(), List.of()), next.rest);
    }
    return lines;
  }

  private static void push(List<Pending> stack, List<Item> siblings, String indent) {
    for (int i = siblings.size() - 1; i >= 0; i--) {
      boolean last = i == siblings.size() - 1;
      stack.add(
          siblings.size() == 1
              ? new Pending(siblings.get(i), indent, indent)
              : new Pending(
                  siblings.get(i),
                  indent + (last ? "└─ " : "├─ "),
                  indent + (last ? "   " : "│  ")));
    }
  }
}
