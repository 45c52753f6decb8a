package dev.tenon.cli.terminal.markdown;

import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.DisplayWidth;
import dev.tenon.cli.terminal.render.TableRows;
import java.util.ArrayList;
import java.util.List;

/// A table of Markdown while its rows come.
///
/// @param indentation how far it stands to the right
/// @param header none where a table goes on
record MarkdownTable(
    Quotes quotes,
    int indentation,
    List<String> header,
    List<TableRows.Alignment> alignments,
    List<List<String>> cells) {
  private static final int NARROWEST = 12;

  MarkdownTable copy() {
    return new MarkdownTable(quotes, indentation, header, alignments, new ArrayList<>(cells));
  }

  List<String> rows(DisplayOptions look, String bars, int width, InlineMarkdown.Extent extent) {
    int count = alignments.size();
    var fitting = new ArrayList<List<String>>();
    for (List<String> row : cells) {
      var fitted = new ArrayList<>(row.subList(0, Math.min(row.size(), count)));
      while (fitted.size() < count) {
        fitted.add("");
      }
      fitting.add(inlined(fitted, look, extent));
    }
    String left = bars + " ".repeat(Math.min(indentation, OpenBlocks.DEEPEST));
    String before = DisplayWidth.of(left) > width - NARROWEST ? "" : left;
    var rows = new TableRows(look, inlined(header, look, extent), alignments, fitting);
    var shown = new ArrayList<String>();
    for (String row : rows.rows(width - DisplayWidth.of(before))) {
      shown.add(before + row);
    }
    return shown;
  }

  private static List<String> inlined(
      List<String> cells, DisplayOptions look, InlineMarkdown.Extent extent) {
    var painted = new ArrayList<String>();
    for (String cell : cells) {
      String inline = new InlineMarkdown(look, extent).painted(cell);
      painted.add(inline.replace("<br>", "\n").replace("<br/>", "\n").replace("<br />", "\n"));
    }
    return painted;
  }
}
