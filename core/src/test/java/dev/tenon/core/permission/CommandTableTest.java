package dev.tenon.core.permission;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tenon.core.workspace.path.Root;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What becomes of commands, row by row.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommandTableTest {
  private static final Rule.Source USER = new Rule.Source(Rule.Source.Kind.USER, "config.yml");

  private Path root = Path.of("/");
  private ProtectedPaths paths = ProtectedPaths.NOWHERE;

  record Row(String mode, List<String> rules, String command, Verdict verdict, String part) {
    static Row of(String line) {
      String[] cells = line.split("¦", -1);
      String rules = cells[1].strip();
      return new Row(
          cells[0].strip(),
          rules.isEmpty() ? List.of() : List.of(rules.split(" ; ", -1)),
          cells[2].strip().replace("\\\\\\n", "\\\n").replace("\\n", "\n").replace("\\t", "\t"),
          Verdict.valueOf(cells[3].strip().toUpperCase(Locale.ROOT)),
          cells.length > 4 ? cells[4].strip() : "");
    }
  }

  @BeforeAll
  void makeProject(@TempDir Path folder) throws IOException {
    root = Files.createDirectories(folder.toRealPath().resolve("project"));
    Path home = Files.createDirectories(folder.toRealPath().resolve("home"));
    Files.createDirectories(root.resolve("src"));
    Files.createDirectories(root.resolve("secrets"));
    Files.createDirectories(root.resolve(".git/hooks"));
    Files.writeString(root.resolve(".env"), "KEY=1");
    Files.writeString(root.resolve("README"), "read me");
    Files.createSymbolicLink(root.resolve("env-link"), root.resolve(".env"));
    Files.createSymbolicLink(root.resolve("outside-link"), Path.of("/etc"));
    paths =
        new ProtectedPaths(List.of(Root.of(root, Root.Use.WRITABLE)), home, home.resolve(".tenon"));
  }

  Stream<Row> rows() throws IOException {
    return lines().map(Row::of);
  }

  private static Stream<String> lines() throws IOException {
    try (var in = CommandTableTest.class.getResourceAsStream("commands.txt")) {
      assumeThat(in).isNotNull();
      return new String(in.readAllBytes(), UTF_8)
          .lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void isJudgedAsTheTableSays(Row row) throws RuleException {
    Decision decision = decide(row.mode, row.rules, row.command);
    assertThat(decision.verdict()).as(String.valueOf(decision)).isEqualTo(row.verdict);
    if (!row.part.isEmpty()) {
      assertThat(decision.parts()).extracting(CommandPart::text).contains(row.part);
    }
  }

  @Test
  void hasHundredsOfRows() throws IOException {
    assertThat(lines().count()).isGreaterThan(400);
  }

  @Test
  void aFurtherDenyRuleNeverAllowsMore() throws IOException, RuleException {
    var more =
        List.of(
            "bash",
            "bash(git)",
            "bash(rm)",
            "read(**/.env)",
            "read(src)",
            "write(**)",
            "connect(*)",
            "bash(ls -l)",
            "bash(*)",
            "read(~/x)");
    for (Row row : rows().toList()) {
      Verdict before = decide(row.mode, row.rules, row.command).verdict();
      for (String rule : more) {
        var rules = new ArrayList<>(row.rules);
        rules.add("- " + rule);
        assertThat(decide(row.mode, rules, row.command).verdict())
            .as(row + " with " + rule)
            .isGreaterThanOrEqualTo(before);
      }
    }
  }

  @Test
  void aFurtherPartNeverAllowsMore() throws IOException, RuleException {
    List<Row> rows = rows().toList();
    var random = new Random(7);
    for (int i = 0; i < 4000; i++) {
      Row one = rows.get(random.nextInt(rows.size()));
      Row other = rows.get(random.nextInt(rows.size()));
      String joint = List.of("; ", " && ", " || ", " | ", "\n").get(random.nextInt(5));
      boolean first = random.nextBoolean();
      String both =
          first ? one.command + joint + other.command : other.command + joint + one.command;
      Verdict alone = decide(one.mode, one.rules, one.command).verdict();
      Verdict together = decide(one.mode, one.rules, both).verdict();
      boolean open =
          one.command.contains("#")
              || other.command.contains("#")
              || one.command.contains("<<")
              || other.command.contains("<<")
              || one.command.contains("unclosed")
              || other.command.contains("unclosed")
              || one.command.endsWith("\\")
              || other.command.endsWith("\\")
              || one.command.isEmpty()
              || other.command.isEmpty();
      if (!open) {
        // An open quote or comment swallows the other part; then there is no such part.
        assertThat(together).as(one + " with " + both).isGreaterThanOrEqualTo(alone);
      }
    }
  }

  @Test
  void theEnvironmentOfATheCallCounts() {
    var policy = policy("edit", List.of(rule("+ bash(git status)")));
    var plain = new Access.Execute("git status", ".", java.util.Map.of("FOO", "1"));
    var steered = new Access.Execute("git status", ".", java.util.Map.of("GIT_PAGER", "evil"));
    assertThat(policy.decide("bash", plain).verdict()).isEqualTo(Verdict.ALLOW);
    assertThat(policy.decide("bash", steered).verdict()).isEqualTo(Verdict.ASK);
  }

  @Test
  void theFolderOfTheCallCounts() {
    var policy = policy("full", List.of(rule("- read(secrets/*.pem)")));
    assertThat(policy.decide("bash", new Access.Execute("cat a.pem", "secrets")).verdict())
        .isEqualTo(Verdict.DENY);
    assertThat(policy.decide("bash", new Access.Execute("cat a.pem", "src")).verdict())
        .isEqualTo(Verdict.ALLOW);
  }

  private Decision decide(String mode, List<String> rules, String command) throws RuleException {
    return policy(mode, rules.stream().map(CommandTableTest::rule).toList())
        .decide("bash", new Access.Execute(command));
  }

  private ModePolicy policy(String mode, List<Rule> rules) {
    boolean boxed = mode.equals("boxed");
    return new ModePolicy(
        boxed ? Mode.AUTO : Mode.valueOf(mode.toUpperCase(Locale.ROOT)),
        new RuleBook(Rules.of(rules, root, paths.userHome()), null),
        paths,
        boxed ? new Enforcement.Sandboxed("test") : new Enforcement.None("a test"));
  }

  private static Rule rule(String text) {
    Verdict effect =
        switch (text.charAt(0)) {
          case '+' -> Verdict.ALLOW;
          case '?' -> Verdict.ASK;
          default -> Verdict.DENY;
        };
    try {
      return Rule.of(effect, text.substring(1).strip(), USER);
    } catch (RuleException wrong) {
      throw new IllegalArgumentException(wrong);
    }
  }
}
