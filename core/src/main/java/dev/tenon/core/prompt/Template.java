package dev.tenon.core.prompt;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// A text with `{{name}}` placeholders. Strict: a placeholder without a value and a value without a
/// placeholder are both mistakes, so that a renamed one cannot go unnoticed.
///
/// @param name for messages
public record Template(String name, String text) {

  /// A template from the resources beside this class.
  public static Template resource(String name) {
    try (InputStream in = Template.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("there is no prompt template " + name);
      }
      return new Template(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException("the prompt template " + name + " cannot be read", failure);
    }
  }

  /// The text with every placeholder replaced. Values are put in as they are: a placeholder inside
  /// a value is plain text.
  public String render(Map<String, String> values) {
    var out = new StringBuilder(text.length() + 512);
    Set<String> unused = new HashSet<>(values.keySet());
    int from = 0;
    for (int open = text.indexOf("{{"); open >= 0; open = text.indexOf("{{", from)) {
      int close = text.indexOf("}}", open);
      if (close < 0) {
        throw new IllegalArgumentException(name + ": '{{' without '}}' at character " + open);
      }
      String placeholder = text.substring(open + 2, close);
      String value = values.get(placeholder);
      if (value == null) {
        throw new IllegalArgumentException(name + ": no value for {{" + placeholder + "}}");
      }
      unused.remove(placeholder);
      out.append(text, from, open).append(value);
      from = close + 2;
    }
    if (!unused.isEmpty()) {
      throw new IllegalArgumentException(name + ": no placeholder for " + unused);
    }
    return out.append(text, from, text.length()).toString();
  }
}
