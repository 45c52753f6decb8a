package dev.tenon.core.permission.command;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What a line says, and into which files it writes it: a text that comes to run by way of a file
/// counts as a command, but one that goes into a page for people does not.
final class WrittenTexts {
  private static final Set<String> PAGES =
      Set.of(
          ("md markdown mdx txt text rst adoc asciidoc html htm css svg csv tsv log tex org diff"
                  + " patch snap golden json jsonl ndjson")
              .split(" "));
  private static final Set<String> PAGE_NAMES =
      Set.of("readme", "license", "changelog", "notice", "authors", "contributing", "todo");

  /// Files that look like pages, and whose commands programs run.
  private static final Set<String> RUN =
      Set.of(
          "package.json",
          "composer.json",
          "deno.json",
          "tasks.json",
          "launch.json",
          "project.json",
          "nx.json",
          "cmakelists.txt",
          "hooks.json",
          "settings.json",
          "devcontainer.json");

  /// Files of languages whose programs start others by calling something.
  private static final Set<String> CODE =
      Set.of(
          ("py js mjs cjs ts tsx jsx java kt kts scala groovy rb go rs c h cc cpp hpp cs swift php"
                  + " lua ex exs erl hs ml clj dart")
              .split(" "));

  private enum Use {
    /// Anything may become of it.
    ANY,
    /// A program of another language: only what starts programs matters.
    CODE,
    /// For people.
    PAGE
  }

  private record Said(String text, Use use) {}

  private final List<Said> said = new ArrayList<>();
  private final Set<String> pages = new HashSet<>();
  private final Set<String> mentioned = new HashSet<>();
  private boolean anywhere;
  private boolean toFiles;

  /// Takes down all that a command says, after quoting is undone.
  void listen(SimpleCommand simple) {
    var words = new StringBuilder();
    for (Word word : simple.words()) {
      words.append(words.isEmpty() ? "" : " ").append(word.home() ? "$home" : "");
      words.append(word.home() ? word.shown().substring(1) : word.shown());
    }
    Use use = use(simple);
    said.add(new Said(words.toString(), use));
    for (String text : given(simple)) {
      said.add(new Said(text, use));
    }
  }

  void say(String text) {
    said.add(new Said(text, Use.ANY));
  }

  /// What a command is given to read beside its words.
  static List<String> given(SimpleCommand simple) {
    var texts = new ArrayList<String>();
    for (SimpleCommand.Redirect redirect : simple.redirects()) {
      if (redirect.kind() == SimpleCommand.Redirect.Kind.TEXT) {
        texts.add(redirect.target().shown());
      }
    }
    return texts;
  }

  /// Where what a command says goes, if all of it goes into files.
  private static Use use(SimpleCommand simple) {
    Use widest = Use.PAGE;
    boolean any = false;
    for (SimpleCommand.Redirect redirect : simple.redirects()) {
      if (redirect.kind() == SimpleCommand.Redirect.Kind.WRITE
          && !redirect.target().text().startsWith("/dev/")) {
        Use use = use(redirect.target());
        widest = use.compareTo(widest) < 0 ? use : widest;
        any = true;
      }
    }
    return any ? widest : Use.ANY;
  }

  private static Use use(Word target) {
    String name = name(target);
    int dot = name.lastIndexOf('.');
    String kind = name.substring(dot + 1);
    if (!target.constant() || RUN.contains(name)) {
      return Use.ANY;
    }
    if (PAGES.contains(kind) || PAGE_NAMES.contains(dot < 0 ? name : name.substring(0, dot))) {
      return Use.PAGE;
    }
    return dot > 0 && CODE.contains(kind) ? Use.CODE : Use.ANY;
  }

  private static String name(Word word) {
    String text = word.text().toLowerCase(Locale.ROOT);
    return text.substring(text.lastIndexOf('/') + 1);
  }

  /// A redirect writes a file.
  void to(Word target) {
    if (target.text().startsWith("/dev/")) {
      return;
    }
    toFiles = true;
    if (use(target) == Use.ANY) {
      anywhere = true;
    } else {
      pages.add(name(target));
    }
  }

  /// A program writes what it is given.
  void anything() {
    toFiles = true;
    anywhere = true;
  }

  /// A program that may run files is told of these.
  void mention(List<Word> words) {
    for (Word word : words) {
      if (mentioned.size() < 1000 && word.text().length() < 256) {
        mentioned.add(name(word));
      }
    }
  }

  /// Whether something was written that may be run later.
  boolean any() {
    return toFiles;
  }

  /// Whether all that was written went into files whose names say what they are.
  boolean onlyNamed() {
    return toFiles && !anywhere && !runsPage();
  }

  /// Whether a page for people is given to a program after all.
  private boolean runsPage() {
    for (String page : pages) {
      if (use(Word.of(page)) == Use.PAGE && mentioned.contains(page)) {
        return true;
      }
    }
    return false;
  }

  /// What counts as commands.
  ///
  /// @param everyWord whether the line runs a text that cannot be followed
  List<String> texts(boolean everyWord) {
    boolean pagesCount = everyWord || runsPage();
    var texts = new ArrayList<String>();
    for (Said each : said) {
      boolean counts =
          switch (each.use) {
            case ANY -> true;
            case CODE -> everyWord || DenyList.runsCommands(each.text);
            case PAGE -> pagesCount;
          };
      if (counts) {
        texts.add(each.text);
      }
    }
    return texts;
  }
}
