package dev.tenon.protocols.mcp.trust;

import dev.tenon.core.json.Json;
import dev.tenon.core.text.VisibleText;
import dev.tenon.protocols.mcp.client.Catalogue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// What a person should look at more closely before letting in what a server says. Looked for when
/// it is asked for: every word is held against the names of all others.
///
/// A name that is an ordinary word counts only where it is meant as a name: in quotes, or beside
/// the word that says what it is.
public record Suspicions(Catalogue catalogue, Supplier<OtherNames> others) {
  private static final String OPENING = "'\"`‘“«";
  private static final String CLOSING = "'\"`’”»";
  private static final Pattern TOOL_AHEAD = Pattern.compile("\\btools?[:,]?\\s+$");
  private static final Pattern TOOL_BEHIND = Pattern.compile("^\\s+tools?\\b");
  private static final Pattern SERVER_AHEAD = Pattern.compile("\\bservers?[:,]?\\s+$");
  private static final Pattern SERVER_BEHIND = Pattern.compile("^(\\s+mcp)?\\s+servers?\\b");

  /// Words that say what a server is, and are no names where they stand beside it.
  private static final Set<String> KINDS = Set.of("mcp", "server", "servers", "tool", "tools");

  /// How far around a name is looked.
  private static final int NEAR = 20;

  /// A thing that says something.
  ///
  /// @param has `the tool x has`
  /// @param speaks `the tool x speaks`
  private record Saying(String has, String speaks, String name, String text) {
    static Saying of(String kind, Json.Obj thing, List<String> members) {
      String name = thing.string("name", "");
      var text = new StringBuilder();
      for (String member : members) {
        Json value = thing.get(member);
        if (value != null && !member.equals("name")) {
          add(text, value);
        }
      }
      String who = "the " + kind + " " + VisibleText.line(name);
      return new Saying(who + " has", who + " speaks", name, text.toString());
    }

    private static void add(StringBuilder text, Json value) {
      switch (value) {
        case Json.Obj object ->
            object
                .members()
                .forEach(
                    (key, member) -> {
                      text.append(key).append('\n');
                      add(text, member);
                    });
        case Json.Arr array -> array.items().forEach(each -> add(text, each));
        case Json.Str plain -> text.append(plain.value()).append('\n');
        case Json.Num ignored -> {}
        case Json.Bool ignored -> {}
        case Json.Null ignored -> {}
      }
    }
  }

  /// For a person, one line each.
  public List<String> lines() {
    OtherNames theirs = others.get();
    Set<String> own = new LinkedHashSet<>();
    catalogue.toolNames().forEach(name -> own.add(name.toLowerCase(Locale.ROOT)));
    var warnings = new LinkedHashSet<String>();
    look(
        new Saying("the instructions have", "the instructions speak", "", catalogue.instructions()),
        theirs,
        own,
        warnings);
    for (Json.Obj tool : catalogue.tools()) {
      Saying saying = Saying.of("tool", tool, Pins.OF_TOOLS);
      look(saying, theirs, own, warnings);
      if (PlainText.isTooLarge(tool.objectOrEmpty("inputSchema"))) {
        warnings.add(
            "the schema of the tool "
                + VisibleText.line(saying.name())
                + " is larger than 32 KB; the model is told of any object instead");
      }
    }
    for (Json.Obj prompt : catalogue.prompts()) {
      look(Saying.of("prompt", prompt, Pins.OF_PROMPTS), theirs, own, warnings);
    }
    return new ArrayList<>(warnings);
  }

  private static void look(
      Saying saying, OtherNames theirs, Set<String> own, Set<String> warnings) {
    String text = saying.text();
    if (PlainText.hides(text) || PlainText.hides(saying.name())) {
      warnings.add(saying.has() + " characters that nobody sees");
    }
    String small = text.toLowerCase(Locale.ROOT);
    for (String name : new TreeSet<>(theirs.builtin())) {
      if ((name.length() > 3 && mentions(text, name))
          || isNamed(small, name, TOOL_AHEAD, TOOL_BEHIND)) {
        warnings.add(saying.speaks() + " of the tool " + VisibleText.line(name) + " of others");
      }
    }
    for (String name : new TreeSet<>(theirs.tools())) {
      if (!own.contains(name.toLowerCase(Locale.ROOT))
          && isNamed(small, name, TOOL_AHEAD, TOOL_BEHIND)) {
        warnings.add(saying.speaks() + " of the tool " + VisibleText.line(name) + " of others");
      }
    }
    for (String name : new TreeSet<>(theirs.servers())) {
      if (!KINDS.contains(name.toLowerCase(Locale.ROOT))
          && isNamed(small, name, SERVER_AHEAD, SERVER_BEHIND)) {
        warnings.add(saying.speaks() + " of the server " + VisibleText.line(name));
      }
    }
  }

  /// Whether a text has the word, as it is written.
  private static boolean mentions(String text, String word) {
    return at(text, word, 0) >= 0;
  }

  private static boolean isNamed(String small, String name, Pattern ahead, Pattern behind) {
    String word = name.toLowerCase(Locale.ROOT);
    boolean ordinary = word.length() <= 3 || word.chars().allMatch(Character::isLetterOrDigit);
    for (int at = at(small, word, 0); at >= 0; at = at(small, word, at + 1)) {
      int end = at + word.length();
      if (!ordinary || isQuoted(small, at, end)) {
        return true;
      }
      if (ahead.matcher(small.substring(Math.max(0, at - NEAR), at)).find()
          || behind.matcher(small.substring(end, Math.min(small.length(), end + NEAR))).find()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isQuoted(String text, int at, int end) {
    return at > 0
        && end < text.length()
        && OPENING.indexOf(text.charAt(at - 1)) >= 0
        && CLOSING.indexOf(text.charAt(end)) >= 0;
  }

  /// Where the word stands as a whole; negative where it does not.
  private static int at(String text, String word, int from) {
    if (word.isEmpty()) {
      return -1;
    }
    for (int at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
      boolean before = at == 0 || !part(text.charAt(at - 1));
      int end = at + word.length();
      if (before && (end == text.length() || !part(text.charAt(end)))) {
        return at;
      }
    }
    return -1;
  }

  private static boolean part(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-';
  }
}
