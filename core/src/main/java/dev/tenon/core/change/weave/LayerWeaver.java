package dev.tenon.core.change.weave;

import dev.tenon.core.text.Sha256;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Makes hunks of a layer and weaves them into a file.
///
/// A hunk requires the hunks in whose place it was made: those that brought the lines it removes or
/// stands among, and those that removed the lines in whose place it stands. It excludes rejected
/// hunks that would change the same place.
final class LayerWeaver {
  private final String buffer;
  private final int number;
  private final Weave weave;
  private final List<StagedHunk> known;
  private final BitSet active;
  private final int[] rows;
  private final List<StagedHunk> hunks = new ArrayList<>();
  private final Map<String, Integer> contents = new HashMap<>();

  /// @param number of the layer
  /// @param known the hunks of earlier layers
  /// @param active those in force when the layer began
  LayerWeaver(String buffer, int number, Weave weave, List<StagedHunk> known, BitSet active) {
    this.buffer = buffer;
    this.number = number;
    this.weave = weave;
    this.known = known;
    this.active = active;
    this.rows = weave.visible(active);
  }

  WovenLayer weave(Layer layer, WovenLayer.Place from, HunkGuard guard) {
    WovenLayer.Place to = from;
    for (StagedChange change : layer.changes()) {
      to = after(change, to);
    }
    List<String> start = weave.text(active);
    List<Block> blocks = LayerBlocks.of(start, layer.changes());
    if (from.present() && to.present()) {
      if (!from.path().equals(to.path())) {
        addMove(layer, from.path(), to.path());
      }
      drafts(layer, guard, blocks, start).forEach(draft -> add(Hunk.Kind.EDIT, draft));
    } else if (to.present()) {
      drafts(layer, guard, blocks, start).forEach(draft -> add(Hunk.Kind.CREATE, draft));
      if (blocks.isEmpty()) {
        addEmpty(Hunk.Kind.CREATE, layer, to.path());
      }
    } else if (from.present()) {
      if (blocks.isEmpty()) {
        addEmpty(Hunk.Kind.DELETE, layer, from.path());
      } else {
        add(Hunk.Kind.DELETE, guard.whole(blocks, start));
      }
    }
    return new WovenLayer(layer, woven(), hunks, from, to);
  }

  private static List<HunkGuard.Draft> drafts(
      Layer layer, HunkGuard guard, List<Block> blocks, List<String> start) {
    if (blocks.stream().anyMatch(Block::isWhole)) {
      return List.of(new HunkGuard.Draft(blocks, Hunk.Size.FITS));
    }
    var drafts = new ArrayList<>(guard.hunks(blocks, start));
    for (Cut cut : layer.cuts()) {
      cut.apply(drafts, guard, start);
    }
    return drafts;
  }

  private static WovenLayer.Place after(StagedChange change, WovenLayer.Place before) {
    return switch (change.kind()) {
      case CREATED -> new WovenLayer.Place(change.path(), WovenLayer.Presence.PRESENT);
      case UPDATED -> before;
      case DELETED -> new WovenLayer.Place(before.path(), WovenLayer.Presence.ABSENT);
      case MOVED ->
          new WovenLayer.Place(
              change.target() == null ? before.path() : change.target(), before.presence());
    };
  }

  private void addMove(Layer layer, String path, String target) {
    var relations = new Relations();
    for (StagedHunk other : known) {
      if (other.kind() == Hunk.Kind.MOVE) {
        relations.add(other.number());
      }
    }
    var ids = new ArrayList<String>();
    for (StagedChange change : layer.changes()) {
      if (change.kind() == StagedChange.Kind.MOVED) {
        ids.add(change.id());
      }
    }
    add(Hunk.Kind.MOVE, path + "\0" + target, List.of(), Hunk.Size.FITS, ids, ids, relations);
  }

  private void addEmpty(Hunk.Kind kind, Layer layer, String path) {
    var ids = new ArrayList<String>();
    for (StagedChange change : layer.changes()) {
      ids.add(change.id());
    }
    add(kind, path, List.of(), Hunk.Size.FITS, ids, ids, new Relations());
  }

  private void add(Hunk.Kind kind, HunkGuard.Draft draft) {
    Set<String> edits = new LinkedHashSet<>();
    Set<String> changes = new LinkedHashSet<>();
    var relations = new Relations();
    for (StagedHunk other : known) {
      // Lines can only be in a text: it depends on whatever makes the file one, or none.
      if (other.isWhole()) {
        relations.add(other.number());
      }
    }
    var content = new StringBuilder();
    for (Block block : draft.blocks()) {
      content.append('\0').append(block.start());
      block.removed().forEach(row -> content.append('-').append(row.text()));
      block.added().forEach(row -> content.append('+').append(row.text()));
      for (Block.Row row : block.rows()) {
        edits.add(row.label().editId());
        changes.add(row.label().changeId());
      }
      relate(block, relations);
    }
    add(
        kind,
        content.toString(),
        draft.blocks(),
        draft.size(),
        List.copyOf(edits),
        List.copyOf(changes),
        relations);
  }

