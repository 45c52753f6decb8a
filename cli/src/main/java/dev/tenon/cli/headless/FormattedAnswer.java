package dev.tenon.cli.headless;

import dev.tenon.cli.base.Output;
import dev.tenon.cli.terminal.markdown.MarkdownStream;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.PlainPage;
import dev.tenon.core.text.VisibleText;
import org.jspecify.annotations.Nullable;

/// The answer as a person at a terminal wants to read it: its Markdown as it is meant, everything
/// hidden in it visible. Used by one thread at a time.
public final class FormattedAnswer {
  private final DisplayOptions look;
  private final PlainPage page;
  private VisibleText visible = new VisibleText();
  private @Nullable MarkdownStream markdown;

  public FormattedAnswer(Output out, DisplayOptions look) {
    this(out.page(), look);
  }

  FormattedAnswer(PlainPage page, DisplayOptions look) {
    this.look = look;
    this.page = page;
  }

  void add(String piece) {
    page.print(stream().flowing(visible.next(piece)));
  }

  private MarkdownStream stream() {
    MarkdownStream open = markdown;
    if (open == null) {
      // A terminal whose width nobody knows breaks lines by itself.
      open = new MarkdownStream(look, () -> page.measured() ? page.columns() : Integer.MAX_VALUE);
      markdown = open;
    }
    return open;
  }

  void end() {
    if (markdown == null) {
      return;
    }
    var rest = new StringBuilder();
    visible.end(rest);
    page.print(stream().flowing(rest.toString()) + stream().flown());
    page.freshLine();
    visible = new VisibleText();
    markdown = null;
  }
}
