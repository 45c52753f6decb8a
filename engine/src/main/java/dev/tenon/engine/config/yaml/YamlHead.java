package dev.tenon.engine.config.yaml;

import dev.tenon.core.rule.FrontMatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

/// Reads the YAML head of a Markdown file for [FrontMatter]: a text or a list of texts for each
/// key. Values stay as they are written: a number or a `null` is the text of it. People write
/// `globs: *.ts` and `description: Note: this`, which YAML refuses: what is no YAML is read once
/// more with such values in quotes.
///
/// Like the reader of configurations it is loaded only when there is a file to read.
public final class YamlHead {
  private static final String UNKNOWN_ESCAPE = "found unknown escape character ";

  /// A key or a dash, and a value on the same line that begins with none of YAML's own signs but
  /// those that begin a glob or a name.
  private static final Pattern BARE_VALUE =
      Pattern.compile("(\\s*(?:[A-Za-z][\\w-]*:|-)[ \\t]+)([^\\s'\"\\[{|>&!#][^#]*?)\\s*");

  private YamlHead() {}

  /// The keys in their order. Implements [FrontMatter.Yaml].
  public static Map<String, FrontMatter.Entry> read(String text) throws FrontMatter.Problem {
    try {
      return parse(text);
    } catch (FrontMatter.Problem problem) {
      String quoted = withQuotes(text);
      if (quoted.equals(text)) {
        throw problem;
      }
      return parse(quoted);
    }
  }

  private static String withQuotes(String text) {
    var quoted = new StringJoiner("\n");
    for (String line : text.split("\n", -1)) {
      Matcher bare = BARE_VALUE.matcher(line);
      quoted.add(
          bare.matches() ? bare.group(1) + "'" + bare.group(2).replace("'", "''") + "'" : line);
    }
    return quoted.toString();
  }

  private static Map<String, FrontMatter.Entry> parse(String text) throws FrontMatter.Problem {
    try {
      Node root =
          new Compose(LoadSettings.builder().setAllowNonScalarKeys(true).build())
              .composeString(text)
              .orElse(null);
      if (root == null) {
        return Map.of();
      }
      if (root instanceof MappingNode fields) {
        return entries(fields);
      }
      throw new FrontMatter.Problem(
          line(root), "expected 'key: value'" + (root instanceof ScalarNode one ? found(one) : ""));
    } catch (MarkedYamlEngineException malformed) {
      Mark mark = malformed.getProblemMark().orElse(null);
      throw new FrontMatter.Problem(
          mark == null ? 1 : mark.getLine() + 1, message(String.valueOf(malformed.getProblem())));
    } catch (YamlEngineException malformed) {
      String what = String.valueOf(malformed.getMessage()).lines().findFirst().orElse("");
      throw new FrontMatter.Problem(1, "is not valid YAML: " + what);
    } catch (StackOverflowError hostile) {
      throw new FrontMatter.Problem(1, "is not valid YAML: it is nested too deeply");
    }
  }

  private static String found(ScalarNode scalar) {
    return ", found '" + scalar.getValue().lines().findFirst().orElse("") + "'";
  }

  private static String message(String problem) {
    if (problem.startsWith(UNKNOWN_ESCAPE) && problem.length() > UNKNOWN_ESCAPE.length()) {
      char kind = problem.charAt(UNKNOWN_ESCAPE.length());
      return "\\"
          + kind
          + " means nothing in double quotes; write \\\\"
          + kind
          + ", or use single quotes, in which a backslash is a backslash";
    }
    String what = problem.lines().findFirst().orElse("");
    return "is not valid YAML: " + what + "; put texts with signs in them into single quotes";
  }

  private static Map<String, FrontMatter.Entry> entries(MappingNode fields)
      throws FrontMatter.Problem {
    var entries = new LinkedHashMap<String, FrontMatter.Entry>();
    for (NodeTuple field : fields.getValue()) {
      int line = line(field.getKeyNode());
      if (!(field.getKeyNode() instanceof ScalarNode key)) {
        throw new FrontMatter.Problem(line, "a key that is not text");
      }
      var values = new ArrayList<String>();
      var lines = new ArrayList<Integer>();
      switch (field.getValueNode()) {
        case ScalarNode one when empty(one) -> {}
        case SequenceNode several -> {
          for (Node item : several.getValue()) {
            values.add(item(item, key.getValue()));
            lines.add(line(item));
          }
        }
        case Node one -> {
          values.add(item(one, key.getValue()));
          lines.add(line(one));
        }
      }
      if (entries.put(key.getValue(), new FrontMatter.Entry(line, values, lines)) != null) {
        throw new FrontMatter.Problem(line, "'" + key.getValue() + "' is there twice; keep one");
      }
    }
    return entries;
  }

  private static String item(Node node, String key) throws FrontMatter.Problem {
    if (!(node instanceof ScalarNode scalar)) {
      throw new FrontMatter.Problem(
          line(node), "'" + key + "' must be a text or a list of texts; quote what looks else");
    }
    if (empty(scalar)) {
      throw new FrontMatter.Problem(line(node), "an empty item; write '' if that is meant");
    }
    return scalar.getValue();
  }

  private static boolean empty(ScalarNode scalar) {
    return scalar.isPlain() && scalar.getValue().isEmpty();
  }

  private static int line(Node node) {
    Mark mark = node.getStartMark().orElse(null);
    return mark == null ? 1 : mark.getLine() + 1;
  }
}
