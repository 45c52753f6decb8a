package dev.tenon.core.permission.command;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What words most likely come to: with the values that the line itself gave to variables, and with
/// lists in braces written out. It is a guess, good enough to refuse by and never to allow by. What
/// nobody can guess is `…`.
///
/// One instance for one command line; it is told of variables as they are set.
final class LikelyWords {
  /// Longer words are no names of files, and more alternatives nobody means.
  private static final int LONGEST = 1000;

  private static final int MOST = 64;
  private static final String UNKNOWN = "…";

  private final Map<String, List<String>> values = new HashMap<>();

  /// Takes note of a variable that is set from here on.
  void set(String name, Word value) {
    values.put(name, of(value));
  }

  void set(String name, String value) {
    values.put(name, List.of(value));
  }

  /// The words that one word becomes. A home folder is `~`; a file that is called so is `./~`.
  List<String> of(Word word) {
    String text = word.text();
    if (word.constant() || word.source().isEmpty()) {
      boolean home = text.indexOf(Word.HOME) == 0;
      String shown = (home ? home() + text.substring(1) : text);
      return List.of(!home && text.startsWith("~") ? "./" + text : Word.shown(shown));
    }
    if (word.source().length() > LONGEST) {
      return List.of(word.home() ? home() + word.shown().substring(1) : word.shown());
    }
    var all = new ArrayList<String>();
    for (String one : listed(word.source())) {
      for (String expanded : expanded(one)) {
        if (word.splitting() && expanded.indexOf(' ') >= 0) {
          for (String part : expanded.strip().split(" +", MOST)) {
            all.add(part);
          }
        } else {
          all.add(expanded);
        }
      }
    }
    return all;
  }

  private String home() {
    List<String> known = values.get("HOME");
    return known == null ? "~" : known.getFirst();
  }

  /// A word as it is written, once for each item of its lists in braces.
  private static List<String> listed(String source) {
    var done = new ArrayList<String>();
    var waiting = new ArrayDeque<String>();
    waiting.add(source);
    while (!waiting.isEmpty() && done.size() + waiting.size() < MOST) {
      String one = waiting.removeFirst();
      int open = one.indexOf('{');
      List<String> items = List.of();
      int end = 0;
      while (open >= 0 && items.size() < 2) {
        boolean parameter = open > 0 && "$\\".indexOf(one.charAt(open - 1)) >= 0;
        end = parameter ? 0 : closing(one, open);
        items = end == 0 ? List.of() : items(one.substring(open + 1, end));
        open = items.size() < 2 ? one.indexOf('{', open + 1) : open;
      }
      if (items.size() < 2) {
        done.add(one);
      }
      for (String item : items.size() < 2 ? List.<String>of() : items) {
        waiting.add(one.substring(0, open) + item + one.substring(end + 1));
      }
    }
    done.addAll(waiting);
    return done;
  }

  /// The brace that closes the one at a place; 0 when none does.
  private static int closing(String text, int open) {
    int depth = 0;
    for (int at = open; at < text.length(); at++) {
      depth += text.charAt(at) == '{' ? 1 : text.charAt(at) == '}' ? -1 : 0;
      if (depth == 0) {
        return at;
      }
    }
    return 0;
  }

  private static List<String> items(String list) {
    var items = new ArrayList<String>();
    int depth = 0;
    int start = 0;
    for (int at = 0; at <= list.length(); at++) {
      char c = at == list.length() ? ',' : list.charAt(at);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (c == ',' && depth == 0) {
        items.add(list.substring(start, at));
        start = at + 1;
      }
    }
    return items;
  }

  /// A word without lists, its quotes undone and its variables in place.
  private List<String> expanded(String source) {
    var in = new Cursor(source);
    List<StringBuilder> drafts = new ArrayList<>();
    drafts.add(new StringBuilder());
    if (in.here() == '~' && (in.ahead(1) == '/' || in.ahead(1) == Cursor.END)) {
      in.at++;
      drafts.getFirst().append(home());
    }
    boolean doubled = false;
    while (!in.ended()) {
      char c = in.here();
      if (c == '\'' && !doubled) {
        int end = source.indexOf('\'', in.at + 1);
        append(drafts, source.substring(in.at + 1, end < 0 ? source.length() : end));
        in.at = end < 0 ? source.length() : end + 1;
      } else if (c == '"') {
        doubled = !doubled;
        in.at++;
      } else if (c == '\\') {
        append(drafts, String.valueOf(in.ahead(1) == Cursor.END ? ' ' : in.ahead(1)));
        in.at += 2;
      } else if (c == '$' || c == '`') {
        drafts = with(drafts, dollar(in));
      } else {
        append(drafts, String.valueOf(c));
        in.at++;
      }
    }
    var all = new ArrayList<String>();
    for (StringBuilder each : drafts) {
      all.add(each.toString());
    }
    return all;
  }

  private static void append(List<StringBuilder> drafts, String text) {
    for (StringBuilder each : drafts) {
      each.append(text);
    }
  }

  private static List<StringBuilder> with(List<StringBuilder> drafts, List<String> values) {
    var all = new ArrayList<StringBuilder>();
    for (StringBuilder draft : drafts) {
      for (String value : values) {
        if (all.size() < MOST && draft.length() + value.length() <= LONGEST) {
          all.add(new StringBuilder(draft).append(value));
        }
      }
    }
    return all.isEmpty() ? drafts : all;
  }

  /// The values of the expansion that begins here, which is read.
  private List<String> dollar(Cursor in) {
    char next = in.ahead(1);
    if (in.here() == '$' && next == '\'') {
      in.at += 2;
      try {
        return List.of(AnsiQuote.read(in));
      } catch (SyntaxException unusual) {
        return List.of(UNKNOWN);
      }
    }
    if (in.here() == '$' && Cursor.isNameStart(next)) {
      in.at++;
      int end = in.nameEnd();
      String name = in.text.substring(in.at, end);
      in.at = end;
      return value(name, UNKNOWN);
    }
    if (in.here() == '$' && next == '{') {
      int end = closing(in.text, in.at + 1);
      in.at += 2;
      int name = in.nameEnd();
      if (end > 0) {
        String rest = in.text.substring(Math.min(name, end), end);
        String called = in.text.substring(in.at, Math.min(name, end));
        in.at = end + 1;
        // ${NAME:-otherwise}
        int from = rest.startsWith(":") ? 2 : 1;
        boolean otherwise = rest.length() >= from && "-=".indexOf(rest.charAt(from - 1)) >= 0;
        return value(called, otherwise ? rest.substring(from).replace("\"", "") : UNKNOWN);
      }
    }
    // A substitution, or something rare: nothing is known of it, nor of what follows.
    in.at = in.text.length();
    return List.of(UNKNOWN);
  }

  private List<String> value(String name, String otherwise) {
    List<String> known = values.get(name);
    return known != null ? known : List.of(name.equalsIgnoreCase("HOME") ? "~" : otherwise);
  }
}
