package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A session as a tree that a person walks through: the entries in lines, children after their
/// parents and older ones first, indented where the conversation branches.
public final class SessionTree {
  private static final int TEXT = 200;

  /// So much of each entry is found, whatever else there is.
  private static final int FOUND = 4 * TEXT;

  /// So much of one entry is found while there is room: more are outputs that nobody has read.
  private static final int FOUND_WHOLE = 100_000;

  /// So many characters are kept for searches beyond the beginnings of entries: a few megabytes.
  private static final int ROOM = 4_000_000;

  /// The role of what the program has said to the model.
  private static final String REMINDER = "reminder";

  private final List<Item> items;

  /// Where each entry is, by its id.
  private final Map<String, Integer> places = new HashMap<>();

  /// Where the parent of each entry is; -1 for none.
  private final int[] parents;

  /// An entry of the tree.
  ///
  /// @param role of a message, or empty; `reminder` for what the program has said in it
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
    this.parents = new int[items.size()];
    for (int i = 0; i < items.size(); i++) {
      places.put(items.get(i).id(), i);
    }
    for (int i = 0; i < items.size(); i++) {
      String parent = items.get(i).parentId();
      parents[i] = parent == null ? -1 : places.getOrDefault(parent, -1);
    }
  }

  public static SessionTree of(SessionLog log) throws IOException {
    String leaf = log.leafId().orElse("");
    Set<String> active = new HashSet<>();
    log.path(leaf.isEmpty() ? null : leaf).forEach(entry -> active.add(entry.id()));
    Map<String, String> labels = log.labels();
    var items = new ArrayList<Item>();
    int room = ROOM;
    // The latest are looked for first.
    for (Entry entry : log.entries().reversed()) {
      int length = isOutput(entry.body()) ? FOUND : Math.clamp(room, FOUND, FOUND_WHOLE);
      Item item =
          item(
              entry,
              labels.get(entry.id()),
              active.contains(entry.id()),
              entry.id().equals(leaf),
              length);
      room -= Math.max(0, item.search().length() - FOUND);
      items.add(item);
    }
    return new SessionTree(items.reversed());
  }

  private static boolean isOutput(Entry.Body body) {
    return body instanceof Entry.Said said && said.role().equals("toolResult");
  }

  /// @param length how much of what it says is found
  private static Item item(
      Entry entry, @Nullable String label, boolean active, boolean leaf, int length) {
    Entry.Body body = entry.body();
    String role = body instanceof Entry.Said said ? said.role() : "";
    String whole = EntryText.shown(body);
    String name = name(body, role);
    Optional<String> byProgram =
        role.equals("user") || role.equals("custom")
            ? EntryText.byProgram(whole)
            : Optional.empty();
    if (byProgram.isPresent()) {
      role = REMINDER;
      name = byProgram.get();
      whole = EntryText.untagged(whole);
    }
    String said = Titles.plain(cut(whole, length));
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
    return lines(filter, search, Set.of());
  }

  /// The same without what follows these entries.
  public List<Line> lines(TreeFilter filter, String search, Set<String> folded) {
    String[] words = search.toLowerCase(Locale.ROOT).strip().split(" +", -1);
    int count = items.size();
    boolean[] visible = new boolean[count];
    boolean[] hidden = new boolean[count];
    for (int i = 0; i < count; i++) {
      int above = parents[i];
      hidden[i] = above >= 0 && (hidden[above] || folded.contains(items.get(above).id()));
      visible[i] = !hidden[i] && filter.shows(items.get(i)) && matches(items.get(i), words);
    }
    int[] shownAbove = new int[count];
    List<List<Item>> children = new ArrayList<>(Collections.nCopies(count + 1, List.of()));
    for (int i = 0; i < count; i++) {
      int above = parents[i];
      shownAbove[i] = above < 0 ? -1 : visible[above] ? above : above < i ? shownAbove[above] : -1;
      if (visible[i]) {
        put(children, shownAbove[i] + 1, items.get(i));
      }
    }
    children.forEach(SessionTree::sort);
    return flat(children);
  }

  /// Most entries have one child, for which no list is grown.
  private static void put(List<List<Item>> children, int place, Item item) {
    List<Item> there = children.get(place);
    if (there.isEmpty()) {
      children.set(place, List.of(item));
    } else if (there.size() == 1) {
      children.set(place, new ArrayList<>(List.of(there.getFirst(), item)));
    } else {
      there.add(item);
    }
  }

  private static void sort(List<Item> siblings) {
    if (siblings.size() > 1) {
      siblings.sort(Comparator.comparing(Item::timestamp));
    }
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

  /// Without recursion, since a conversation is as deep as it is long; and never longer than the
  /// tree, whatever a broken file says of parents.
  private List<Line> flat(List<List<Item>> children) {
    var lines = new ArrayList<Line>();
    var stack = new ArrayList<Pending>();
    push(stack, children.getFirst(), "");
    while (!stack.isEmpty() && lines.size() < items.size()) {
      Pending next = stack.removeLast();
      lines.add(new Line(next.item, next.first));
      push(stack, children.get(places.getOrDefault(next.item.id(), 0) + 1), next.rest);
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
