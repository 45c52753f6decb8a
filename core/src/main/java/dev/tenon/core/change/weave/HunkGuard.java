package dev.tenon.core.change.weave;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Decides which changes of a layer form one hunk, and keeps hunks small enough to be reviewed:
/// those that are too large are split between edits, then where lines are unchanged, then at blank
/// lines, then at the ends of paragraphs and sentences. What is still too large is marked.
public record HunkGuard(int maxLines, int maxBytes) {
  public static final HunkGuard DEFAULT = new HunkGuard(80, 8192);

  /// How many unchanged lines are shown around a hunk.
  static final int CONTEXT = 3;

  public HunkGuard {
    if (maxLines < 1 || maxBytes < 1) {
      throw new IllegalArgumentException(
          "a hunk needs at least 1 line and 1 byte: " + maxLines + ", " + maxBytes);
    }
  }

  /// The blocks that make one hunk.
  record Draft(List<Block> blocks, Hunk.Size size) {
    Draft {
      blocks = List.copyOf(blocks);
    }
  }

  /// @param rows the lines before the layer
  List<Draft> hunks(List<Block> blocks, List<String> rows) {
    var drafts = new ArrayList<Draft>();
    int first = 0;
    while (first < blocks.size()) {
      int end = first + 1;
      while (end < blocks.size()
          && blocks.get(end).start() - blocks.get(end - 1).end() <= 2 * CONTEXT) {
        end++;
      }
      split(blocks.subList(first, end), rows, drafts);
      first = end;
    }
    return drafts;
  }

  /// Everything in one hunk, whatever its size.
  Draft whole(List<Block> blocks, List<String> rows) {
    return draft(blocks, rows);
  }

  /// Whether a block alone is small enough.
  public boolean lets(Block block) {
    return fits(List.of(block), List.of());
  }

  private void split(List<Block> group, List<String> rows, List<Draft> drafts) {
    if (fits(group, rows)) {
      drafts.add(draft(group, rows));
      return;
    }
    Predicate<Block> fits = block -> fits(List.of(block), rows);
    for (List<Block> edit : byEdit(group)) {
      for (List<Block> packed : atGaps(edit, rows)) {
        if (packed.size() > 1 || fits(packed, rows)) {
          drafts.add(draft(packed, rows));
          continue;
        }
        for (Block paragraph : BlockCuts.at(packed.getFirst(), BlockCuts::blank, fits)) {
          if (fits.test(paragraph)) {
            drafts.add(draft(List.of(paragraph), rows));
            continue;
          }
          for (Block sentence : BlockCuts.at(paragraph, BlockCuts::sentence, fits)) {
            drafts.add(draft(List.of(sentence), rows));
          }
        }
      }
    }
  }

  private Draft draft(List<Block> blocks, List<String> rows) {
    return new Draft(blocks, fits(blocks, rows) ? Hunk.Size.FITS : Hunk.Size.OVERSIZED);
  }

  private boolean fits(List<Block> blocks, List<String> rows) {
    int lines = 0;
    int bytes = 0;
    int at = blocks.getFirst().start();
    for (Block block : blocks) {
      for (int i = at; i < block.start(); i++) {
        lines++;
        bytes += bytes(rows.get(i));
      }
      for (Block.Row row : block.rows()) {
        lines++;
        bytes += bytes(row.text());
      }
      at = block.end();
      if (lines > maxLines || bytes > maxBytes) {
        return false;
      }
    }
    return true;
  }

  /// What a line takes in a patch: its sign, its text and one LF.
  static int bytes(String line) {
    int end = line.length();
    while (end > 0 && (line.charAt(end - 1) == '\n' || line.charAt(end - 1) == '\r')) {
      end--;
    }
    return 2 + line.substring(0, end).getBytes(StandardCharsets.UTF_8).length;
  }

  private static List<List<Block>> byEdit(List<Block> group) {
    var edits = new ArrayList<List<Block>>();
    for (Block block : group) {
      for (Block part : BlockCuts.byEdit(block)) {
        boolean same = !edits.isEmpty() && label(edits.getLast().getLast()).equals(label(part));
        if (!same) {
          edits.add(new ArrayList<>());
        }
        edits.getLast().add(part);
      }
    }
    return edits;
  }

  private static Block.Label label(Block block) {
    return block.rows().getFirst().label();
  }

  /// As few groups as possible that fit, split only where unchanged lines lie between blocks.
  private List<List<Block>> atGaps(List<Block> blocks, List<String> rows) {
    var groups = new ArrayList<List<Block>>();
    for (Block block : blocks) {
      if (!groups.isEmpty()) {
        List<Block> group = groups.getLast();
        var more = new ArrayList<>(group);
        more.add(block);
        if (fits(more, rows)) {
          group.add(block);
          continue;
        }
      }
      groups.add(new ArrayList<>(List.of(block)));
    }
    return groups;
  }
}
