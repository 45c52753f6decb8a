package dev.tenon.tools.web;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// HTML as Markdown that is good to read: headings, paragraphs, lists, links, code and tables. One
/// pass without a tree, in time and space that grow with the page whatever it looks like; markup
/// that is wrong costs its form and not its text.
final class HtmlText implements HtmlTokens.Listener {
  private static final int DEEPEST = 10;
  private static final int LONGEST_LINK = 1_000;

  /// What holds no text for a reader.
  private static final Set<String> UNSEEN = Set.of("svg", "template", "math", "select", "datalist");

  private static final Set<String> BLOCKS =
      Set.of(
          "address",
          "article",
          "aside",
          "blockquote",
          "body",
          "dd",
          "details",
          "dialog",
          "div",
          "dl",
          "dt",
          "fieldset",
          "figcaption",
          "figure",
          "footer",
          "form",
          "header",
          "hgroup",
          "html",
          "main",
          "nav",
          "p",
          "search",
          "section",
          "summary",
          "caption",
          "noscript");

  private final StringBuilder out = new StringBuilder();

  /// The number of the next item of each open list; 0 for those without numbers.
  private final Deque<Integer> lists = new ArrayDeque<>();

  private int quotes;
  private int preformatted;

  /// Whether something was said in the block of code.
  private boolean begun;

  /// What is passed over until its end, and how deep it is nested in itself.
  private String unseen = "";

  private int unseenDepth;

  /// Line ends that stand before the next text.
  private int breaks;

  private boolean space;
  private String mark = "";
  private boolean firstCell = true;
  private int linkStart = -1;
  private String link = "";

  private HtmlText() {}

  static String of(String html) {
    var text = new HtmlText();
    HtmlTokens.read(html, text);
    text.endLink();
    if (text.preformatted > 0) {
      text.preformatted = 1;
      text.closePre();
    }
    return text.out.isEmpty() ? "" : text.out.append('\n').toString();
  }

  // Tags.

  @Override
  public void opened(String name, HtmlTokens.Attributes attributes) {
    if (!unseen.isEmpty()) {
      unseenDepth += name.equals(unseen) ? 1 : 0;
      return;
    }
    if (UNSEEN.contains(name)) {
      unseen = name;
      unseenDepth = 1;
      return;
    }
    int heading = heading(name);
    if (heading > 0) {
      block(2);
      mark = "#".repeat(heading) + " ";
    } else if (BLOCKS.contains(name)) {
      block(name.equals("p") || name.equals("blockquote") ? 2 : 1);
      quotes += name.equals("blockquote") ? 1 : 0;
    } else {
      openedOther(name, attributes);
    }
  }

  private void openedOther(String name, HtmlTokens.Attributes attributes) {
    switch (name) {
      case "br" -> breaks = Math.max(breaks, out.isEmpty() ? 0 : 1);
      case "hr" -> {
        block(2);
        put("---");
        block(2);
      }
      case "ul", "menu", "ol" -> {
        block(lists.isEmpty() ? 2 : 1);
        lists.push(name.equals("ol") ? 1 : 0);
      }
      case "li" -> item();
      case "tr" -> {
        block(1);
        firstCell = true;
      }
      case "table" -> block(2);
      case "td", "th" -> {
        if (!firstCell) {
          put(" | ");
        }
        firstCell = false;
      }
      case "pre" -> {
        block(2);
        if (preformatted++ == 0) {
          put("```");
          breaks = 1;
          begun = false;
        }
      }
      case "code", "kbd", "samp" -> tick();
      case "a" -> beginLink(attributes.value("href"));
      case "img" -> image(attributes.value("alt"));
      default -> {
        // It has no form of its own.
      }
    }
  }

  private void item() {
    block(1);
    Integer number = lists.poll();
    int now = number == null ? 0 : number;
    if (number != null) {
      lists.push(now == 0 ? 0 : now + 1);
    }
    mark = now == 0 ? "- " : now + ". ";
  }

