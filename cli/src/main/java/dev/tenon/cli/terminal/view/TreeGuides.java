package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Paths as a tree with guides.
final class TreeGuides {
  private final DisplayOptions look;
  private final int columns;
  private final List<String> rows = new ArrayList<>();

  private TreeGuides(DisplayOptions look, int columns) {
    this.look = look;
    this.columns = columns;
  }

  private static final class Node {
    final Map<String, Node> children = new TreeMap<>();
  }

  /// @param paths folders end with a slash
  static List<String> rows(List<String> paths, DisplayOptions look, int columns) {
    var root = new Node();
    for (String path : paths) {
      Node at = root;
      String[] parts = path.split("/", -1);
      for (int i = 0; i < parts.length; i++) {
        boolean folder = i + 1 < parts.length || path.endsWith("/");
        if (!parts[i].isEmpty()) {
          at = at.children.computeIfAbsent(parts[i] + (folder ? "/" : ""), name -> new Node());
        }
      }
    }
    var guides = new TreeGuides(look, columns);
    guides.add(root, "");
    return guides.rows;
  }

  private void add(Node node, String before) {
    int left = node.children.size();
    for (Map.Entry<String, Node> child : node.children.entrySet()) {
      left--;
      List<String> guides = look.glyphs().guides();
      String name = SafeText.line(child.getKey(), 500, look.glyphs());
      String painted = name.endsWith("/") ? look.paint(Style.BOLD, name) : name;
      String row = look.paint(Style.BORDER_MUTED, before + guides.get(left == 0 ? 1 : 0)) + painted;
      rows.add(DisplayWidth.cut(row, columns, look.glyphs()));
      // Deeper than this nobody can follow, nor does it fit.
      if (before.length() < 90) {
        add(child.getValue(), before + guides.get(left == 0 ? 3 : 2));
      }
    }
  }
}
