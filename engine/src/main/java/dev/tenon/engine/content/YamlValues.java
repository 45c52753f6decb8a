package dev.tenon.engine.content;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/// Reads a head as YAML. Texts stay as they are written; only values deep inside, such as those of
/// a schema, need their types.
final class YamlValues {
  private static final int DEEPEST = 40;

  /// Aliases of aliases could grow without end.
  private static final int MOST_VALUES = 20_000;

  private final Map<String, Json> values = new LinkedHashMap<>();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Map<String, Integer> lines = new LinkedHashMap<>();
  private int count;

  private YamlValues() {}

  static Head read(List<String> head) throws Head.Unreadable {
    // The line in front stands for the one that opens the head, so that lines are those of the
    // file.
    String text = "\n" + String.join("\n", head) + "\n";
    try {
      Node root = new Compose(LoadSettings.builder().build()).composeString(text).orElse(null);
      var read = new YamlValues();
      if (root instanceof MappingNode fields) {
        read.fields(fields);
      } else if (root != null) {
        throw new Head.Unreadable(line(root), "expected 'key: value'");
      }
      return new Head(new Json.Obj(read.values), read.texts, read.lines, "", List.of());
    } catch (MarkedYamlEngineException malformed) {
      Mark mark = malformed.getProblemMark().orElse(null);
      String what = String.valueOf(malformed.getProblem()).lines().findFirst().orElse("");
      throw new Head.Unreadable(
          mark == null ? 1 : mark.getLine() + 1, "is not valid YAML: " + what);
    } catch (YamlEngineException malformed) {
      String what = String.valueOf(malformed.getMessage()).lines().findFirst().orElse("");
      throw new Head.Unreadable(1, "is not valid YAML: " + what);
    } catch (StackOverflowError hostile) {
      throw new Head.Unreadable(1, "is not valid YAML: it is nested too deeply");
    }
  }

  private void fields(MappingNode root) throws Head.Unreadable {
    for (NodeTuple field : root.getValue()) {
      if (!(field.getKeyNode() instanceof ScalarNode key)) {
        throw new Head.Unreadable(line(field.getKeyNode()), "a key that is not text");
      }
      String name = key.getValue();
      if (values.containsKey(name)) {
        throw new Head.Unreadable(line(key), "'" + name + "' is there twice; keep one");
      }
      lines.put(name, line(key));
      values.put(name, json(field.getValueNode(), 0));
      if (field.getValueNode() instanceof ScalarNode scalar) {
        texts.put(name, scalar.getValue());
      }
    }
  }

  private Json json(Node node, int depth) throws Head.Unreadable {
    count++;
    if (depth > DEEPEST || count > MOST_VALUES) {
      throw new Head.Unreadable(line(node), "is nested too deeply or has too many values");
    }
    return switch (node) {
      case ScalarNode scalar -> scalar(scalar);
      case SequenceNode sequence -> {
        var items = new ArrayList<Json>();
        for (Node each : sequence.getValue()) {
          items.add(json(each, depth + 1));
        }
        yield Json.array(items);
      }
      case MappingNode mapping -> {
        var members = new LinkedHashMap<String, Json>();
        for (NodeTuple each : mapping.getValue()) {
          if (!(each.getKeyNode() instanceof ScalarNode key)) {
            throw new Head.Unreadable(line(each.getKeyNode()), "a key that is not text");
          }
          members.put(key.getValue(), json(each.getValueNode(), depth + 1));
        }
        yield new Json.Obj(members);
      }
      default -> throw new Head.Unreadable(line(node), "holds something that is no value");
    };
  }

  private static Json scalar(ScalarNode scalar) {
    String text = scalar.getValue();
    if (!scalar.isPlain()) {
      return new Json.Str(text);
    }
    Tag tag = scalar.getTag();
    if (tag.equals(Tag.NULL)) {
      return Json.Null.VALUE;
    }
    if (tag.equals(Tag.BOOL)) {
      return new Json.Bool(Boolean.parseBoolean(text));
    }
    boolean number = text.matches("-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,17})?");
    return number ? new Json.Num(text) : new Json.Str(text);
  }

  private static int line(Node node) {
    Mark mark = node.getStartMark().orElse(null);
    return mark == null ? 1 : mark.getLine() + 1;
  }
}
