package dev.tenon.engine.config.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/// Changes one value in a YAML text and nothing else of it: comments, order, quotes and blank lines
/// stay. Whoever uses it reads the result again before it is kept; where a text is written in a way
/// that this does not know, nothing is answered.
public final class YamlEdit {
  private static final int INDENT = 2;

  private final String text;
  private final List<Integer> lineStarts = new ArrayList<>();
  private final @Nullable Node root;

  private YamlEdit(String text) {
    this.text = text;
    lineStarts.add(0);
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\n') {
        lineStarts.add(i + 1);
      }
    }
    this.root = new Compose(LoadSettings.builder().build()).composeString(text).orElse(null);
  }

  private static Optional<YamlEdit> of(String text) {
    try {
      return Optional.of(new YamlEdit(text));
    } catch (YamlEngineException | StackOverflowError malformed) {
      return Optional.empty();
    }
  }

  /// Gives a key a value.
  ///
  /// @param path the names that lead to it from the root
  /// @param value as YAML, on one line
  public static Optional<String> set(String text, List<String> path, String value) {
    return of(text).flatMap(edit -> edit.set(path, value));
  }

  /// Takes a key away, with the groups that are empty then.
  public static Optional<String> remove(String text, List<String> path) {
    return of(text).flatMap(edit -> edit.remove(path));
  }

  /// Puts an item behind the others of a list, which is made if there is none.
  public static Optional<String> addItem(String text, List<String> path, String item) {
    return of(text).flatMap(edit -> edit.addItem(path, item));
  }

  /// Takes an item out of a list.
  public static Optional<String> removeItem(String text, List<String> path, int place) {
    return of(text).flatMap(edit -> edit.removeItem(path, place));
  }

  /// A text as a YAML scalar, plain where that cannot be misread.
  public static String scalar(String value) {
    boolean plain =
        value.matches("[A-Za-z0-9_./][A-Za-z0-9_./:@+-]*")
            && !value.endsWith(":")
            && !value.equals("null");
    return plain ? value : "'" + value.replace("'", "''") + "'";
  }

  /// The entry of a mapping.
  private static @Nullable NodeTuple find(@Nullable Node node, String name) {
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode key && key.getValue().equals(name)) {
          return tuple;
        }
      }
    }
    return null;
  }

  private @Nullable NodeTuple find(List<String> path) {
    NodeTuple dotted = find(root, String.join(".", path));
    if (dotted != null) {
      return dotted;
    }
    NodeTuple found = null;
    Node node = root;
    for (String name : path) {
      found = find(node, name);
      if (found == null) {
        return null;
      }
      node = found.getValueNode();
    }
    return found;
  }

  private Optional<String> set(List<String> path, String value) {
    NodeTuple there = find(path);
    if (there == null) {
      return insert(path, value);
    }
    Node old = there.getValueNode();
    int keyEnd = end(there.getKeyNode());
    if (isNothing(old)) {
      int colon = text.indexOf(':', keyEnd);
      return colon < 0 ? Optional.empty() : Optional.of(spliced(colon + 1, colon + 1, " " + value));
    }
    int from = start(old);
    boolean ownLines = line(old) > line(there.getKeyNode());
    if (ownLines) {
      int colon = text.indexOf(':', keyEnd);
      return Optional.of(spliced(colon + 1, contentEnd(old), " " + value));
    }
    return Optional.of(spliced(from, contentEnd(old), value));
  }

  private Optional<String> insert(List<String> path, String value) {
    if (root == null) {
      return Optional.of(appended(nested(path, 0, value)));
    }
    if (!(root instanceof MappingNode)) {
      return Optional.empty();
    }
    Node parent = root;
    NodeTuple owner = null;
    int depth = 0;
    for (NodeTuple next = find(parent, path.getFirst()); next != null; ) {
      owner = next;
      parent = next.getValueNode();
      depth++;
      next = depth < path.size() ? find(parent, path.get(depth)) : null;
    }
    List<String> rest = path.subList(depth, path.size());
    if (parent instanceof MappingNode mapping) {
      return Optional.of(into(mapping, rest, value));
    }
    if (owner != null && isNothing(parent)) {
      int at = lineEnd(line(owner.getKeyNode()));
      int indent = column(owner.getKeyNode()) + INDENT;
      return Optional.of(spliced(at, at, "\n" + nested(rest, indent, value)));
    }
    return Optional.empty();
  }

  private String into(MappingNode mapping, List<String> rest, String value) {
    if (mapping.getFlowStyle() == FlowStyle.FLOW) {
      boolean empty = mapping.getValue().isEmpty();
      int at = empty ? start(mapping) + 1 : contentEnd(mapping.getValue().getLast().getValueNode());
      return spliced(at, at, (empty ? "" : ", ") + flow(rest, value));
    }
    NodeTuple last = mapping.getValue().getLast();
    int at = lineEnd(lineAt(contentEnd(last)));
    int indent = column(mapping.getValue().getFirst().getKeyNode());
    return spliced(at, at, "\n" + nested(rest, indent, value));
  }

  private static String flow(List<String> path, String value) {
    String key = scalar(path.getFirst()) + ": ";
    return path.size() == 1
        ? key + value
        : key + "{" + flow(path.subList(1, path.size()), value) + "}";
  }

  private static String nested(List<String> path, int indent, String value) {
    var out = new StringBuilder();
    for (int i = 0; i < path.size(); i++) {
      out.append(i == 0 ? "" : "\n").repeat(' ', indent + INDENT * i);
      out.append(scalar(path.get(i))).append(':');
    }
    return out.append(' ').append(value).toString();
  }

  private String appended(String lines) {
    String before = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    return before + lines + "\n";
  }

  private Optional<String> remove(List<String> path) {
    NodeTuple there = find(path);
    if (there == null) {
      return Optional.empty();
    }
    if (path.size() == 1 || find(root, String.join(".", path)) == null) {
      List<String> group = path.subList(0, path.size() - 1);
      NodeTuple owner = group.isEmpty() ? null : find(group);
      if (owner != null
          && owner.getValueNode() instanceof MappingNode mapping
          && mapping.getValue().size() == 1) {
        return remove(group);
      }
      if (owner != null
          && owner.getValueNode() instanceof MappingNode mapping
          && mapping.getFlowStyle() == FlowStyle.FLOW) {
        return Optional.of(
            withoutItem(start(there.getKeyNode()), contentEnd(there), start(mapping)));
      }
    }
    return withoutLines(start(there.getKeyNode()), contentEnd(there));
  }

  /// Takes out the lines from one place to another, if nothing else stands before them.
  private Optional<String> withoutLines(int from, int to) {
    int begin = lineStarts.get(lineAt(from));
    if (!text.substring(begin, from).isBlank()) {
      return Optional.empty();
    }
    int end = lineEnd(lineAt(to));
    return Optional.of(spliced(begin, Math.min(text.length(), end + 1), ""));
  }

  /// Takes out a part of a flow collection, with the comma behind or before it.
  private String withoutItem(int from, int to, int open) {
    int after = to;
    while (after < text.length() && Character.isWhitespace(text.charAt(after))) {
      after++;
    }
    if (after < text.length() && text.charAt(after) == ',') {
      after++;
      while (after < text.length() && text.charAt(after) == ' ') {
        after++;
      }
      return spliced(from, after, "");
    }
    int comma = text.lastIndexOf(',', from);
    return spliced(comma > open ? comma : from, to, "");
  }

  private Optional<String> addItem(List<String> path, String item) {
    NodeTuple there = find(path);
    if (there == null || isNothing(there.getValueNode())) {
      return set(path, "[" + item + "]");
    }
    if (!(there.getValueNode() instanceof SequenceNode list)) {
      // A single item is a list of one.
      String one = text.substring(start(there.getValueNode()), contentEnd(there));
      return set(path, "[" + one + ", " + item + "]");
    }
    if (list.getFlowStyle() == FlowStyle.FLOW) {
      boolean empty = list.getValue().isEmpty();
      int at = empty ? start(list) + 1 : contentEnd(list.getValue().getLast());
      return Optional.of(spliced(at, at, (empty ? "" : ", ") + item));
    }
    int at = lineEnd(lineAt(contentEnd(list)));
    int dash = column(list);
    return Optional.of(spliced(at, at, "\n" + " ".repeat(dash) + "- " + item));
  }

  private Optional<String> removeItem(List<String> path, int place) {
    NodeTuple there = find(path);
    if (there == null) {
      return Optional.empty();
    }
    if (!(there.getValueNode() instanceof SequenceNode list) || list.getValue().size() == 1) {
      return remove(path);
    }
    Node item = list.getValue().get(place);
    if (list.getFlowStyle() == FlowStyle.FLOW) {
      return Optional.of(withoutItem(start(item), contentEnd(item), start(list)));
    }
    int dash = text.lastIndexOf('-', start(item) - 1);
    return dash < 0 ? Optional.empty() : withoutLines(dash, contentEnd(item));
  }

  private String spliced(int from, int to, String middle) {
    return text.substring(0, from) + middle + text.substring(to);
  }

  private static boolean isNothing(Node node) {
    return node instanceof ScalarNode scalar && scalar.isPlain() && scalar.getValue().isEmpty();
  }

  private int contentEnd(NodeTuple tuple) {
    return isNothing(tuple.getValueNode())
        ? text.indexOf(':', end(tuple.getKeyNode())) + 1
        : contentEnd(tuple.getValueNode());
  }

  /// Where a value ends, without the comments and blanks that the parser counts to it.
  private int contentEnd(Node node) {
    if (node instanceof CollectionNode<?> list && list.getFlowStyle() != FlowStyle.FLOW) {
      if (node instanceof MappingNode mapping && !mapping.getValue().isEmpty()) {
        return contentEnd(mapping.getValue().getLast());
      }
      if (node instanceof SequenceNode sequence && !sequence.getValue().isEmpty()) {
        return contentEnd(sequence.getValue().getLast());
      }
    }
    int end = end(node);
    while (end > start(node) && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  private int start(Node node) {
    return offset(node.getStartMark().orElseThrow());
  }

  private int end(Node node) {
    return offset(node.getEndMark().orElseThrow());
  }

  private int line(Node node) {
    return node.getStartMark().orElseThrow().getLine();
  }

  /// In characters from the start of the line.
  private int column(Node node) {
    return start(node) - lineStarts.get(lineAt(start(node)));
  }

  private int offset(Mark mark) {
    if (mark.getLine() >= lineStarts.size()) {
      return text.length();
    }
    int begin = lineStarts.get(mark.getLine());
    int column = Math.min(mark.getColumn(), text.codePointCount(begin, text.length()));
    return text.offsetByCodePoints(begin, column);
  }

  private int lineAt(int offset) {
    int line = 0;
    while (line + 1 < lineStarts.size() && lineStarts.get(line + 1) <= offset) {
      line++;
    }
    return line;
  }

  /// Before the line break.
  private int lineEnd(int line) {
    int end = line + 1 < lineStarts.size() ? lineStarts.get(line + 1) - 1 : text.length();
    return end > 0 && end <= text.length() && text.charAt(end - 1) == '\r' ? end - 1 : end;
  }
}
