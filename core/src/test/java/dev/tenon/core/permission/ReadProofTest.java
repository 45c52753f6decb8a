package dev.tenon.core.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.workspace.path.Root;
import dev.tenon.harness.TestPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is proven from its text to only read, which decides in mode plan where no wall stands. Only
/// rows that are listed as harmless and proven are ever run.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadProofTest {
  private Path folder = Path.of("/");
  private Path root = Path.of("/");
  private ModePolicy plan = new ModePolicy(Mode.PLAN);

  @BeforeAll
  void makeProject(@TempDir Path temporary) throws IOException {
    folder = temporary.toRealPath();
    root = Files.createDirectories(folder.resolve("project"));
    Path home = Files.createDirectories(folder.resolve("home"));
    for (String each : List.of("src", "sub/deep", "evil.git/objects", "evil.git/refs")) {
      Files.createDirectories(root.resolve(each));
    }
    Files.writeString(root.resolve("evil.git/HEAD"), "ref: refs/heads/main\n");
    Files.writeString(root.resolve("a.txt"), "hello: 1 2\nx:3\n");
    Files.writeString(root.resolve("b.txt"), "other\n");
    Files.writeString(root.resolve("src/Main.java"), "class Main {} // hello\n");
    Files.writeString(root.resolve("a.json"), "{\"a\": [1], \"b\": \"1\"}\n");
    Files.writeString(root.resolve("a.b64"), "aGVsbG8=\n");
    Files.writeString(root.resolve("list"), "a.txt\n");
    Files.writeString(root.resolve("list0"), "a.txt\0");
    Files.writeString(root.resolve("payload"), "a[$(touch y)]\n");
    plan =
        new ModePolicy(
            Mode.PLAN,
            RuleBook.empty(),
            new ProtectedPaths(
                List.of(Root.of(root, Root.Use.WRITABLE)), home, home.resolve(".tenon")),
            new Enforcement.None("a test"));
  }

  static Stream<ReadTable.Row> rows() throws IOException {
    return ReadTable.load().rows().stream();
  }

  private Decision decide(String command) {
    return plan.decide("bash", new Access.Execute(command));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void isProvenAsTheTableSays(ReadTable.Row row) {
    Decision decision = decide(row.command());
    assertThat(decision.verdict())
        .as("%s: %s", row.command(), decision)
        .isEqualTo(row.proven() ? Verdict.ALLOW : Verdict.DENY);
  }

  @Test
  void eachClassHasManyMembers() throws IOException {
    Map<String, Long> members =
        rows()
            .filter(row -> !row.proven())
            .collect(Collectors.groupingBy(ReadTable.Row::kind, Collectors.counting()));
    assertThat(members)
        .hasSizeGreaterThanOrEqualTo(9)
        .allSatisfy((kind, n) -> assertThat(n).isGreaterThanOrEqualTo(20));
  }

  @Test
  void whatRunsInAnotherFolderMayMeetAnotherRepository() {
    assertThat(plan.decide("bash", new Access.Execute("git status", "evil.git")).verdict())
        .isEqualTo(Verdict.DENY);
    assertThat(plan.decide("bash", new Access.Execute("ls", "src")).verdict())
        .isEqualTo(Verdict.ALLOW);
  }

  @Test
  void whatIsProvenChangesNothing() throws IOException, InterruptedException {
    TestPrograms.require("bash", "git");
    run("git init -q . && git add a.txt src && git -c user.name=a -c user.email=a commit -qm x");
    run("tar cf a.tar a.txt");
    try (Stream<Path> all = Files.walk(root)) {
      for (Path each : all.toList()) {
        Files.setLastModifiedTime(each, FileTime.from(Instant.EPOCH.plusSeconds(1_000_000_000)));
      }
    }
    run("git status");
    Map<String, String> before = snapshot();
    var commands = new ArrayList<String>();
    for (ReadTable.Row row : rows().toList()) {
      if (row.proven() && decide(row.command()).verdict() == Verdict.ALLOW) {
        commands.add(row.command());
        run(row.command());
        assertThat(snapshot()).as(row.command()).isEqualTo(before);
      }
    }
    assertThat(commands).hasSizeGreaterThan(150);
  }

  private void run(String command) throws IOException, InterruptedException {
    var builder = new ProcessBuilder("/bin/bash", "-c", command).directory(root.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/bin:/bin");
    builder.environment().put("HOME", folder.resolve("home").toString());
    builder.redirectInput(Path.of("/dev/null").toFile());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process process = builder.start();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).as(command).isTrue();
  }

  /// Every file below the scratch folder, with its time and what is in it.
  private Map<String, String> snapshot() throws IOException {
    var all = new TreeMap<String, String>();
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path each : walk.toList()) {
        String content =
            Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)
                ? HexFormat.of().formatHex(Files.readAllBytes(each))
                : "";
        // Git makes its lock there and takes it away again.
        boolean lock = each.endsWith(".git");
        String time = lock ? "" : Files.getLastModifiedTime(each).toString();
        all.put(each.toString(), time + " " + content);
      }
    }
    return all;
  }

  /// Programs with an option that does more than read, and harmless words to mix it with.
  private record Danger(String program, List<List<String>> dangers, List<List<String>> mixed) {}

  private static List<String> words(String text) {
    return List.of(text.split(" ", -1));
  }

  private static List<List<String>> each(String... texts) {
    return Stream.of(texts).map(ReadProofTest::words).toList();
  }

  private static final List<Danger> DANGERS =
      List.of(
          new Danger(
              "sed",
              each(
                  "-i",
                  "-ni",
                  "-i.bak",
                  "--in-place",
                  "--in-place=.b",
                  "--in-pl",
                  "-e 1w",
                  "-ne 1e",
                  "-f s",
                  "-l -- -i"),
              each("-n", "-E", "-e p", "p", "a.txt", "-nE", "--posix", "-u")),
          new Danger(
              "sort",
              each(
                  "-o out",
                  "-oout",
                  "-ro out",
                  "--output=out",
                  "--outp out",
                  "--compress-program=x",
                  "-T .",
                  "-k -- -o out"),
              each("-r", "-n", "-k 2", "-t :", "a.txt", "--reverse", "-S 1M", "--parallel=2")),
          new Danger(
              "find",
              each(
                  "-delete",
                  "-fprint out",
                  "-fls out",
                  "-exec rm {} ;",
                  "-ok rm {} ;",
                  "-fprintf out %p",
                  "-fprint0 out",
                  "-okdir rm {} ;"),
              each(
                  "-name x",
                  "-type f",
                  "-maxdepth 2",
                  "-print",
                  "-not -empty",
                  "-o -true",
                  "-prune")),
          new Danger(
              "git grep",
              each(
                  "-O",
                  "-O./evil",
                  "-nO",
                  "--open-files-in-pager",
                  "--open-files-in-pager=x",
                  "--open-f",
                  "--textconv",
                  "-e -- -Ox"),
              each("-n", "-i", "-e x", "-C 2", "--cached", "x", "-l")),
          new Danger(
              "git log",
              each(
                  "--output=out",
                  "--output out",
                  "--outpu=out",
                  "--ext-diff",
                  "--textconv",
                  "--show-signature",
                  "-n -- --output=o"),
              each("-p", "-n 3", "-5", "--oneline", "--stat", "--author=x", "HEAD", "-- a.txt")),
          new Danger(
              "rg",
              each(
                  "--pre x",
                  "--pre=x",
                  "--hostname-bin=x",
                  "-z",
                  "--search-zip",
                  "-e -- --pre x",
                  "-nz"),
              each("-n", "-i", "-e x", "-g *.java", "-C 2", "src", "--hidden", "-tjava")),
          new Danger(
              "tar",
              each(
                  "-x",
                  "--to-command=x",
                  "-I x",
                  "--use-compress-program x",
                  "-c",
                  "--checkpoint-action=exec=x",
                  "-F x",
                  "--delete",
                  "-r",
                  "-u"),
              each("-t", "-v", "-f a.tar", "--list", "-z", "a.txt")),
          new Danger(
              "uniq",
              each("a.txt out", "- out", "-c a.txt out", "a.txt -c"),
              each("-c", "-d", "-f 1", "-i", "-w 3")),
          new Danger(
              "date",
              each("01010000", "-s x", "--set=x", "--set x", "010100002020", "-us x", "--se=x"),
              each("-u", "+%s", "-R", "-d tomorrow", "--utc", "-Iseconds")),
          new Danger(
              "xxd",
              each("a.txt out", "-r a.txt out", "-pc a.txt out"),
              each("-p", "-l 4", "-u", "-g 2")),
          new Danger(
              "tree",
              each("-o out", "-ao out", "-R", "-Po x out", "--output=out", "-aR"),
              each("-a", "-L 2", "-d", "--dirsfirst", "src", "-I x")),
          new Danger(
              "shuf",
              each("-o out", "-oout", "--output=out", "-eo out", "--outp out", "-n -- -o out"),
              each("-e", "-n 2", "-r", "a.txt", "-z")),
          new Danger(
              "file",
              each("-C", "-bC", "--compile", "-m x", "--magic-file=x", "-z", "-S"),
              each("-b", "-i", "a.txt", "--mime-type", "-L")),
          new Danger(
              "nm",
              each("--plugin=x", "--plugin x", "@x", "--plug=x"),
              each("-g", "-C", "a.o", "--defined-only", "-t d")),
          new Danger(
              "fd",
              each("-x rm", "-X rm", "--exec rm", "--exec-batch rm", "-Hx rm", "--exec=rm"),
              each("-H", "-e txt", "-t f", "x", "--hidden")),
          new Danger(
              "awk",
              each("-f x", "-i inplace", "-l x", "--load x", "--file=x", "-E x"),
              each("-F :", "-v a=1")));

  /// Wherever a dangerous option stands, in front of or behind the end of harmless ones.
  @Test
  void dangerousOptionsAreFoundInAnyOrder() {
    var random = new Random(42);
    for (Danger danger : DANGERS) {
      for (int i = 0; i < 300; i++) {
        var parts = new ArrayList<List<String>>();
        int more = random.nextInt(4);
        for (int j = 0; j < more; j++) {
          List<String> part = danger.mixed.get(random.nextInt(danger.mixed.size()));
          // Behind the end of options, nothing is one.
          if (!part.contains("--")) {
            parts.add(part);
          }
        }
        boolean stops = danger.program.equals("awk") || danger.program.equals("find");
        int place =
            danger.program.equals("find")
                ? parts.size()
                : stops ? 0 : random.nextInt(parts.size() + 1);
        parts.add(place, danger.dangers.get(random.nextInt(danger.dangers.size())));
        if (random.nextInt(4) == 0) {
          parts.add(List.of("--", "a.txt"));
        }
        String line =
            danger.program
                + (danger.program.equals("find") ? " . " : " ")
                + parts.stream()
                    .flatMap(List::stream)
                    .map(word -> word.matches("[;*{}].*") ? "'" + word + "'" : word)
                    .collect(Collectors.joining(" "));
        assertThat(decide(line).verdict()).as(line).isEqualTo(Verdict.DENY);
      }
    }
  }

  /// The usual commands of a session are decided in well under a millisecond once warm.
  @Test
  void decidesQuickly() throws IOException {
    List<String> commands =
        rows().filter(ReadTable.Row::proven).map(ReadTable.Row::command).toList();
    long best = Long.MAX_VALUE;
    for (int round = 0; round < 12; round++) {
      long start = System.nanoTime();
      commands.forEach(this::decide);
      best = Math.min(best, (System.nanoTime() - start) / commands.size());
    }
    System.out.println("a decision takes " + best / 1000 + " microseconds");
    assertThat(best).isLessThan(TimeUnit.MILLISECONDS.toNanos(5));
  }
}
