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
    all.add(Rule.of(Verdict.ASK, "bash(a -b c)", USER));
    all.add(Rule.of(Verdict.ALLOW, "bash(ls)", USER));
    rules = Rules.of(all, root, home);
  }

  /// Texts that are terrible when repeated.
  static Stream<String> monsters() {
    var all =
        new ArrayList<>(
            List.of(
                "a", "a ", "a;", "a|", "a&", "a\n", "(cd a; ls); ", "(cd a; ", "(cd a && ls) | ",
                "cd a; ", "cd ..; ", "cd \"$x\"; ", "$(cd a; ", "pushd a; ", "{a,b}", "{a,b} ",
                "{a,{b,", "{'", "{''", "{\"", "{a..z}", "[", "[a", "[a] ", "*", "*a", "*a ", "**/",
                "?", "? ", "../", "a/../", "a/../ ", "./", "/", "~ ", "~/a ", "\\", "\\\n", "'",
                "' ", "\"", "\" ", "`", "` ", "\\`", "$", "$(", "$(a ", "$(a) ", "$((", "$((1", "((",
                "(( ", "( ", "(a) ", "${", "${x:-", "${x:-a} ", "${x", "$x", "$x ", "\"$(", "\"${x:-",
                "\"$x\" ", "<", ">", "> a ", ">a<b", "<<a ", "<<a\n", "<<'a'\n", "<<<a ", "<(", "<(a ",
                ">(a) ", "2>&1 ", "ssh ", "ssh a ", "sudo ", "env ", "env A=1 ", "eval ", "eval '",
                "xargs ", "xargs -I{} ", "parallel ", "nice ", "timeout 1 ", "busybox ", "command ",
                "find . -exec ", "find . -exec a {} \\; ", "find -delete ", "fd -x ", "watch ",
                "bash -c ", "sh -c 'a' ", "trap a ", "strace ssh ", "ssh 'ssh a' ", "rm ", "rm -rf ",
                "rm -rf / ", "git ", "git push ", "git push -a a ", "git -c a=b ", "git -c ", "curl ",
                "curl -x a ", "a -b c ", "-x a ", "-", "--", "-a", "-a ", "=", "a=", "a=b ", "a=b;",
                "a=$a$a;", "a[", "a[1]=", "a+=", ":", ": ", "@", "a@b:", "://", "/dev/tcp/", "é", "f(){ ",
                "f(){ f|", "f() { f|f& };", "f(){ :;};", "function f { ", "if a; then ", "if ", "while ",
                "for i in ", "for i in a; do ", "for i in a b; do rm $i; done; ", "case a in a) ",
                "case a in a) b;; esac; ", "[[ a ", "[[ ( ", "[[ a =~ (", "! ", "time ", "{ ", "{ a; }; ",
                "}", ")", "#", " #", "# a\n", "$'\\x41'", "$'", "$'\\'", "$\"", "sed -e ", "sed 's/a/b/' ",
                "awk '{' ", "python3 -c 'a' ", "echo a > b; ", "cat <<a\n", "export a=b ", "alias a=b ",
                "X=/; rm -rf $X;", "cp a b; ", "a:b:c ", "a=b=c=", ".env ", "*.env ", "a/*/.e*v ", "\t",
                " ", "\n", "\r", "\u0000", "\uE001", "\uFFFF", "((a);", "$(((", "`a `", "\\\\"));
    for (String form : List.of("w# ", "cat w#; ", "cd w#; ", "(cd w#) ; ", "w#=a ", "w#=a;", "*w# ")) {
      all.add(counted(form));
    }
    for (String form : List.of("cat w#/../v# ", "echo > w#; ", "a$w# ", "git w# ", "-w# ", "~/w# ")) {
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

  /// Judges in every mode, and answers the most steps.
  private int judged(String line) {
    int most = 0;
    for (Mode mode : Mode.values()) {
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
    String line = repeated(part, CommandJudge.MOST_CHARACTERS);
    for (String whole : List.of(line, "cat " + line, "x='" + line, "echo \"" + line + "\"")) {
      assertThat(judged(whole)).isLessThanOrEqualTo(CommandJudge.MOST_STEPS + 1);
      judged(whole);
    for (Mode mode : Mode.values()) {
      long t = java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      var context = new PolicyContext(mode, rules, paths, new Enforcement.None("a test"));
      var judge = new CommandJudge(context, "bash", new Access.Execute(whole));
      judge.judge();
      long ms = (java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - t) / 1000000;
      if (ms > 15) System.out.println("SLOW " + mode + " " + ms + " " + judge.steps() + " " + whole.substring(0, 20).replace('\n','N'));
     }
    }
  }
}
