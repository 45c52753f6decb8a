package dev.tenon.cli.terminal.render;

import java.util.function.IntSupplier;

/// Markdown that becomes readable while it arrives. Marks are replaced by styles; text is held back
/// only until it is clear what its marks mean, at most to the end of its line.
final class MarkdownStream {
  private final Glyphs glyphs;
  private final Palette palette = Palette.COLOURED;
  private final InlineMarkdown inline;
  private final WordWrap wrap;
  private final IntSupplier columns;

  private final StringBuilder held = new StringBuilder();
  private Line line = Line.UNDECIDED;

  /// The marks that opened the code block we are in; empty outside.
  private String fence = "";

  /// What the rest of the current line is.
  private enum Line {
    UNDECIDED,
    PROSE,
    TITLE,
    HEADING,
    CODE,
    FENCE,
    TABLE
  }

  MarkdownStream(Glyphs glyphs, IntSupplier columns) {
    this.glyphs = glyphs;
    this.columns = columns;
    this.inline = new InlineMarkdown(palette);
    this.wrap = new WordWrap(columns);
  }

  /// Puts something in front that is no Markdown.
  void prefix(String styled) {
    wrap.add(styled);
  }

  /// Takes more text and answers what can be shown now.
  String add(String text) {
    for (int start = 0; start < text.length(); ) {
      int end = text.indexOf('\n', start);
      if (end < 0) {
        more(text.substring(start));
        break;
      }
      more(text.substring(start, end));
      endLine();
      wrap.add("\n");
      start = end + 1;
    }
    return wrap.take();
  }

  /// Everything that is left; the next text begins a new block.
  String finish() {
    endLine();
    fence = "";
    return wrap.finish();
  }

  private void more(String piece) {
    if (line == Line.UNDECIDED) {
      held.append(piece);
      decide(MarkdownBlock.classify(held.toString(), fence, MarkdownBlock.Extent.OPEN));
    } else {
      body(piece);
    }
  }

  private void endLine() {
    if (line == Line.UNDECIDED && !held.isEmpty()) {
      decide(MarkdownBlock.classify(held.toString(), fence, MarkdownBlock.Extent.WHOLE));
    }
    wrap.add(styled(inline.finish()));
    line = Line.UNDECIDED;
    held.setLength(0);
  }

  private void decide(MarkdownBlock block) {
    switch (block) {
      case MarkdownBlock.Undecided ignored -> {
        return;
      }
      case MarkdownBlock.Prose prose -> begin(Line.PROSE, prose.rest());
      case MarkdownBlock.Heading heading ->
          begin(heading.level() == 1 ? Line.TITLE : Line.HEADING, heading.rest());
      case MarkdownBlock.Item item -> {
        String mark = item.number().isEmpty() ? glyphs.bullet : item.number();
        wrap.add(item.indentation() + palette.paint(Style.ACCENT, mark) + " ");
        wrap.hang(item.indentation().length() + mark.length() + 1);
        begin(Line.PROSE, item.rest());
      }
      case MarkdownBlock.Quote quote -> {
        wrap.add(palette.paint(Style.DIM, glyphs.bar) + " ");
        wrap.hang(2);
        begin(Line.PROSE, quote.rest());
      }
      case MarkdownBlock.Rule ignored -> {
        wrap.verbatim();
        int width = Math.min(Math.max(columns.getAsInt() - 1, 1), 60);
        wrap.add(palette.paint(Style.DIM, glyphs.rule.repeat(width)));
        begin(Line.TABLE, "");
      }
      case MarkdownBlock.Fence opening -> {
        fence = opening.marks();
        begin(Line.FENCE, opening.text());
      }
      case MarkdownBlock.FenceEnd closing -> {
        fence = "";
        begin(Line.FENCE, closing.text());
      }
      case MarkdownBlock.Code code -> begin(Line.CODE, code.text());
      case MarkdownBlock.Row row -> begin(Line.TABLE, row.text());
    }
    held.setLength(0);
  }

  private void begin(Line kind, String rest) {
    line = kind;
    switch (kind) {
      case CODE, FENCE, TABLE -> wrap.verbatim();
      case UNDECIDED, PROSE, TITLE, HEADING -> {}
    }
    body(rest);
  }

  private void body(String piece) {
    if (piece.isEmpty()) {
      return;
    }
    switch (line) {
      case CODE -> wrap.add(palette.paint(Style.CODE, piece));
      case FENCE -> wrap.add(palette.paint(Style.DIM, piece));
      case TABLE -> wrap.add(piece);
      case UNDECIDED, PROSE, TITLE, HEADING -> wrap.add(styled(inline.add(piece)));
    }
  }

  private String styled(String text) {
    return switch (line) {
      case TITLE -> palette.paint(Style.TITLE, text);
      case HEADING -> palette.paint(Style.HEADING, text);
      case UNDECIDED, PROSE, CODE, FENCE, TABLE -> text;
    };
  }
}
