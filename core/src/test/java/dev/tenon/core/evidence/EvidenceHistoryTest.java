package dev.tenon.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.CommandRunner;
import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.change.effects.ShellProject;
import dev.tenon.core.change.journal.Attribution;
import dev.tenon.core.change.journal.Change;
import dev.tenon.core.change.journal.Origin;
import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.change.layer.LayerEditing;
import dev.tenon.core.change.layer.LayerMerge;
import dev.tenon.core.change.view.CommandViews;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.text.Sha256;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Random edits, commands, edits of the person, undos, helpers in layers, their merges and checks
/// of all of them: a check proves exactly while the journal has nothing newer but the merge of the
/// helper that ran it, and every byte and mode is what it was when it ended, for whoever ran it.
final class EvidenceHistoryTest extends EvidenceTrial {
  private static final List<String> COMMANDS =
      List.of("test -f a.txt", "grep -q one a.txt", "sh check.sh");

  /// What a shell in a layer sees, with tools that are not ours.
  private static final String LISTING =
      "find . -type f -printf '%P\\n' | while read -r f; do"
          + " echo \"$(stat -c %a \"$f\") $(sha256sum < \"$f\" | cut -c1-64) $f\"; done";

  private final Map<String, Integer> changesThen = new HashMap<>();
  private final Map<String, Map<String, String>> filesThen = new HashMap<>();
  private int layers;
  private int edits;

  /// Helpers that work apart, each in its layer.
  private final class Helper {
    final String id;
    LayerEditing layer;

    Helper(String id) throws Exception {
      this.id = id;
      this.layer = opened();
    }

    private LayerEditing opened() throws Exception {
      var views = new CommandViews(workspace, journal.folder(), EffectLimits.DEFAULT, null);
      return new LayerEditing(
          workspace.anew(), journal, views, folder.resolve("layers/" + ++layers));
    }

    void edit(String name, String text) throws Exception {
      layer.commit(
          new Transaction(List.of(FileChange.of(layer.current(name), text))),
          new Attribution(Origin.AGENT, "edit_file", "e").by(id));
    }

    Check run(String line) throws Exception {
      return Objects.requireNonNull(
          new CommandRunner(shell, log, id)
              .run(
                  new Shell.Command(line, root, Duration.ofSeconds(60)),
                  layer,
                  new Attribution(Origin.SHELL, "bash", "h" + kept.size()),
                  piece -> {})
              .check());
    }

    void check(Random random) throws Exception {
      int before = journal.changes().size();
      Check check = run(COMMANDS.get(random.nextInt(COMMANDS.size())));
      changesThen.put(check.id(), before);
      CommandWatch watch = layer.watch(ShellProject.BASH);
      var seen = new TreeMap<String, String>();
      ShellProject.start(root, watch.view(), LISTING)
          .lines()
          .forEach(
              line -> {
                String[] words = line.split(" ", 3);
                seen.put(words[2], words[0] + ' ' + words[1]);
              });
      watch.finish();
      filesThen.put(check.id(), seen);
    }

    /// What fits is in the project; whoever goes on begins anew.
    void merge() throws Exception {
      LayerMerge.merge(
          journal,
          layer.files(),
          new Attribution(Origin.AGENT, "task", null).by(id),
          LayerMerge.Fitting.WRITTEN);
      layer = opened();
    }
  }

  @Test
  void randomHistoriesAgreeWithASlowOracle() throws Exception {
    long seed = Long.getLong("tenon.seed", 20261116L);
    log.watch(CheckLog.Watching.ALL);
    int merged = 0;
    for (int history = 0; history < 3; history++) {
      merged += agreesWithASlowOracle(seed + history);
      journal.beginPrompt("another history");
    }
    assertThat(merged).as("checks of helpers that count after the merge").isPositive();
  }

  /// Answers how often a check of a helper proved something after its merge.
  private int agreesWithASlowOracle(long seed) throws Exception {
    var random = new Random(seed);
    var helpers = List.of(new Helper("0-A"), new Helper("1-B"));
    int fresh = 0;
    int stale = 0;
    int merged = 0;
    for (int step = 0; step < 30; step++) {
      String name = "f" + random.nextInt(4) + ".txt";
      Path file = root.resolve(name);
      Helper helper = helpers.get(random.nextInt(helpers.size()));
      switch (random.nextInt(11)) {
        case 0 -> edit(name, "edit " + random.nextInt(3) + "\n");
        case 1 -> run("echo " + random.nextInt(3) + " > " + name);
        case 2 -> Files.writeString(file, "edit " + random.nextInt(3) + "\n");
        case 3 -> Files.deleteIfExists(file);
        case 4 -> {
          if (random.nextInt(3) == 0) {
            new Undo(journal).undoLatestPrompt();
            journal.beginPrompt("next");
          }
        }
        case 5, 6 -> {
          int before = journal.changes().size();
          Check check = run(COMMANDS.get(random.nextInt(COMMANDS.size())));
          changesThen.put(check.id(), before);
          filesThen.put(check.id(), files());
        }
        case 7 -> helper.edit(name, "helper " + ++edits + "\n");
        case 8 ->
            helper.run(
                List.of(
                        "echo h > " + name,
                        "rm -f " + name,
                        "echo x >> " + name + "; chmod 755 " + name,
                        "mkdir -p d; echo deep > d/" + name)
                    .get(random.nextInt(4)));
        case 9 -> {
          if (random.nextBoolean()) {
            helper.edit("of-" + helper.id + ".txt", "helper " + ++edits + "\n");
          }
          helper.check(random);
          if (random.nextBoolean()) {
            helper.merge();
          }
        }
        default -> helper.merge();
      }
      Evidence now = now();
      Map<String, String> here = files();
      List<Change> changes = journal.changes();
      for (Check check : log.all()) {
        Map<String, String> then = filesThen.get(check.id());
        if (then == null) {
          continue;
        }
        List<Change> since = changes.subList(changesThen.get(check.id()), changes.size());
        boolean own = since.stream().allMatch(change -> isMergeOf(check.helper(), change));
        boolean proves = own && then.equals(here);
        assertThat(now.refusal(check).isEmpty())
            .as("seed %d, step %d, %s: %s", seed, step, check, now.refusal(check))
            .isEqualTo(proves);
        fresh += proves ? 1 : 0;
        stale += proves ? 0 : 1;
        merged += proves && !since.isEmpty() ? 1 : 0;
      }
    }
    assertThat(fresh).isPositive();
    assertThat(stale).isPositive();
    return merged;
  }

  private static boolean isMergeOf(String helper, Change change) {
    return !helper.isEmpty()
        && helper.equals(change.by().helper())
        && change.by().tool().equals("task")
        && !change.isUndo();
  }

  private Map<String, String> files() throws Exception {
    Map<String, String> all = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(root)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        all.put(
            root.relativize(file).toString(),
            FileMode.of(Files.getPosixFilePermissions(file))
                + " "
                + Sha256.of(Files.readAllBytes(file)));
      }
    }
    return all;
  }
}
