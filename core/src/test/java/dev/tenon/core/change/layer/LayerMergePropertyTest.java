package dev.tenon.core.change.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Content;
import dev.tenon.core.change.journal.FileImage;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.layer.MergedItem.Side;
import dev.tenon.core.text.FileMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several layers with random edits that replace, add and remove lines, creations, moves,
/// deletions, binaries, modes, links and effects of commands, and a person who does all of that
/// meanwhile: the project afterwards is what an oracle of its own makes of it, what does not fit
/// waits with the helper's side, and taking back any of them restores the bytes.
class LayerMergePropertyTest {
  private static final long SEED = Long.getLong("tenon.seed", 20261117L);
  private static final int ROUNDS = Integer.getInteger("tenon.rounds", 10);
  private static final int LAYERS = 3;

  @TempDir Path temporary;

  @Test
  void mergesLikeAnOracle() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      long seed = SEED + round;
      new Round(new Random(seed), temporary.resolve("round" + round), "seed " + seed).play();
    }
  }

  /// One project.
  private static final class Round {
    private final Random random;
    private final String name;
    private final LayerProject at;

    /// The mode of a file that nobody gave another one.
    private String usual = "";

    Round(Random random, Path folder, String name) throws Exception {
      this.random = random;
      this.name = name;
      this.at = new LayerProject(folder, null);
    }

    void play() throws Exception {
      at.project.write("a.txt", "");
      usual = mode(at.root.resolve("a.txt"));
      var files = new TreeMap<String, MergedItem>();
      for (String path : List.of("a.txt", "b.txt", "dir/c.txt", "dir/d.txt")) {
        files.put(path, MergedItem.text("base", usual));
      }
      files.put("x.bin", MergedItem.binary("base", usual));
      files.put("l.lnk", MergedItem.link("a.txt"));
      for (Map.Entry<String, MergedItem> each : files.entrySet()) {
        write(each.getKey(), each.getValue());
      }
      at.project.journal.beginPrompt("go");
      var layers = new ArrayList<LayerEditing>();
      var states = new ArrayList<Map<String, MergedItem>>();
      for (int i = 0; i < LAYERS; i++) {
        layers.add(at.layer(i + "-L"));
        states.add(new TreeMap<>(files));
      }
      for (int step = 0; step < 15; step++) {
        int who = random.nextInt(LAYERS);
        change(layers.get(who), states.get(who), "L" + who + "s" + step);
      }
      Map<String, MergedItem> disk = new TreeMap<>(files);
      interfere(disk);
      var before = new ArrayList<Map<String, String>>();
      var items = new ArrayList<Map<String, MergedItem>>();
      for (int i = 0; i < LAYERS; i++) {
        before.add(at.project.tree());
        items.add(disk);
        Map<String, String> waits = new TreeMap<>();
        Map<String, MergedItem> wanted = oracle(files, disk, states.get(i), waits);
        LayerMerge.Result result = at.merge(layers.get(i), i + "-L");
        assertThat(onDisk()).as(name + " layer " + i).isEqualTo(shown(wanted));
        var waiting = new TreeMap<String, String>();
        for (LayerMerge.Waiting each : result.waiting()) {
          waiting.put(each.path(), shown(each.wanted()));
        }
        assertThat(waiting).as(name + " waiting of layer " + i).isEqualTo(waits);
        assertThat(at.merge(layers.get(i), i + "-L").merged()).as(name + " once more").isEmpty();
        disk = wanted;
      }
      items.add(disk);
      if (random.nextBoolean()) {
        undoAll(before);
      } else {
        undoSome(items);
      }
    }

    /// The person types while they work; their base is what they saw before.
    private void interfere(Map<String, MergedItem> disk) throws Exception {
      for (String path : List.copyOf(disk.keySet())) {
        MergedItem old = Objects.requireNonNull(disk.get(path));
        Path file = at.root.resolve(path);
        switch (random.nextInt(11)) {
          case 0, 1, 2 -> {
            MergedItem next = old.changed("person", random);
            disk.put(path, next);
            write(path, next);
          }
          case 3 -> {
            disk.remove(path);
            Files.delete(file);
          }
          case 4 -> {
            String to = "moved-by-person-" + path.replace('/', '-');
            disk.put(to, old);
            disk.remove(path);
            Files.move(file, at.root.resolve(to));
          }
          case 5 -> {
            if (!old.isLink()) {
              MergedItem next = old.withMode(random.nextBoolean() ? "755" : "640");
              disk.put(path, next);
              write(path, next);
            }
          }
          case 6 -> {
            MergedItem next = MergedItem.link("by-person");
            disk.put(path, next);
            write(path, next);
          }
          default -> {
            // Left alone.
          }
        }
      }
    }

    private void write(String path, MergedItem item) throws Exception {
      Path file = at.root.resolve(path);
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      if (item.isLink()) {
        Files.deleteIfExists(file);
        Files.createSymbolicLink(file, Path.of(item.whole()));
      } else {
        Files.writeString(file, item.content());
        var mode = new FileMode(Integer.parseInt(item.mode(), 8));
        Files.setPosixFilePermissions(file, mode.permissions());
      }
    }

    /// Any of them in any order: each takes back what it brought and nothing else.
    private void undoSome(List<Map<String, MergedItem>> items) throws Exception {
      var order = new ArrayList<>(List.of(0, 1, 2));
      Collections.shuffle(order, random);
      Map<String, MergedItem> wanted = new TreeMap<>(items.getLast());
      for (int i : order.subList(0, 1 + random.nextInt(LAYERS))) {
        takeBack(wanted, items.get(i), items.get(i + 1));
        List<Change> mine = changes(i + "-L");
        if (!mine.isEmpty()) {
          assertThat(new Undo(at.project.journal).undo(mine).conflicts()).as(name).isEmpty();
        }
        assertThat(onDisk()).as(name + " undo of " + i + " in " + order).isEqualTo(shown(wanted));
      }
    }

    private static void takeBack(
        Map<String, MergedItem> now,
        Map<String, MergedItem> before,
        Map<String, MergedItem> after) {
      var paths = new TreeMap<>(before);
      paths.putAll(after);
      for (String path : paths.keySet()) {
        MergedItem then = before.get(path);
        MergedItem made = after.get(path);
        MergedItem here = now.get(path);
        if (MergedItem.same(then, made)) {
          continue;
        }
        put(
            now,
            path,
            then == null || made == null || here == null
                ? then
                : MergedItem.takenBack(then, made, here));
      }
    }

    private List<Change> changes(String helper) throws Exception {
      return at.project.journal.changes().stream()
          .filter(change -> helper.equals(change.by().helper()))
          .toList();
    }

    /// The latest first, each brings back what was there before it.
    private void undoAll(List<Map<String, String>> before) throws Exception {
      for (int i = LAYERS - 1; i >= 0; i--) {
        String helper = i + "-L";
        List<Change> mine = changes(helper);
        if (!mine.isEmpty()) {
          assertThat(new Undo(at.project.journal).undo(mine).conflicts()).as(name).isEmpty();
        }
        assertThat(at.project.tree()).as(name + " undo of " + i).isEqualTo(before.get(i));
      }
    }

    private void change(LayerEditing layer, Map<String, MergedItem> state, String word)
        throws Exception {
      List<String> paths = List.copyOf(state.keySet());
      String path = paths.get(random.nextInt(paths.size()));
      MergedItem old = Objects.requireNonNull(state.get(path));
      switch (random.nextInt(10)) {
        case 0 -> {
          boolean text = random.nextBoolean();
          MergedItem created = text ? MergedItem.text(word, usual) : MergedItem.binary(word, usual);
          String at = "new" + word + (text ? ".txt" : ".bin");
          LayerProject.create(layer, at, created.content().getBytes(StandardCharsets.UTF_8));
          state.put(at, created);
        }
        case 1 -> {
          if (state.size() > 3) {
            if (old.isLink()) {
              at.run(layer, "rm " + path);
            } else {
              LayerProject.delete(layer, path);
            }
            state.remove(path);
          }
        }
        case 2 -> {
          MergedItem next = old.changed(word, random);
          if (next.isLink()) {
            at.run(layer, "ln -sfn " + next.whole() + " " + path);
          } else {
            Path fresh = Files.writeString(at.project.state.resolve("fresh"), next.content());
            at.run(layer, "cat " + fresh + " > " + path + "; touch dir; mkdir -p empty" + word);
          }
          state.put(path, next);
        }
        case 3 -> {
          String to = "moved" + word;
          at.run(layer, "mv " + path + " " + to);
          state.remove(path);
          state.put(to, old);
        }
        case 4 -> {
          if (old.isText()) {
            String to = "dir/moved" + word + ".txt";
            MergedItem next = old.changed(word, random);
            LayerProject.move(layer, path, to, next.content());
            state.remove(path);
            state.put(to, next);
          }
        }
        case 5, 6 -> {
          if (!old.isLink()) {
            String mode = List.of("755", "600", usual).get(random.nextInt(3));
            at.run(layer, "chmod " + mode + " " + path);
            state.put(path, old.withMode(mode));
          }
        }
        case 7 -> {
          boolean fresh = random.nextBoolean();
          String place = fresh ? "dir/link" + word : path;
          at.run(layer, "rm -f " + place + "; ln -s to-" + word + " " + place);
          state.put(place, MergedItem.link("to-" + word));
        }
        default -> {
          if (old.isText()) {
            MergedItem next = old.changed(word, random);
            LayerProject.edit(layer, path, next.content());
            state.put(path, next);
          }
        }
      }
    }

    /// @param waits gets what does not fit, with the helper's side; empty for a deletion
    private static Map<String, MergedItem> oracle(
        Map<String, MergedItem> base,
        Map<String, MergedItem> disk,
        Map<String, MergedItem> layer,
        Map<String, String> waits) {
      var merged = new TreeMap<>(disk);
      var paths = new TreeMap<>(base);
      paths.putAll(layer);
      for (String path : paths.keySet()) {
        MergedItem then = base.get(path);
        MergedItem here = disk.get(path);
        MergedItem mine = layer.get(path);
        if (MergedItem.same(mine, then) || MergedItem.same(mine, here)) {
          continue;
        }
        if (MergedItem.same(here, then)) {
          put(merged, path, mine);
        } else if (mine == null || here == null || then == null) {
          waits.put(path, mine == null ? "" : mine.shown());
        } else {
          MergedItem fits = MergedItem.merged(then, here, mine, Side.DISK);
          MergedItem wanted = MergedItem.merged(then, here, mine, Side.LAYER);
          put(merged, path, fits);
          if (!MergedItem.same(wanted, fits)) {
            waits.put(path, wanted.shown());
          }
        }
      }
      return merged;
    }

    private static void put(Map<String, MergedItem> files, String path, @Nullable MergedItem item) {
      if (item == null) {
        files.remove(path);
      } else {
        files.put(path, item);
      }
    }

    private static Map<String, String> shown(Map<String, MergedItem> items) {
      var shown = new TreeMap<String, String>();
      items.forEach((path, item) -> shown.put(path, item.shown()));
      return shown;
    }

    private static String shown(@Nullable Content wanted) {
      if (wanted == null) {
        return "";
      }
      String bytes = new String(wanted.bytes(), StandardCharsets.UTF_8);
      return wanted.kind() == FileImage.Kind.LINK
          ? MergedItem.link(bytes).shown()
          : wanted.image().mode() + " " + bytes;
    }

    private Map<String, String> onDisk() throws Exception {
      var files = new TreeMap<String, String>();
      try (var all = Files.walk(at.root)) {
        for (Path each : all.toList()) {
          String path = at.root.relativize(each).toString();
          if (Files.isSymbolicLink(each)) {
            files.put(path, MergedItem.link(Files.readSymbolicLink(each).toString()).shown());
          } else if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
            files.put(path, mode(each) + " " + Files.readString(each));
          }
        }
      }
      return files;
    }

    private static String mode(Path file) throws Exception {
      return FileMode.of(Files.getPosixFilePermissions(file)).toString();
    }
  }
}
