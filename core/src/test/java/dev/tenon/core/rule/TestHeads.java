package dev.tenon.core.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/// Reads well-formed heads of rules for tests.
public final class TestHeads {
  private TestHeads() {}

  public static Map<String, FrontMatter.Entry> read(String text) {
    var entries = new LinkedHashMap<String, FrontMatter.Entry>();
    Node root = new Compose(LoadSettings.builder().build()).composeString(text).orElseThrow();
    for (var field : ((MappingNode) root).getValue()) {
      Node value = field.getValueNode();
      List<Node> nodes = value instanceof SequenceNode list ? list.getValue() : List.of(value);
      var values = new ArrayList<String>();
      var lines = new ArrayList<Integer>();
      for (Node node : nodes) {
        values.add(((ScalarNode) node).getValue());
        lines.add(line(node));
      }
      entries.put(
          ((ScalarNode) field.getKeyNode()).getValue(),
          new FrontMatter.Entry(line(field.getKeyNode()), values, lines));
    }
    return entries;
  }

  private static int line(Node node) {
    return node.getStartMark().orElseThrow().getLine() + 1;
  }
}
