package dev.tenon.core.permission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.workspace.path.Root;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Judging takes bounded work, whatever the line is. Steps are counted, not seconds; nothing is
/// ever run.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JudgeEffortTest {
  private static final Rule.Source USER = new Rule.Source(Rule.Source.Kind.USER, "config.yml");

  private ProtectedPaths paths = ProtectedPaths.NOWHERE;
  private Rules rules = Rules.NONE;

  @BeforeAll
  void makeProject(@TempDir Path folder) throws IOException, RuleException {
    Path root = Files.createDirectories(folder.toRealPath().resolve("project"));
    Files.createDirectories(root.resolve("a/a/a"));
    Path home = Files.createDirectories(folder.toRealPath().resolve("home"));
    paths =
        new ProtectedPaths(List.of(Root.of(root, Root.Use.WRITABLE)), home, home.resolve(".tenon"));
    var all = new ArrayList<Rule>();
    for (String text : List.of("bash(git push a a a)", "bash(cu*l -x -y)", "read(**/.env)")) {
      all.add(Rule.of(Verdict.DENY, text, USER));
    }
    for (String text : List.of("read(~/x/**/y)", "write(a/**/{b,c}*d)", "connect(*.example.org)")) {
      all.add(Rule.of(Verdict.DENY, text, USER));
    }
    all.add(Rule.of(Verdict.DENY, "text(*z*y*zq)", USER));
    all.add(Rule.of(Verdict.DENY, "connect", USER));
    all.add(Rule.of(Verdict.ASK, "text(*yz *)", USER));
    all.add(Rule.of(Verdict.ASK, "bash(a -b c)", USER));
    all.add(Rule.of(Verdict.ALLOW, "bash(ls)", USER));
    rules = Rules.of(all, root, home);
  }

  /// Texts that are terrible when repeated.
  static Stream<String> monsters() {
    var all =
        new ArrayList<>(
            List.of(
                "a",
                "a ",
                "https://a.b ",
                "zyz ",
                "a;",
                "a|",
                "a&",
                "a\n",
                "(cd a; ls); ",
                "(cd a; ",
                "(cd a && ls) | ",
                "cd a; ",
                "cd ..; ",
                "cd \"$x\"; ",
                "$(cd a; ",
                "pushd a; ",
                "{a,b}",
                "{a,b} ",
                "{a,{b,",
                "{'",
                "{''",
                "{\"",
                "{a..z}",
                "[",
                "[a",
                "[a] ",
                "*",
                "*a",
                "*a ",
                "**/",
                "?",
                "? ",
                "../",
                "a/../",
                "a/../ ",
                "./",
                "/",
                "~ ",
                "~/a ",
                "\\",
                "\\\n",
                "'",
                "' ",
                "\"",
                "\" ",
                "`",
                "` ",
                "\\`",
                "$",
                "$(",
                "$(a ",
                "$(a) ",
                "$((",
                "$((1",
                "((",
                "(( ",
                "( ",
                "(a) ",
                "${",
                "${x:-",
                "${x:-a} ",
                "${x",
                "$x",
                "$x ",
                "\"$(",
                "\"${x:-",
                "\"$x\" ",
                "<",
                ">",
                "> a ",
                ">a<b",
                "<<a ",
                "<<a\n",
                "<<'a'\n",
                "<<<a ",
                "<(",
                "<(a ",
                ">(a) ",
                "2>&1 ",
                "ssh ",
                "ssh a ",
                "sudo ",
                "env ",
                "env A=1 ",
                "eval ",
                "eval '",
                "xargs ",
                "xargs -I{} ",
                "parallel ",
                "nice ",
                "timeout 1 ",
                "busybox ",
                "command ",
                "find . -exec ",
                "find . -exec a {} \\; ",
                "find -delete ",
                "fd -x ",
                "watch ",
                "bash -c ",
                "sh -c 'a' ",
                "trap a ",
                "strace ssh ",
                "ssh 'ssh a' ",
                "rm ",
                "rm -rf ",
                "rm -rf / ",
                "git ",
                "git push ",
                "git push -a a ",
                "git -c a=b ",
                "git -c ",
                "curl ",
                "curl -x a ",
                "a -b c ",
                "-x a ",
                "-",
                "--",
                "-a",
                "-a ",
                "=",
                "a=",
                "a=b ",
                "a=b;",
                "a=$a$a;",
                "a[",
                "a[1]=",
                "a+=",
                ":",
                ": ",
                "@",
                "a@b:",
                "://",
                "/dev/tcp/",
                "é",
                "f(){ ",
                "f(){ f|",
                "f() { f|f& };",
                "f(){ :;};",
                "function f { ",
                "if a; then ",
                "if ",
                "while ",
                "for i in ",
                "for i in a; do ",
                "for i in a b; do rm $i; done; ",
                "case a in a) ",
                "case a in a) b;; esac; ",
                "[[ a ",
                "[[ ( ",
                "[[ a =~ (",
                "! ",
                "time ",
                "{ ",
                "{ a; }; ",
                "}",
                ")",
                "#",
                " #",
                "# a\n",
                "$'\\x41'",
                "$'",
                "$'\\'",
                "$\"",
                "sed -e ",
                "sed 's/a/b/' ",
                "awk '{' ",
                "python3 -c 'a' ",
                "echo a > b; ",
                "cat <<a\n",
                "export a=b ",
                "alias a=b ",
                "X=/; rm -rf $X;",
                "cp a b; ",
                "a:b:c ",
                "a=b=c=",
                ".env ",
                "*.env ",
                "a/*/.e*v ",
                "\t",
                " ",
                "\n",
                "\r",
                "\u0000",
                "\uE001",
                "\uFFFF",
                "((a);",
                "$(((",
                "`a `",
                "\\\\"));
    for (String form :
        List.of("w# ", "cat w#; ", "cd w#; ", "(cd w#) ; ", "w#=a ", "w#=a;", "*w# ")) {
      all.add(counted(form));
    }
    for (String form :
        List.of("cat w#/../v# ", "echo > w#; ", "a$w# ", "git w# ", "-w# ", "~/w# ")) {
      all.add(counted(form));
    }
    return all.stream();
  }

  /// A text of many different parts.
  private static String counted(String form) {
    var text = new StringBuilder();
    for (int i = 0; text.length() < CommandJudge.MOST_CHARACTERS; i++) {
      text.append(form.replace("#", Integer.toString(i, 36)));
    }
    return text.toString();
  }

  private static String repeated(String part, int length) {
    return part.repeat(length / part.length() + 1).substring(0, length);
  }

  /// Judges in the modes that differ, and answers the most steps.
  private int judged(String line) {
    int most = 0;
    for (Mode mode : List.of(Mode.PLAN, Mode.EDIT, Mode.FULL)) {
      var context = new PolicyContext(mode, rules, paths, new Enforcement.None("a test"));
      var judge = new CommandJudge(context, "bash", new Access.Execute(line));
      assertThat(judge.judge().parts()).isNotEmpty();
      most = Math.max(most, judge.steps());
    }
    return most;
  }

  @ParameterizedTest
  @MethodSource("monsters")
  void whatIsRepeatedIsBounded(String part) {
    String line = repeated(part, CommandJudge.MOST_CHARACTERS - 8);
    for (String whole : List.of("cat " + line, "x='" + line)) {
      assertThat(judged(whole)).isLessThanOrEqualTo(CommandJudge.MOST_STEPS + 1);
    }
  }

  /// Terrible parts in one another and beside one another, with noise.
  @Test
  @Timeout(120)
  void whatIsMixedIsBounded() {
    List<String> parts = monsters().filter(part -> part.length() < 64).toList();
    for (long seed = 0; seed < 80; seed++) {
      var random = new Random(seed);
      var line = new StringBuilder();
      int length = 1 + random.nextInt(CommandJudge.MOST_CHARACTERS - 1);
      while (line.length() < length) {
        String part = parts.get(random.nextInt(parts.size()));
        line.append(part.repeat(1 + random.nextInt(20)));
        if (random.nextInt(4) == 0) {
          line.insert(random.nextInt(line.length()), (char) random.nextInt(256));
        }
      }
      line.setLength(length);
      assertThat(judged(line.toString()))
          .as("seed %d", seed)
          .isLessThanOrEqualTo(CommandJudge.MOST_STEPS + 1);
    }
  }

  /// What is not judged to its end is asked wherever text decides, and hides nothing from rules.
  @Test
  void whatIsTooLongIsAsked() throws RuleException {
    String longer = "ls " + repeated("a ", CommandJudge.MOST_CHARACTERS);
    Rule all = Rule.of(Verdict.ALLOW, "bash(ls)", USER);
    Rule denied = Rule.of(Verdict.DENY, "bash(curl)", USER);
    for (Mode mode : List.of(Mode.ASK, Mode.EDIT, Mode.AUTO)) {
      Decision decision = decide(mode, longer, List.of(all));
      assertThat(decision.verdict()).isEqualTo(Verdict.ASK);
      assertThat(decision.because()).isEqualTo("it is too long to judge, so it is asked");
    }
    assertThat(decide(Mode.PLAN, longer, List.of()).verdict()).isEqualTo(Verdict.DENY);
    assertThat(decide(Mode.FULL, longer, List.of()).verdict()).isEqualTo(Verdict.ALLOW);
    assertThat(decide(Mode.FULL, longer, List.of(denied)).verdict()).isEqualTo(Verdict.ASK);
    assertThat(decide(Mode.FULL, "curl x; " + longer, List.of(denied)).verdict())
        .isEqualTo(Verdict.DENY);
  }

  @Test
  void aLongTextInAHeredocRaisesNoAlarm() {
    String page = "cat > README.md <<'EOF'\n" + repeated("never rm -rf /\n", 20_000) + "\nEOF\n";
    assertThat(decide(Mode.FULL, page, List.of()).verdict()).isEqualTo(Verdict.ALLOW);
    assertThat(decide(Mode.FULL, page + "rm -rf /", List.of()).verdict()).isEqualTo(Verdict.DENY);
  }

  private Decision decide(Mode mode, String line, List<Rule> given) {
    return new ModePolicy(
            mode,
            new RuleBook(Rules.of(given, paths.start(), paths.userHome()), null),
            paths,
            new Enforcement.None("a test"))
        .decide("bash", new Access.Execute(line));
  }
}
