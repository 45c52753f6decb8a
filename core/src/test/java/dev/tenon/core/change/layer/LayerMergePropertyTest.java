package dev.tenon.core.change.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Undo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several layers with random edits, creations, moves, deletions, binaries and effects of commands,
/// and a person who types, moves and deletes meanwhile: the project afterwards is what an oracle of
/// its own makes of it, what does not fit waits with the helper's side, and taking back any of them
/// restores the bytes.
class LayerMergePropertyTest {
  private static final long SEED = Long.getLong("tenon.seed", 20261117L);
  private static final int ROUNDS = 6;
  private static final int LAYERS = 3;

  @TempDir Path temporary;

  @Test
  void mergesLikeAnOracle() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      long seed = SEED + round;
      new Round(new Random(seed), temporary.resolve("round" + round), "seed " + seed).play();
    }
  }

  /// One project. Every text has ten lines, each of them a word, so that the oracle can merge line
  /// by line where lines only change and none comes or goes.
  private static final class Round {
    private final Random random;
    private final String name;
    private final LayerProject at;

    Round(Random random, Path folder, String name) throws Exception {
      this.random = random;
      this.name = name;
      this.at = new LayerProject(folder, null);
    }

    void play() throws Exception {
      var files = new TreeMap<String, String>();
      for (String path : List.of("a.txt", "b.txt", "dir/c.txt", "dir/d.txt", "x.bin")) {
        files.put(path, path.endsWith(".bin") ? "\0base" : lines("base"));
        at.project.write(path, files.get(path));
      }
      at.project.journal.beginPrompt("go");
      var layers = new ArrayList<LayerEditing>();
      var states = new ArrayList<Map<String, String>>();
      for (int i = 0; i < LAYERS; i++) {
        layers.add(at.layer(i + "-L"));
        states.add(new TreeMap<>(files));
      }
      for (int step = 0; step < 12; step++) {
        int who = random.nextInt(LAYERS);
        change(layers.get(who), states.get(who), "L" + who + "s" + step);
      }
      // The person types while they work; their base is what they saw before.
      Map<String, String> disk = new TreeMap<>(files);
      for (String path : List.copyOf(disk.keySet())) {
        switch (random.nextInt(8)) {
          case 0, 1 -> {
            disk.put(path, changed(disk.get(path), "person"));
            at.project.write(path, disk.get(path));
          }
          case 2 -> {
            disk.remove(path);
            Files.delete(at.root.resolve(path));
          }
          case 3 -> {
            String to = "moved-by-person-" + path.replace('/', '-');
            disk.put(to, disk.remove(path));
            Files.move(at.root.resolve(path), at.root.resolve(to));
          }
          default -> {
            // Left alone.
          }
        }
      }
      var before = new ArrayList<Map<String, String>>();
      for (int i = 0; i < LAYERS; i++) {
        before.add(at.project.tree());
        Map<String, String> waits = new TreeMap<>();
        Map<String, String> wanted = oracle(files, disk, states.get(i), waits);
        LayerMerge.Result result = at.merge(layers.get(i), i + "-L");
        assertThat(onDisk()).as(name + " layer " + i).isEqualTo(wanted);
        var waiting = new TreeMap<String, String>();
        for (LayerMerge.Waiting each : result.waiting()) {
          waiting.put(each.path(), each.wanted() == null ? "" : text(each.wanted().bytes()));
        }
        assertThat(waiting).as(name + " waiting of layer " + i).isEqualTo(waits);
        disk = wanted;
      }
      undoAll(before);
    }

    /// The latest first, each brings back what was there before it.
    private void undoAll(List<Map<String, String>> before) throws Exception {
      for (int i = LAYERS - 1; i >= 0; i--) {
        String helper = i + "-L";
        List<Change> mine =
            at.project.journal.changes().stream()
                .filter(change -> helper.equals(change.by().helper()))
                .toList();
        if (!mine.isEmpty()) {
          assertThat(new Undo(at.project.journal).undo(mine).conflicts()).as(name).isEmpty();
        }
        assertThat(at.project.tree()).as(name + " undo of " + i).isEqualTo(before.get(i));
      }
    }

    private void change(LayerEditing layer, Map<String, String> state, String word)
        throws Exception {
      List<String> paths = List.copyOf(state.keySet());
      String path = paths.get(random.nextInt(paths.size()));
      String old = state.get(path);
      switch (random.nextInt(7)) {
        case 0 -> {
          String created = "new" + word + (random.nextBoolean() ? ".txt" : ".bin");
          String content = created.endsWith(".bin") ? "\0" + word : lines(word);
          LayerProject.create(layer, created, content.getBytes(StandardCharsets.UTF_8));
          state.put(created, content);
        }
        case 1 -> {
          if (state.size() > 3) {
            LayerProject.delete(layer, path);
            state.remove(path);
          }
        }
        case 2 -> {
          String next = changed(old, word);
          Path fresh = Files.writeString(at.project.state.resolve("fresh"), next);
          at.run(layer, "cat " + fresh + " > " + path + "; touch dir; mkdir -p empty" + word);
          state.put(path, next);
        }
        case 3 -> {
          String to = "moved" + word + (path.endsWith(".bin") ? ".bin" : ".txt");
          at.run(layer, "mv " + path + " " + to);
          state.put(to, state.remove(path));
        }
        case 4 -> {
          if (!path.endsWith(".bin")) {
            String to = "dir/moved" + word + ".txt";
            String next = changed(old, word);
            LayerProject.move(layer, path, to, next);
            state.remove(path);
            state.put(to, next);
          }
        }
        default -> {
          if (!path.endsWith(".bin")) {
            String next = changed(old, word);
            LayerProject.edit(layer, path, next);
            state.put(path, next);
          }
        }
      }
    }

    /// Another word in one of the even lines, so that changes of two never touch without meeting.
    private String changed(String old, String word) {
      if (old.startsWith("\0")) {
        return "\0" + word;
      }
      String[] all = old.lines().toArray(String[]::new);
      all[2 * random.nextInt(all.length / 2)] = word;
      return String.join("\n", all) + "\n";
    }

    private static String lines(String word) {
      var out = new StringBuilder();
      for (int i = 0; i < 10; i++) {
        out.append(word).append(i).append('\n');
      }
      return out.toString();
    }

    /// @param waits gets what does not fit, with the helper's side; empty for a deletion
    private static Map<String, String> oracle(
        Map<String, String> base,
        Map<String, String> disk,
        Map<String, String> layer,
        Map<String, String> waits) {
      var merged = new TreeMap<>(disk);
      var paths = new TreeMap<>(base);
      paths.putAll(layer);
      for (String path : paths.keySet()) {
        String then = base.get(path);
        String here = disk.get(path);
        String mine = layer.get(path);
        if (same(mine, then) || same(mine, here)) {
          continue;
        }
        if (same(here, then)) {
          put(merged, path, mine);
        } else if (mine == null) {
          waits.put(path, "");
        } else if (here == null || mine.startsWith("\0")) {
          waits.put(path, mine);
        } else {
          String both = byLine(then == null ? "" : then, here, mine, Side.DISK);
          put(merged, path, both);
          String wanted = byLine(then == null ? "" : then, here, mine, Side.LAYER);
          if (!wanted.equals(both)) {
            waits.put(path, wanted);
          }
        }
      }
      return merged;
    }

    private enum Side {
      DISK,
      LAYER
    }

    private static String byLine(String then, String here, String mine, Side side) {
      String[] base = then.lines().toArray(String[]::new);
      String[] disk = here.lines().toArray(String[]::new);
      String[] layer = mine.lines().toArray(String[]::new);
      var out = new StringBuilder();
      for (int i = 0; i < disk.length; i++) {
        boolean changedHere = !disk[i].equals(base[i]);
        boolean changedMine = !layer[i].equals(base[i]);
        boolean takeMine = changedMine && (!changedHere || side == Side.LAYER);
        out.append(takeMine ? layer[i] : disk[i]).append('\n');
      }
      return out.toString();
    }

    private static boolean same(@Nullable String one, @Nullable String other) {
      return one == null ? other == null : one.equals(other);
    }

    private static void put(Map<String, String> files, String path, @Nullable String text) {
      if (text == null) {
        files.remove(path);
      } else {
        files.put(path, text);
      }
    }

    private Map<String, String> onDisk() throws Exception {
      var files = new TreeMap<String, String>();
      try (var all = Files.walk(at.root)) {
        for (Path each : all.filter(Files::isRegularFile).toList()) {
          files.put(at.root.relativize(each).toString(), text(Files.readAllBytes(each)));
        }
      }
      return files;
    }

    private static String text(byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
