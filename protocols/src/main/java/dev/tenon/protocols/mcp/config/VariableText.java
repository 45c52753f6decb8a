package dev.tenon.protocols.mcp.config;

import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Texts in which `${NAME}` and `${NAME:-otherwise}` stand for variables of the environment.
///
/// @param values the environment
/// @param closed variables that are never handed on, such as keys of models
record VariableText(UnaryOperator<@Nullable String> values, Set<String> closed)
    implements WrittenText {

  @Override
  public String expanded(String key, String text) throws ConfigFault {
    var out = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      int open = text.indexOf("${", at);
      if (open < 0) {
        return out.append(text, at, text.length()).toString();
      }
      int close = text.indexOf('}', open);
      if (close < 0) {
        throw new ConfigFault(key + " has '${' without a closing '}'; write ${NAME}");
      }
      out.append(text, at, open).append(value(key, text.substring(open + 2, close)));
      at = close + 1;
    }
    return out.toString();
  }

  private String value(String key, String inside) throws ConfigFault {
    int otherwise = inside.indexOf(":-");
    String name = otherwise < 0 ? inside : inside.substring(0, otherwise);
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      throw new ConfigFault(
          key + " refers to '${" + inside + "}', which is no variable; write ${NAME}");
    }
    if (closed.contains(name)) {
      throw new ConfigFault(
          key
              + " refers to ${"
              + name
              + "}, the key of a model, which is never handed to a server; remove it");
    }
    String value = values.apply(name);
    if (value != null && !(value.isEmpty() && otherwise >= 0)) {
      return value;
    }
    if (otherwise < 0) {
      throw new ConfigFault(
          key
              + " refers to ${"
              + name
              + "}, which is not set; set it, or write ${"
              + name
              + ":-otherwise}");
    }
    return inside.substring(otherwise + 2);
  }
}