  @Override
  public void closed(String name) {
    if (!unseen.isEmpty()) {
      if (name.equals(unseen) && --unseenDepth == 0) {
        unseen = "";
      }
      return;
    }
    if (heading(name) > 0) {
      block(2);
      return;
    }
    if (BLOCKS.contains(name)) {
      block(name.equals("p") || name.equals("blockquote") ? 2 : 1);
      quotes -= name.equals("blockquote") && quotes > 0 ? 1 : 0;
      return;
    }
    switch (name) {
      case "ul", "menu", "ol" -> {
        lists.poll();
        block(lists.isEmpty() ? 2 : 1);
      }
      case "li", "tr" -> block(1);
      case "table" -> block(2);
      case "pre" -> closePre();
      case "code", "kbd", "samp" -> tick();
      case "a" -> endLink();
      default -> {
        // It has no form of its own.
      }
    }
  }

  private static int heading(String name) {
    return name.length() == 2
            && name.charAt(0) == 'h'
            && name.charAt(1) >= '1'
            && name.charAt(1) <= '6'
        ? name.charAt(1) - '0'
        : 0;
  }

  private void closePre() {
    if (preformatted > 0 && --preformatted == 0) {
      block(1);
      breaks = 1;
      put("```");
      block(2);
    }
  }

  /// In a block of code its marks would be a part of it.
  private void tick() {
    if (preformatted == 0) {
      put("`");
    }
  }

  private void image(@Nullable String alt) {
    if (alt != null && !alt.isBlank()) {
      put("[image: ");
      text(alt.strip());
      put("]");
    }
  }

  // Links.

  private void beginLink(@Nullable String href) {
    endLink();
    String target = href == null ? "" : href.strip();
    String small = target.toLowerCase(Locale.ROOT);
    boolean leads =
        !target.isEmpty()
            && !target.startsWith("#")
            && !small.startsWith("javascript:")
            && !small.startsWith("data:")
            && target.length() <= LONGEST_LINK
            && preformatted == 0;
    linkStart = leads ? out.length() : -1;
    link = target;
  }

  /// Puts the brackets around what was said since the link began; around nothing it makes none.
  private void endLink() {
    if (linkStart >= 0) {
      int start = linkStart;
      while (start < out.length() && out.charAt(start) <= ' ') {
        start++;
      }
      if (start < out.length()) {
        out.insert(start, '[').append("](").append(link.replace(' ', '+')).append(')');
      }
      linkStart = -1;
    }
  }

  // Text.

  @Override
  public void text(String text) {
    if (!unseen.isEmpty()) {
      return;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (preformatted > 0) {
        preformatted(c);
      } else if (c <= ' ' || c == '\u00a0') {
        space = true;
      } else {
        start();
        out.append(c);
      }
    }
  }

  private void preformatted(char c) {
    if (c == '\n') {
      // The line end behind the tag is none of the text.
      breaks += begun ? 1 : 0;
    } else if (c != '\r') {
      start();
      out.append(c);
    }
    begun = true;
  }

  @Override
  public void title(String text) {
    text(text);
    block(2);
  }

  /// Something that is no text of the page, in its place.
  private void put(String marks) {
    start();
    out.append(marks);
  }

  private void block(int lines) {
    breaks = Math.max(breaks, lines);
    space = false;
    mark = "";
  }

  /// Line ends, quotes, indents and marks that stand in front of what comes now.
  private void start() {
    boolean fresh = out.isEmpty() || breaks > 0;
    if (fresh) {
      if (!out.isEmpty()) {
        out.append("\n".repeat(breaks));
      }
      out.append("> ".repeat(Math.min(quotes, DEEPEST)));
      int depth =
          Math.min(lists.size(), DEEPEST) - (mark.isEmpty() || mark.startsWith("#") ? 0 : 1);
      out.append("  ".repeat(Math.max(0, depth)));
    } else if (space && !out.isEmpty() && out.charAt(out.length() - 1) > ' ') {
      out.append(' ');
    }
    out.append(mark);
    mark = "";
    breaks = 0;
    space = false;
  }
}
