package dev.tenon.core.change.effects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.change.journal.Undo;
import dev.tenon.core.exec.shell.Confinement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// After any mix of commands, taking them back one by one leads through the very states before
/// them, byte for byte, and bringing them again leads forward.
class ShellMixPropertyTest {
  private static final List<String> NAMES =
      List.of(
          "a.txt",
          "b.java",
          "c.bin",
          "d",
          "sub",
          "sub/e.txt",
          "sub/deep",
          "sub/deep/f.md",
          "with space.txt",
          "naïve-日本.txt",
          "new\nline.txt",
          "-dash",
          "q'uote\".txt",
          "back\\slash",
          "link",
          "other/link",
          "other",
          "run.sh");

  @TempDir Path temporary;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void everyCapturedByteComesBack(long seed) throws Exception {
    var random = new Random(seed);
    var project = new ShellProject(temporary);
    seedTree(project);
    Deque<Map<String, String>> before = new ArrayDeque<>();
    Deque<Map<String, String>> redo = new ArrayDeque<>();
    var log = new ArrayList<String>();
    for (int i = 0; i < 8; i++) {
      Map<String, String> then = project.tree();
      String line = mix(random);
      log.add(line);
      Effects effects = project.run(line);
      assertThat(effects.missed()).as("seed %s: %s", seed, log).isEmpty();
      if (!project.tree().equals(then)) {
        assertThat(effects.files()).as("seed %s: %s", seed, log).isNotEmpty();
        before.push(then);
      } else {
        assertThat(effects.files()).as("seed %s: %s", seed, log).isEmpty();
      }
    }
    while (!before.isEmpty()) {
      redo.push(project.tree());
      Undo.Report report = project.undo();
      assertThat(report.conflicts()).as("seed %s: %s", seed, log).isEmpty();
      assertThat(project.tree()).as("seed %s: %s", seed, log).isEqualTo(before.pop());
    }
    while (!redo.isEmpty()) {
      assertThat(new Undo(project.journal).redo().conflicts())
          .as("seed %s: %s", seed, log)
          .isEmpty();
      assertThat(project.tree()).as("redo, seed %s: %s", seed, log).isEqualTo(redo.pop());
    }
  }

  private static void seedTree(ShellProject project) throws IOException, InterruptedException {
    for (String name : NAMES) {
      if (name.contains(".")) {
        project.write(name, "one\ntwo\nthree of " + name + "\n");
      }
    }
    Files.write(project.root.resolve("c.bin"), new byte[] {0, 1, 2, (byte) 0xff, 0, 10, 13, 7});
    ShellProject.start(
        project.root,
        Confinement.none(),
        "git init -q -b main . && git add -A && git commit -qm one && sed -i s/one/1/ *.txt"
            + " && git checkout -q -b side && git commit -qam two && git checkout -q main"
            + " && ln -s a.txt link && mkdir empty && chmod 750 sub && chmod 755 run.sh");
  }

  private static String mix(Random random) {
    var line = new StringBuilder();
    for (int i = 0, n = 1 + random.nextInt(3); i < n; i++) {
      line.append(i == 0 ? "" : "; ").append(command(random));
    }
    return line.toString();
  }

  private static String command(Random random) {
    String one = quoted(NAMES.get(random.nextInt(NAMES.size())));
    String two = quoted(NAMES.get(random.nextInt(NAMES.size())));
    return switch (random.nextInt(24)) {
      case 0 -> "sed -i 's/o/0/' ./" + one;
      case 1 -> "mv -f ./" + one + " ./" + two;
      case 2 -> "rm -rf ./" + one;
      case 3 -> "git checkout -q -f side";
      case 4 -> "git checkout -q -f main";
      case 5 -> "chmod " + (random.nextBoolean() ? "700" : "644") + " ./" + one;
      case 6 -> "ln -sfn " + two + " ./" + one;
      case 7 -> ": > ./" + one;
      case 8 -> "echo more >> ./" + one;
      case 9 -> "head -c 300 /dev/urandom > ./" + one;
      case 10 -> "printf 'ONE\\nTWO\\nthree' > ./" + one;
      case 11 -> "mkdir -p ./" + one + "/x/y && echo deep > ./" + one + "/x/y/z";
      case 12 -> "cp -a ./" + one + " ./" + two;
      case 13 -> "touch ./" + one;
      case 14 ->
          "tr a-z A-Z < ./"
              + one
              + " > /tmp/$$.mix && cat /tmp/$$.mix > ./"
              + one
              + "; rm -f /tmp/$$.mix";
      case 15 -> "rm -rf sub && mkdir sub && echo again > sub/e.txt";
      case 16 -> "mv sub other/moved";
      case 17 -> "rm -f ./" + one + " && mkdir ./" + one;
      case 18 -> "rm -rf ./" + one + " && ln -s nowhere// ./" + one;
      case 19 -> "mv sub sub2 && ln -s sub2 sub";
      case 20 -> "git stash -q -u";
      case 21 -> "git stash pop -q";
      case 22 -> "git clean -fdq";
      default -> "find . -path ./.git -prune -o -type f -print0 | xargs -0 sed -i 's/t/T/'";
    };
  }

  private static String quoted(String name) {
    return "'" + name.replace("'", "'\\''") + "'";
  }
}
