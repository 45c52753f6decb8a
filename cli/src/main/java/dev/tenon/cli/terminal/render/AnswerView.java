package dev.tenon.cli.terminal.render;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the model says and thinks. One prefix for each of its messages, however many pieces it
/// comes in.
final class AnswerView {
  private static final int THOUGHT_LINES = 3;
  private static final int THOUGHT_LENGTH = 100;

  private final Page page;
  private final DisplayOptions look;
  private final PageFlow flow;

  private boolean prefixed;
  private @Nullable MarkdownStream markdown;
  private SafeText safeText = new SafeText();
  private OutputTail thoughts = new OutputTail(THOUGHT_LINES);
  private boolean thinkingAloud;

  AnswerView(Page page, DisplayOptions look, PageFlow flow) {
    this.page = page;
    this.look = look;
    this.flow = flow;
  }

  /// A new message begins.
  void begin() {
    end();
    prefixed = false;
  }

  void text(String piece) {
    boolean styled = page.reach() != Page.Reach.STREAM && look.palette() == Palette.COLOURED;
    String shown = page.reach() == Page.Reach.STREAM ? piece : safeText.filter(piece);
    if (!prefixed && page.reach() != Page.Reach.STREAM) {
      shown = shown.stripLeading();
    }
    if (shown.isEmpty()) {
      return;
    }
    String prefix = prefix();
    if (!styled) {
      page.print(prefix + shown);
      return;
    }
    MarkdownStream stream = markdown;
    if (stream == null) {
      // Only a terminal that we have a hold of tells its width.
      boolean live = page.reach() == Page.Reach.LIVE;
      stream = new MarkdownStream(look.glyphs(), live ? page::columns : () -> Integer.MAX_VALUE);
      markdown = stream;
    }
    stream.prefix(prefix);
    page.print(stream.add(shown));
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
    switch (look.thinking()) {
      case HIDDEN -> page.doing("Thinking", List.of());
      case SHORT -> {
        thoughts.add(piece);
        page.doing("Thinking", thoughts.lines());
      }
      case FULL -> {
        if (!thinkingAloud) {
          thinkingAloud = true;
          flow.begin(PageFlow.Group.ANSWER);
        }
        page.print(look.paint(Style.DIM, safeText.filter(piece)));
      }
    }
  }

  void thoughtEnded(String whole) {
    switch (look.thinking()) {
      case HIDDEN, FULL -> {}
      case SHORT -> {
        String gist = gist(whole);
        if (!gist.isEmpty()) {
          String line = look.glyphs().dot + " " + gist;
          flow.line(PageFlow.Group.ANSWER, look.paint(Style.DIM, line));
        }
      }
    }
    thoughts = new OutputTail(THOUGHT_LINES);
    thinkingAloud = false;
    end();
  }

  /// The first line that says something.
  private String gist(String thought) {
    for (String line : thought.split("\n", -1)) {
      String plain = line.replace("**", "").replace("#", "").strip();
      if (!plain.isEmpty()) {
        int room = Math.min(THOUGHT_LENGTH, page.columns() - 3);
        return SafeText.line(new SafeText().filter(plain), room, look.glyphs());
      }
    }
    return "";
  }

  /// Shows what is held back and ends the line.
  void end() {
    if (markdown != null) {
      page.print(markdown.finish());
      markdown = null;
    }
    safeText = new SafeText();
    page.freshLine();
  }
}
