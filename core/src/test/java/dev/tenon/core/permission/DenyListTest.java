package dev.tenon.core.permission;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.workspace.path.Root;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is refused in every mode, and what only looks like it. Nothing here is ever run.
class DenyListTest {
  private static final List<String> TEXTS =
      List.of("rm -rf /", "git push --force", "mkfs /dev/sda", "chmod 777 /");

  /// @param kind `deny`, `new` or `fine`, as the file says
  record Row(String kind, String command) {}

  private static Stream<String> lines(String file) throws IOException {
    try (var in = Objects.requireNonNull(DenyListTest.class.getResourceAsStream(file), file)) {
      return new String(in.readAllBytes(), UTF_8)
          .lines().filter(line -> line.contains(" ¦ ")).toList().stream();
    }
  }

  private static List<Row> rows(String file) throws IOException {
    return lines(file)
        .map(line -> line.split(" ¦ ", 2))
        .map(
            cells ->
                new Row(
                    cells[0],
                    cells[1].replace("\\\\\\n", "\\\n").replace("\\n", "\n").replace("\\t", "\t")))
        .toList();
  }

  static Stream<Row> refused() throws IOException {
    return rows("deny-list.txt").stream().filter(row -> !row.kind.equals("fine"));
  }

  static Stream<Row> falseAlarms() throws IOException {
    return rows("deny-list.txt").stream().filter(row -> row.kind.equals("fine"));
  }

  private static Decision decide(Mode mode, String command) {
    return new ModePolicy(mode).decide("bash", new Access.Execute(command));
  }