  private void add(
      Hunk.Kind kind,
      String content,
      List<Block> blocks,
      Hunk.Size size,
      List<String> edits,
      List<String> changes,
      Relations relations) {
    if (relations.requires.isEmpty()) {
      requireExistence(kind, blocks, relations);
    }
    // Two hunks of a layer may bring the same lines to the same place.
    int same = contents.merge(kind + content, 1, Integer::sum);
    String hash = Sha256.of(buffer + "\0" + number + "\0" + same + "\0" + kind + "\0" + content);
    hunks.add(
        new StagedHunk(
            known.size() + hunks.size(),
            "h_" + hash.substring(0, 12),
            number,
            kind,
            blocks,
            size,
            edits,
            changes,
            relations.requires.stream().boxed().toList(),
            relations.excludes.stream().boxed().toList()));
  }

  /// Hunks that another one needs, or cannot go together with.
  private final class Relations {
    final BitSet requires = new BitSet();
    final BitSet excludes = new BitSet();

    void add(int hunk) {
      if (hunk != Weave.BASE) {
        (active.get(hunk) ? requires : excludes).set(hunk);
      }
    }

    void touch(Weave.Line line) {
      add(line.insertedBy());
      line.deletedBy().forEach(this::add);
    }
  }

  private int rowBefore(Block block) {
    return block.start() == 0 ? -1 : rows[block.start() - 1];
  }

  private int rowAfter(Block block) {
    return block.end() == rows.length ? weave.lines().size() : rows[block.end()];
  }

  private void relate(Block block, Relations relations) {
    int before = rowBefore(block);
    int after = rowAfter(block);
    for (Weave.Line line : weave.lines().subList(before + 1, after)) {
      relations.touch(line);
    }
    boolean among =
        before >= 0
            && after < weave.lines().size()
            && weave.lines().get(before).insertedBy() == weave.lines().get(after).insertedBy();
    if (among) {
      relations.add(weave.lines().get(before).insertedBy());
    }
    if (!block.added().isEmpty()) {
      // A hidden line without an end must not come back in front of the new ones.
      for (int i = 0; i < before; i++) {
        if (!weave.lines().get(i).ended()) {
          relations.touch(weave.lines().get(i));
        }
      }
    }
  }

  /// A hunk on a file that hunks have brought, or in the place of one that a hunk has taken away,
  /// cannot be without them.
  private void requireExistence(Hunk.Kind kind, List<Block> blocks, Relations relations) {
    if (kind == Hunk.Kind.CREATE) {
      requireLast(Hunk.Kind.DELETE, relations);
      return;
    }
    boolean brought =
        known.stream()
            .anyMatch(hunk -> hunk.kind() == Hunk.Kind.CREATE && active.get(hunk.number()));
    if (!brought) {
      return;
    }
    for (Block block : blocks) {
      int before = rowBefore(block);
      int after = rowAfter(block);
      if (before >= 0) {
        relations.add(weave.lines().get(before).insertedBy());
      } else if (after < weave.lines().size()) {
        relations.add(weave.lines().get(after).insertedBy());
      }
    }
    if (relations.requires.isEmpty()) {
      requireLast(Hunk.Kind.CREATE, relations);
    }
  }

  private void requireLast(Hunk.Kind kind, Relations relations) {
    for (StagedHunk hunk : known.reversed()) {
      if (hunk.kind() == kind && active.get(hunk.number())) {
        relations.add(hunk.number());
        return;
      }
    }
  }

  private Weave woven() {
    Map<Integer, Integer> deleted = new HashMap<>();
    Map<Integer, List<Weave.Line>> inserted = new HashMap<>();
    for (StagedHunk hunk : hunks) {
      for (Block block : hunk.blocks()) {
        for (int row = block.start(); row < block.end(); row++) {
          deleted.put(rows[row], hunk.number());
        }
        int anchor = block.end() == 0 ? -1 : rows[block.end() - 1];
        List<Weave.Line> lines = inserted.computeIfAbsent(anchor, at -> new ArrayList<>());
        for (Block.Row row : block.added()) {
          lines.add(new Weave.Line(row.text(), hunk.number(), List.of()));
        }
      }
    }
    var lines = new ArrayList<Weave.Line>(inserted.getOrDefault(-1, List.of()));
    for (int i = 0; i < weave.lines().size(); i++) {
      Weave.Line line = weave.lines().get(i);
      Integer by = deleted.get(i);
      lines.add(by == null ? line : line.deletedBy(by));
      lines.addAll(inserted.getOrDefault(i, List.of()));
    }
    return new Weave(lines);
  }
}
