package dev.tenon.core.permission.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The parser beside a real bash. In what bash runs there are no programs: its PATH is empty, and
/// every name that it looks for is written down.
class BashDifferentialTest {
  private static final char SEPARATOR = '\u0001';

  @TempDir private Path folder;

  @BeforeAll
  static void needsBash() {
    TestPrograms.require("bash");
  }

  @Test
  void bashAcceptsWhatIsParsed() throws IOException, InterruptedException {
    var scripts = new ArrayList<String>();
    for (long seed = 0; seed < 400; seed++) {
      String script = new ScriptWriter(new Random(seed)).script();
      assertThat(Script.of(script).problem()).as("seed %d: %s", seed, script).isEmpty();
      scripts.add(script);
    }
    List<String> refused = refusedByBash(scripts);
    assertThat(refused).isEmpty();
  }

  @Test
  void nothingRunsThatWasNotFound() throws IOException, InterruptedException {
    var scripts = new ArrayList<String>();
    for (long seed = 10_000; scripts.size() < 400; seed++) {
      var random = new Random(seed);
      String script = mutated(new ScriptWriter(random).script(), random);
      if (Script.of(script).problem().isEmpty() && script.indexOf(SEPARATOR) < 0) {
        scripts.add(script);
      }
    }
    List<Set<String>> ran = run(scripts);
    for (int i = 0; i < scripts.size(); i++) {
      Set<String> found = new TreeSet<>();
      boolean unknown = false;
      for (SimpleCommand simple : Script.of(scripts.get(i)).commands()) {
        unknown |= !simple.words().isEmpty() && !simple.words().getFirst().constant();
        found.add(simple.name());
      }
      if (!unknown) {
        assertThat(found).as(scripts.get(i)).containsAll(ran.get(i));
      }
    }
    assertThat(ran.stream().mapToInt(Set::size).sum()).isGreaterThan(400);
  }