  /// Lines are as long as a model likes; each of these took the square of its length by a regular
  /// expression that goes back.
  @Test
  @Timeout(60)
  void longLinesAreJudgedToo() {
    for (String part : List.of("x", "x ", "f(){", "f(){ f|", "rm ", ">", "a=")) {
      String line = ": " + part.repeat(120_000 / part.length());
      assertThat(decide(Mode.FULL, line)).as(part).isInstanceOf(Decision.Allow.class);
      assertThat(decide(Mode.FULL, line + "; rm -rf /")).as(part).isInstanceOf(Decision.Deny.class);
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  void destructionIsRefusedInEveryMode(Row row) {
    for (Mode mode : Mode.values()) {
      assertThat(decide(mode, row.command))
          .isInstanceOfSatisfying(
              Decision.Deny.class,
              deny -> {
                assertThat(deny.because()).startsWith("the deny-list: ");
                assertThat(deny.reason())
                    .startsWith("the command was refused: ")
                    .endsWith(". Run it yourself if you mean it");
              });
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  void noRuleAllowsDestruction(Row row) throws RuleException {
    Rule all = Rule.of(Verdict.ALLOW, "bash", new Rule.Source(Rule.Source.Kind.USER, "config.yml"));
    var policy =
        new ModePolicy(
            Mode.FULL,
            new RuleBook(Rules.of(List.of(all), Path.of("/"), Path.of("/")), null),
            ProtectedPaths.NOWHERE,
            new Enforcement.None("a test"));
    assertThat(policy.decide("bash", new Access.Execute(row.command)))
        .isInstanceOf(Decision.Deny.class);
  }

  @ParameterizedTest
  @MethodSource("falseAlarms")
  void aTextIsJudgedAsAnyOtherText(Row row) {
    assertThat(decide(Mode.FULL, row.command)).isInstanceOf(Decision.Allow.class);
    String harmless = row.command;
    for (String text : TEXTS) {
      harmless = harmless.replace(text, "do no harm");
    }
    for (Mode mode : Mode.values()) {
      assertThat(decide(mode, row.command).verdict())
          .as("%s in mode %s", row.command, mode)
          .isEqualTo(decide(mode, harmless).verdict());
      assertThat(decide(mode, row.command).because()).doesNotStartWith("the deny-list");
    }
  }

  @Test
  void theTablesAreLong() throws IOException {
    assertThat(refused().count()).isGreaterThan(300);
    assertThat(falseAlarms().count()).isGreaterThan(150);
  }

  /// Where the line runs, and who runs it, decides what a relative path and `~` are.
  @Test
  void pathsBeginWhereTheCommandRuns() throws IOException {
    Path root = Path.of("/home/me/project");
    var paths =
        new ProtectedPaths(
            List.of(new Root(root, Root.Use.WRITABLE)),
            Path.of("/data/people/me"),
            Path.of("/nowhere"));
    var policy = new ModePolicy(Mode.FULL, RuleBook.empty(), paths, new Enforcement.None("a test"));
    for (String command :
        List.of(
            "rm -rf ../../..",
            "rm -rf ../../../*",
            "cd ../../.. && rm -rf *",
            "rm -rf ..",
            "cd .. && rm -rf *",
            "rm -rf /data/people/me",
            "rm -rf /data/people/me/*",
            "cd /data/people/me; rm -rf .",
            "find ../../.. -delete",
            "mv .. /tmp/x",
            "rm -rf ~/../me",
            "mv ~ /tmp/x")) {
      assertThat(policy.decide("bash", new Access.Execute(command)))
          .as(command)
          .isInstanceOf(Decision.Deny.class);
    }
    for (String command :
        List.of("rm -rf *", "rm -rf .", "rm -rf ../other", "rm -rf ~/x", "cd build && rm -rf *")) {
      assertThat(policy.decide("bash", new Access.Execute(command)))
          .as(command)
          .isInstanceOf(Decision.Allow.class);
    }
    assertThat(policy.decide("bash", new Access.Execute("rm -rf *", "/")))
        .isInstanceOf(Decision.Deny.class);
  }

  /// Commands of which the proof that they only read, which decides in mode plan, has become
  /// another since.
  private static final Set<String> PROVEN_DIFFERENTLY =
      Set.of(
          "/bin/ls",
          "awk '{print $1}' x",
          "awk '{print}' x",
          "FOO=1 ls",
          "FOO=1 git status",
          "env FOO=1 git status",
          "find . -exec ls {} \\;",
          "git -C src status",
          // Named, if not there: outside, since this policy knows no roots.
          "cat src/../.env",
          "cat ~/.ssh/id_rsa");

  /// Everything else is judged as it was when patterns on the raw line decided too, but for what
  /// provably reads, which every mode runs unasked now.
  @Test
  void onlyFalseAlarmsAndNewRefusalsAreJudgedDifferently() throws IOException {
    Map<String, String> listed = new HashMap<>();
    rows("deny-list.txt").forEach(row -> listed.put(row.command, row.kind));
    List<Row> before = rows("verdicts-before-deny-list.txt");
    assertThat(before).hasSizeGreaterThan(700);
    var changed = new ArrayList<String>();
    for (Row row : before) {
      var now = new StringBuilder();
      for (Mode mode : Mode.values()) {
        now.append(
            switch (decide(mode, row.command).verdict()) {
              case ALLOW -> '+';
              case ASK -> '?';
              case DENY -> '-';
            });
      }
      boolean falseAlarm = row.kind.equals("-----") && "fine".equals(listed.get(row.command));
      boolean refused = "new".equals(listed.get(row.command)) && now.toString().equals("-----");
      String expected = row.kind.startsWith("+") ? "+++++" : row.kind;
      boolean reproven =
          PROVEN_DIFFERENTLY.contains(row.command)
              && (now.toString().equals("+++++") || now.toString().equals("-???+"));
      if (!now.toString().equals(expected) && !falseAlarm && !refused && !reproven) {
        changed.add(row + " is now " + now);
      }
    }
    assertThat(changed).isEmpty();
  }

  private static String quoted(String script) {
    return "'" + script.replace("'", "'\\''") + "'";
  }

  /// Ways to run a command that are seen through.
  private static final List<UnaryOperator<String>> WRAPPERS =
      List.of(
          it -> "sudo sh -c " + quoted(it),
          it -> "bash -c " + quoted(it),
          it -> "eval " + quoted(it),
          it -> "env A=1 sh -c " + quoted(it),
          it -> "nohup timeout 9 nice -n 3 bash -c " + quoted(it),
          it -> "find . -name x -exec sh -c " + quoted(it) + " \\;",
          it -> "( " + it + "\n)",
          it -> "{ " + it + "\n}",
          it -> "true && " + it,
          it -> "ls\n" + it,
          it -> "if true; then " + it + "\nfi",
          it -> "echo \"$(" + it + "\n)\"",
          it -> "for i in 1 2; do " + it + "\ndone");

  @Test
  void whatRunsACommandNeitherHidesNorMakesADanger() {
    var random = new Random(11);
    List<String> dangers =
        List.of(
            "rm -rf /",
            "r''m -r \"-f\" \"$HOME\"/",
            "dd if=x of=/dev/sda",
            "git -C x push -f",
            "cat x > /dev/sda",
            ":(){ :|:& };:",
            "chmod -R 777 /");
    List<String> harmless =
        List.of(
            "git commit -m \"never rm -rf /\"",
            "echo \"sudo rm -rf /\"",
            "grep -rn 'rm -rf /' .",
            "cat <<'EOF'\nrm -rf / and git push --force\nEOF",
            "ls # rm -rf /",
            "touch 'mkfs.ext4 dev'");
    for (int i = 0; i < 2000; i++) {
      String danger = dangers.get(random.nextInt(dangers.size()));
      String text = harmless.get(random.nextInt(harmless.size()));
      for (int depth = random.nextInt(3); depth > 0; depth--) {
        UnaryOperator<String> wrapper = WRAPPERS.get(random.nextInt(WRAPPERS.size()));
        danger = wrapper.apply(danger);
        text = wrapper.apply(text);
      }
      assertThat(decide(Mode.FULL, danger)).as(danger).isInstanceOf(Decision.Deny.class);
      assertThat(decide(Mode.FULL, text)).as(text).isInstanceOf(Decision.Allow.class);
    }
  }

  @Test
  void aVariableOfTheCallThatNamesAProgramCountsToo() {
    var access = new Access.Execute("git log", ".", Map.of("GIT_PAGER", "rm -rf /"));
    var text = new Access.Execute("git log", ".", Map.of("MESSAGE", "rm -rf /"));
    var policy = new ModePolicy(Mode.FULL);
    assertThat(policy.decide("bash", access)).isInstanceOf(Decision.Deny.class);
    assertThat(policy.decide("bash", text)).isInstanceOf(Decision.Allow.class);
  }
}
