package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import dev.tenon.core.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Accepting any subset of hunks in any order is applying that subset to the base; rejecting all of
/// them is the base, byte for byte.
class SubsetPropertyTest {
  private static final int SEEDS = 15;

  private static final String PATCH =
      """
      *** Begin Patch
      *** Add File: made/new.txt
      +made
      +here
      *** Delete File: gone.txt
      *** End Patch
      """;

  @TempDir Path folder;

  /// One edit of a file's lines, counted from zero.
  private record Edit(String id, String operation, int first, int count, List<String> text) {
    Json.Obj json(String path, List<String> lines) {
      boolean inserts = operation.equals("insert");
      String target = String.join("\n", lines.subList(first, inserts ? first + 1 : first + count));
      return Json.object()
          .put("edit_id", id)
          .put("file_path", path)
          .put("operation", operation)
          .put("start_line", first + 1)
          .put("end_line", inserts ? first + 1 : first + count)
          .put("new_text", String.join("\n", text))
          .put("expected_hash", "sha256:" + Sha256.of(target.getBytes(StandardCharsets.UTF_8)))
          .build();
    }
  }

  /// A file with the edits that are proposed for it, far enough from each other to be hunks of
  /// their own.
  private static final class Sample {
    final List<String> lines = new ArrayList<>();
    final List<Edit> edits = new ArrayList<>();
    final String end;
    final boolean ended;

    Sample(int number, Random random) {
      end = random.nextBoolean() ? "\n" : "\r\n";
      ended = random.nextInt(3) > 0;
      int size = 30 + random.nextInt(50);
      for (int i = 0; i < size; i++) {
        lines.add("file " + number + " line " + i + " " + random.nextInt(1_000));
      }
      int at = random.nextInt(5);
      while (at < size - 3) {
        edits.add(edit("e_" + number + "_" + edits.size(), at, random));
        at += 11 + random.nextInt(6);
      }
      if (random.nextBoolean() && size - edits.getLast().first > 14) {
        String id = "e_" + number + "_last";
        edits.add(new Edit(id, "replace", size - 1, 1, List.of("a new last line")));
      }
    }

    private static Edit edit(String id, int at, Random random) {
      var text = new ArrayList<String>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        text.add("new " + id + " " + i);
      }
      return switch (random.nextInt(3)) {
        case 0 -> new Edit(id, "insert", at, 0, text);
        case 1 -> new Edit(id, "delete", at, 1 + random.nextInt(3), List.of());
        default -> new Edit(id, "replace", at, 1 + random.nextInt(3), text);
      };
    }

    /// The file with these edits and no others.
    String with(java.util.Set<String> ids) {
      var out = new ArrayList<>(lines);
      for (Edit edit : edits.reversed()) {
        if (ids.contains(edit.id)) {
          out.subList(edit.first, edit.first + edit.count).clear();
          out.addAll(edit.first, edit.text);
        }
      }
      return String.join(end, out) + (ended ? end : "");
    }
  }

  @Test
  void anySubsetInAnyOrder() throws Exception {
    for (long seed = 1; seed <= SEEDS; seed++) {
      var random = new Random(seed);
      Harness server = Harness.in(folder.resolve("s" + seed));
      Map<String, Sample> samples = new TreeMap<>();
      var edits = new ArrayList<Json.Obj>();
      for (int i = 0; i < 4; i++) {
        String path = "d" + i % 2 + "/f" + i + ".txt";
        var sample = new Sample(i, random);
        samples.put(path, sample);
        server.file(path, sample.with(java.util.Set.of()));
        for (Edit edit : sample.edits) {
          edits.add(edit.json(path, sample.lines));
        }
      }
      server.file("gone.txt", "going\r\ngoing");
      Map<String, String> base = tree(server);
      server
          .answering(
              Harness.proposing(edits.toArray(Json.Obj[]::new)),
              Step.calls("apply_patch", Json.object().put("input", PATCH).build()),
              Step.says("Done."))
          .start();
      String what = "seed " + seed;
      String session = server.session();
      String job = server.run(session, "change");
      Json.Obj bundle = server.until(job, "awaiting_review").objectOrEmpty("diff_bundle");
      Map<String, List<String>> editsOf = new LinkedHashMap<>();
      for (Json.Obj file : bundle.objects("files")) {
        for (Json.Obj hunk : file.objects("hunks")) {
          List<String> ids =
              hunk.array("edit_ids").stream().map(id -> ((Json.Str) id).value()).toList();
          String path = file.string("file_path", "");
          editsOf.put(hunk.string("hunk_id", ""), samples.containsKey(path) ? ids : List.of(path));
        }
      }
      assertThat(editsOf).as(what).hasSize(edits.size() + 2);
      var order = new ArrayList<>(editsOf.keySet());
      rejectedIsTheBase(server, session, job, base, what);
      var accepted = new ArrayList<String>();
      for (int round = 0; round < 2; round++) {
        accepted.clear();
        Collections.shuffle(order, random);
        for (String hunk : order) {
          boolean yes = random.nextBoolean();
          if (yes) {
            accepted.add(hunk);
          }
          assertThat(server.review(job, yes ? "accept" : "reject", List.of(hunk)).status())
              .as(what)
              .isEqualTo(200);
        }
      }
      var chosen = new java.util.TreeSet<String>();
      accepted.forEach(hunk -> chosen.addAll(editsOf.getOrDefault(hunk, List.of())));
      Map<String, String> expected = new TreeMap<>(base);
      samples.forEach((path, sample) -> expected.put(path, sample.with(chosen)));
      if (chosen.contains("gone.txt")) {
        expected.remove("gone.txt");
      }
      if (chosen.contains("made/new.txt")) {
        expected.put("made/new.txt", "made\nhere\n");
      }
      for (Map.Entry<String, String> file : expected.entrySet()) {
        assertThat(server.buffer(session, file.getKey()))
            .as(what + " buffer " + file.getKey())
            .isEqualTo(file.getValue().replace("\r\n", "\n"));
      }
      Collections.shuffle(accepted, random);
      assertThat(server.apply(session, job, accepted).status()).as(what).isEqualTo(200);
      assertThat(tree(server)).as(what).isEqualTo(expected);
      server.close();
    }
  }

  private static void rejectedIsTheBase(
      Harness server, String session, String job, Map<String, String> base, String what)
      throws Exception {
    server.review(job, "reject_all", List.of());
    for (Map.Entry<String, String> file : base.entrySet()) {
      assertThat(server.buffer(session, file.getKey()))
          .as(what + " rejected " + file.getKey())
          .isEqualTo(file.getValue().replace("\r\n", "\n"));
    }
    assertThat(server.buffer(session, "made/new.txt")).as(what).isEqualTo("unknown_file");
    assertThat(server.get("/api/agent/sessions/" + session + "/buffers").json().array("buffers"))
        .as(what)
        .isEmpty();
  }

  /// Every file of the project with its very text.
  private static Map<String, String> tree(Harness server) throws Exception {
    Map<String, String> tree = new TreeMap<>();
    try (var files = Files.walk(server.root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        tree.put(server.root.relativize(file).toString(), Files.readString(file));
      }
    }
    return tree;
  }
}