  /// Every program that bash runs, with its arguments, was seen; or the judge knew that it cannot
  /// know.
  @Test
  void nothingRunsWithArgumentsThatWereNotSeen() throws IOException, InterruptedException {
    long fresh = Long.getLong("tenon.seed", 4711);
    System.out.println("scripts with arguments: seed " + fresh);
    var scripts = new ArrayList<String>();
    for (long seed = 0; scripts.size() < 500; seed++) {
      var random = new Random(scripts.size() % 4 == 0 ? fresh + seed : 70_000 + seed);
      String script = mutated(new CallWriter(random).script(), random);
      if (Script.of(script).problem().isEmpty() && script.indexOf(SEPARATOR) < 0) {
        scripts.add(script);
      }
    }
    List<List<String>> ran = logged(scripts);
    int compared = 0;
    for (int i = 0; i < scripts.size(); i++) {
      var seen = new ArrayList<List<Word>>();
      boolean unknown = false;
      for (SimpleCommand simple : Script.of(scripts.get(i)).commands()) {
        unknown |= collect(simple, 0, seen);
      }
      for (String call : unknown ? List.<String>of() : ran.get(i)) {
        List<String> words = List.of(call.split(String.valueOf(SEPARATOR), -1));
        if (words.getFirst().matches("c[0-9]+")) {
          assertThat(seen.stream().anyMatch(each -> mayBe(each, words)))
              .as("%s in %s%n(seed %d) saw %s", words, scripts.get(i), fresh, seen)
              .isTrue();
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(400);
  }

  /// Takes down what a command runs, and what that runs in turn. Answers whether more may run than
  /// can be known.
  private static boolean collect(SimpleCommand simple, int depth, List<List<Word>> seen) {
    if (simple.words().isEmpty()) {
      return false;
    }
    Call call = Calls.of(simple, depth);
    seen.add(call.words());
    boolean unknown = call.unknown() || !call.words().getFirst().constant();
    for (SimpleCommand inner : call.inner()) {
      unknown |= collect(inner, depth + 1, seen);
    }
    return unknown;
  }

  /// Whether a command as it was seen can come to be the one that ran.
  private static boolean mayBe(List<Word> seen, List<String> ran) {
    for (int i = 0; i < seen.size(); i++) {
      Word word = seen.get(i);
      if (word.splitting() || word.text().indexOf(Word.STAR) >= 0) {
        return true;
      }
      if (i >= ran.size() || (word.constant() && !isHome(word) && !word.is(ran.get(i)))) {
        return false;
      }
    }
    return seen.size() == ran.size();
  }

  private static boolean isHome(Word word) {
    return word.text().indexOf(Word.HOME) >= 0 || word.text().startsWith("/dev/fd/");
  }

  @Test
  void noTextBreaksIt() {
    for (long seed = 0; seed < 10_000; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      String letters = "ab \n\t;&|<>(){}[]$`'\"\\#*?~!=:-+@%^,./0129éE\u0000\uE001";
      int length = random.nextInt(60);
      for (int i = 0; i < length; i++) {
        text.append(letters.charAt(random.nextInt(letters.length())));
      }
      Script script = Script.of(text.toString());
      for (SimpleCommand simple : script.commands()) {
        if (!simple.words().isEmpty()) {
          Call call = Calls.of(simple, 0);
          assertThat(call.words()).isNotEmpty();
          assertThat(ReadOnly.files(call)).isNotNull();
          assertThat(FileUses.named(call)).isNotNull();
          assertThat(FileUses.written(call)).isNotNull();
        }
      }
    }
  }

  /// A few characters put in, taken out or swapped.
  private static String mutated(String script, Random random) {
    var text = new StringBuilder(script);
    String letters = " \n;&|<>(){}$`'\"\\#=[]";
    int times = random.nextInt(3);
    for (int i = 0; i < times && text.length() > 1; i++) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(3)) {
        case 0 -> text.insert(at, letters.charAt(random.nextInt(letters.length())));
        case 1 -> text.deleteCharAt(at);
        default -> text.setCharAt(at, letters.charAt(random.nextInt(letters.length())));
      }
    }
    return text.toString();
  }

  /// Asks one bash about all scripts: starting one for each would take minutes.
  private List<String> refusedByBash(List<String> scripts)
      throws IOException, InterruptedException {
    var driver = new StringBuilder();
    for (int i = 0; i < scripts.size(); i++) {
      Files.writeString(folder.resolve("s" + i), scripts.get(i));
    }
    driver.append("for i in $(seq 0 ").append(scripts.size() - 1).append("); do ");
    driver.append("/bin/bash -n s$i 2>/dev/null || echo $i; done");
    return outputOf(List.of("/bin/bash", "-c", driver.toString()), "/usr/bin:/bin")
        .lines()
        .map(line -> scripts.get(Integer.parseInt(line.strip())))
        .toList();
  }

  private List<Set<String>> run(List<String> scripts) throws IOException, InterruptedException {
    var all = new ArrayList<Set<String>>();
    for (List<String> calls : logged(scripts)) {
      all.add(
          calls.stream()
              .map(call -> call.split(String.valueOf(SEPARATOR), 2)[0])
              .filter(name -> name.matches("c[0-9]+"))
              .collect(Collectors.toCollection(TreeSet::new)));
    }
    return all;
  }

  /// Every call that bash tried, with its words. There are no programs, so that nothing happens.
  private List<List<String>> logged(List<String> scripts) throws IOException, InterruptedException {
    Path sandbox = Files.createDirectories(folder.resolve("run"));
    var all = new ArrayList<List<String>>();
    for (int i = 0; i < scripts.size(); i++) {
      Files.writeString(folder.resolve("r" + i), scripts.get(i));
    }
    // Each script in a subshell with nothing to run, and a limit on all it could use up.
    String driver =
        """
        command_not_found_handle() {
          # Two ends of a pipe write at the same time, and bash writes line by line.
          local IFS=$'\\001'; local all="$*"
          printf '%s\\002' "${all//$'\\n'/$'\\003'}" >> "$LOG"; return $((RANDOM % 2)); }
        export -f command_not_found_handle
        for ((i = 0; i < COUNT; i++)); do
          export LOG=FOLDER/l$i
          : > "$LOG"
          ( ulimit -t 2 -f 100 -u 4000; cd FOLDER/run; PATH=/nonexistent
            eval "$(< FOLDER/r$i)" ) < /dev/null > /dev/null 2>&1
        done
        """
            .replace("COUNT", Integer.toString(scripts.size()))
            .replace("FOLDER", folder.toString());
    outputOf(List.of("/bin/bash", "-c", driver), "/usr/bin:/bin");
    for (int i = 0; i < scripts.size(); i++) {
      all.add(
          Files.exists(folder.resolve("l" + i))
              ? List.of(
                  new String(Files.readAllBytes(folder.resolve("l" + i)), UTF_8)
                      .replace('\u0003', '\n')
                      .split("\u0002", -1))
              : List.of());
    }
    assertThat(sandbox).exists();
    return all;
  }

  private String outputOf(List<String> command, String path)
      throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", path);
    builder.environment().put("HOME", folder.toString());
    builder.redirectOutput(out.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
    var process = builder.start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return Files.readString(out);
  }
}
