package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.script.Step;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Accepting any subset of hunks in any order is applying that subset to the base.
class SubsetPropertyTest {
  @TempDir Path folder;

  @Test
  void anySubsetInAnyOrder() throws Exception {
    for (long seed = 1; seed <= 15; seed++) {
      var random = new Random(seed);
      Harness server = Harness.in(folder.resolve("s" + seed));
      int lines = 40 + random.nextInt(60);
      List<String> base = new ArrayList<>();
      for (int i = 0; i < lines; i++) {
        base.add("line " + i + " " + Integer.toString(random.nextInt(1_000), 36));
      }
      server.file("a.txt", String.join("\n", base) + "\n");
      List<Integer> places = new ArrayList<>();
      for (int at = random.nextInt(6); at < lines; at += 8 + random.nextInt(6)) {
        places.add(at);
      }
      var edits = new ArrayList<Json.Obj>();
      for (int i = 0; i < places.size(); i++) {
        edits.add(
            server.edit("e_" + i, "a.txt", places.get(i) + 1, places.get(i) + 1, "changed " + i));
      }
      server
          .answering(Harness.proposing(edits.toArray(Json.Obj[]::new)), Step.says("Done."))
          .start();
      String session = server.session();
      String job = server.run(session, "change");
      Json.Obj bundle = server.until(job, "awaiting_review").objectOrEmpty("diff_bundle");
      List<String> hunks = new ArrayList<>(Harness.hunks(bundle));
      assertThat(hunks).as("seed " + seed).hasSameSizeAs(places);
      var expected = new ArrayList<>(base);
      var accepted = new ArrayList<String>();
      for (int i = 0; i < hunks.size(); i++) {
        if (random.nextBoolean()) {
          accepted.add(hunks.get(i));
          expected.set(places.get(i), "changed " + i);
        }
      }
      List<String> order = new ArrayList<>(hunks);
      Collections.shuffle(order, random);
      for (String hunk : order) {
        server.post(
            "/api/agent/jobs/" + job + "/review",
            Json.object()
                .put("action", accepted.contains(hunk) ? "accept" : "reject")
                .put("hunk_ids", Json.strings(List.of(hunk)))
                .build());
      }
      Collections.shuffle(accepted, random);
      server.post(
          "/api/agent/apply",
          Json.object()
              .put("session_id", session)
              .put("job_id", job)
              .put("accepted_hunk_ids", Json.strings(accepted))
              .build());
      assertThat(server.file("a.txt"))
          .as("seed " + seed)
          .isEqualTo(String.join("\n", expected) + "\n");
      server.close();
    }
  }
}
