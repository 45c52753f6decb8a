package dev.tenon.protocols.mcp.trust;

import dev.tenon.core.json.Json;
import dev.tenon.core.text.VisibleText;
import dev.tenon.protocols.mcp.client.Catalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// What a person should look at more closely before letting in what a server says. Looked for when
/// it is asked for: every word is held against the names of all tools of others.
///
/// @param others names of tools that are not of this server
public record Suspicions(Catalogue catalogue, Supplier<Set<String>> others) {
  /// For a person, one line each.
  public List<String> lines() {
    Set<String> theirs = others.get();
    var warnings = new ArrayList<String>();
    if (PlainText.hides(catalogue.instructions())) {
      warnings.add("the instructions have characters that nobody sees");
    }
    for (String other : theirs) {
      if (other.length() > 3 && mentions(catalogue.instructions(), other)) {
        warnings.add(
            "the instructions speak of the tool " + VisibleText.line(other) + " of others");
      }
    }
    for (Json.Obj tool : catalogue.tools()) {
      String name = tool.string("name", "");
      String said =
          tool.string("title", "")
              + " "
              + tool.string("description", "")
              + tool.objectOrEmpty("inputSchema").compact();
      if (PlainText.hides(said) || PlainText.hides(name)) {
        warnings.add("the tool " + VisibleText.line(name) + " has characters that nobody sees");
      }
      if (PlainText.isTooLarge(tool.objectOrEmpty("inputSchema"))) {
        warnings.add(
            "the schema of the tool "
                + VisibleText.line(name)
                + " is larger than 32 KB; the model is told of any object instead");
      }
      for (String other : theirs) {
        if (other.length() > 3 && mentions(said, other)) {
          warnings.add(
              "the tool "
                  + VisibleText.line(name)
                  + " speaks of the tool "
                  + VisibleText.line(other)
                  + " of others");
        }
      }
    }
    return warnings;
  }

  private static boolean mentions(String text, String word) {
    for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      boolean before = at == 0 || !part(text.charAt(at - 1));
      int end = at + word.length();
      if (before && (end == text.length() || !part(text.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean part(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-';
  }
}
