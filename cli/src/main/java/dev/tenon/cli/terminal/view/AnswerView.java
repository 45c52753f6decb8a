package dev.tenon.cli.terminal.view;

import dev.tenon.cli.terminal.markdown.MarkdownStream;
import dev.tenon.cli.terminal.render.Amounts;
import dev.tenon.cli.terminal.render.CodeText;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.SafeText;
import dev.tenon.cli.terminal.render.Style;
import dev.tenon.cli.terminal.render.Wrap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What the model says and thinks. One prefix for each of its messages, however many pieces it
/// comes in.
final class AnswerView {
  private static final int THOUGHT_LINES = 3;
  private static final int THOUGHT_LENGTH = 100;

  /// What stands to the left of a tail, and the last column.
  private static final int BESIDE_TAIL = 5;

  private static final int NARROWEST = 16;

  private final Page page;
  private final DisplayOptions look;
  private final PageFlow flow;
  private final CardLog cards;
  private final LongSupplier nanos;

  /// A line that begins with so many is code.
  private static final int CODE_BLANKS = 4;

  private static final int MOST_BLANKS = 64;

  /// Blanks of which nobody knows yet what they belong to.
  private final StringBuilder leading = new StringBuilder();

  private boolean prefixed;
  private @Nullable MarkdownStream markdown;
  private SafeText safeText = new SafeText();
  private ThoughtText thoughts;
  private boolean thinkingAloud;
  private long thinkingSince;
  private boolean thinking;

  AnswerView(Page page, DisplayOptions look, PageFlow flow, CardLog cards, LongSupplier nanos) {
    this.page = page;
    this.look = look;
    this.flow = flow;
    this.cards = cards;
    this.nanos = nanos;
    this.thoughts = new ThoughtText(page, look);
  }

  /// A new message begins.
  void begin() {
    end();
    prefixed = false;
  }

  void text(String piece) {
    String shown = page.reach() == Page.Reach.STREAM ? piece : safeText.filter(piece);
    if (!prefixed && page.reach() != Page.Reach.STREAM) {
      shown = begun(shown);
    }
    if (shown.isEmpty()) {
      return;
    }
    String prefix = prefix();
    if (!formatted()) {
      page.print(prefix + shown);
      return;
    }
    MarkdownStream stream = markdown;
    if (stream == null) {
      stream = new MarkdownStream(look, () -> page.measured() ? page.columns() : Integer.MAX_VALUE);
      stream.prefix(prefix);
      markdown = stream;
    }
    if (page.reach() == Page.Reach.LIVE) {
      print(stream.add(shown));
      page.unfinished(stream.later());
    } else {
      page.print(stream.flowing(shown));
    }
  }

  /// The first of a message without the blanks and empty lines before it; code keeps its blanks.
  private String begun(String piece) {
    leading.append(piece);
    String all = leading.toString();
    String bare = all.stripLeading();
    int text = all.length() - bare.length();
    String blanks = all.substring(all.lastIndexOf('\n', text - 1) + 1, text);
    String kept = CodeText.untabbed(blanks).length() < CODE_BLANKS ? "" : blanks;
    leading.setLength(0);
    if (!bare.isEmpty()) {
      return kept + bare;
    }
    leading.append(blanks.length() > MOST_BLANKS ? blanks.substring(0, MOST_BLANKS) : blanks);
    return "";
  }

  /// A terminal gets Markdown as it is meant; where there is neither layout nor style, it stays as
  /// it was written.
  private boolean formatted() {
    return switch (page.reach()) {
      case LIVE -> true;
      case DUMB -> !look.palette().isPlain();
      case STREAM -> false;
    };
  }

  private void print(List<String> rows) {
    if (!rows.isEmpty()) {
      page.unfinished(List.of());
      page.print(String.join("\n", rows) + "\n");
    }
  }

  private String prefix() {
    if (prefixed) {
      if (markdown == null && page.atLineStart()) {
        flow.begin(PageFlow.Group.ANSWER);
      }
      return "";
    }
    prefixed = true;
    flow.begin(PageFlow.Group.ANSWER);
    return look.paint(Style.ACCENT, look.glyphs().assistant) + " ";
  }

  /// A block of text is over.
  void textEnded() {
    end();
  }

  void thought(String piece) {
    if (!thinking) {
      thinking = true;
      thinkingSince = nanos.getAsLong();
    }
    switch (look.thinking()) {
      case HIDDEN -> page.doing("Thinking", List.of());
      case SHORT -> {
        int room = Math.max(NARROWEST, page.columns() - BESIDE_TAIL);
        page.doing("Thinking", thoughts.tail(piece, THOUGHT_LINES, room));
      }
      case FULL -> {
        if (!thinkingAloud) {
          thinkingAloud = true;
          flow.begin(PageFlow.Group.ANSWER);
        }
        thoughts.print(piece);
      }
    }
  }

  void thoughtEnded(String whole) {
    Duration took = Duration.ofNanos(thinking ? nanos.getAsLong() - thinkingSince : 0);
    thinking = false;
    switch (look.thinking()) {
      case HIDDEN -> {
        String gist = gist(whole);
        if (!gist.isEmpty()) {
          keep(whole, gist);
        }
      }
      case FULL -> {}
      case SHORT -> {
        String gist = gist(whole);
        if (!gist.isEmpty()) {
          String time = took.toMillis() < 1000 ? "" : ", " + Amounts.time(took);
          String line = look.glyphs().dot + " " + gist + time;
          boolean fits = page.measured();
          String fitted = fits ? DisplayWidth.cut(line, page.columns(), look.glyphs()) : line;
          flow.line(PageFlow.Group.ANSWER, look.paint(Style.THINKING_TEXT, fitted));
          keep(whole, gist);
        }
      }
    }
    end();
  }

  private void keep(String whole, String gist) {
    cards.add(
        new CardLog.Card(
            "Thinking: " + gist,
            whole.length(),
            columns -> {
              var rows = new ArrayList<String>();
              for (String line : new SafeText().filter(whole).split("\n", -1)) {
                rows.addAll(Wrap.rows(line, columns));
              }
              return rows;
            }));
  }

  /// The first line that says something.
  private String gist(String thought) {
    for (String line : thought.split("\n", -1)) {
      String plain = line.replace("**", "").replace("#", "").strip();
      if (!plain.isEmpty()) {
        int room = Math.min(THOUGHT_LENGTH, page.columns() - 12);
        String safe = SafeText.line(new SafeText().filter(plain), THOUGHT_LENGTH, look.glyphs());
        return DisplayWidth.cut(safe, Math.max(20, room), look.glyphs());
      }
    }
    return "";
  }

  /// Shows what is held back and ends the line.
  void end() {
    if (thinkingAloud) {
      thinkingAloud = false;
      thoughts.end();
    }
    thoughts = new ThoughtText(page, look);
    if (markdown != null) {
      MarkdownStream stream = markdown;
      markdown = null;
      if (page.reach() == Page.Reach.LIVE) {
        page.unfinished(List.of());
        print(stream.finish());
      } else {
        page.print(stream.flown());
      }
    }
    safeText = new SafeText();
    leading.setLength(0);
    page.freshLine();
  }
}
