package dev.tenon.core.permission.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '\0',
      value = {
        "a b c § a b c",
        "a  'b c' \"d e\" f\\ g § a 'b c' 'd e' 'f g'",
        "a; b & c | d && e || f § a, b, c, d, e, f",
        "a $x \"$y\" § a … …",
        "a *.x ?y [a-z]z § a *.x ?y ?z",
        "a $(b $(c) `d`) § a …, b … …, c, d",
        "X=1 Y=2 a b § X=1 Y=2 a b",
        "X=1 § X=1",
        "a >b <c 2>&1 d § a d",
        "if a; then b; elif c; then d; else e; fi § a, b, c, d, e",
        "while a; do b; done; until c; do d; done § a, b, c, d",
        "for x in a b; do c; done § x=…, c",
        "case x in a|b) c;; (d) e;& *) f;; esac § c, e, f",
        "f() { a; }; function g { b; } § a, b",
        "[[ a == b && $(c) =~ ^(x|y)$ ]] && d § c, d",
        "((x + $(a))); b § a, let …, b",
        "$((1+2)) b § … b",
        "(a; (b)) § a, b",
        "((a); (b)) § a, b",
        "{ a; b; } > c § a, b",
        "! a; time -p b § a, b",
        "a ~/x ~ '~' ~u § a ~/x ~ ~ …u",
        "echo {a,b} {a..c} {} x@{u} § echo … … {} x@{u}",
        "a $'x\\x41' § a xA",
        "a b#c § a b#c",
        "a &>b c § a c",
        "a 2>b c § a c",
        "a {fd}>b c § a c, fd=…",
        "export x=(a $(b)) y § export … y, b",
      })
  void findsEveryCommand(String text, String commands) {
    Script script = Script.of(text);
    assertThat(script.problem()).isEmpty();
    assertThat(
            script.commands().stream()
                .map(SimpleCommand::shown)
                .filter(shown -> !shown.isEmpty())
                .reduce((one, other) -> one + ", " + other)
                .orElse(""))
        .isEqualTo(commands.replace("\\n", "\n").replace("\\t", "\t"));
  }

  @Test
  void readsHeredocs() {
    Script script = Script.of("a <<X <<-'Y' b\none $(c)\nX\n\ttwo $(d)\n\tY\ne");
    assertThat(script.problem()).isEmpty();
    assertThat(script.commands().stream().map(SimpleCommand::name).toList())
        .containsExactly("a", "c", "e");
    assertThat(script.commands().getFirst().redirects())
        .extracting(redirect -> redirect.target().shown())
        .containsExactly("one …\n", "two $(d)\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'",
        "\"",
        "`",
        "$(",
        "${",
        "((",
        "a (",
        "a )",
        "if",
        "if a",
        "if a; then",
        "for",
        "for 1 in",
        "while a",
        "case",
        "case x in",
        "{ a",
        "{ }",
        "( )",
        "a | ",
        "a &&",
        "; a",
        "a;;",
        "a & ; b",
        "f() a",
        "a <<X",
        "a >",
        "a <",
        "[[ a",
        "[[ ]]",
        "then a",
        "done",
        "}",
        "fi",
        "esac",
        "a \\",
        "${ a; }",
        "${x@P}",
        "$[1]",
        "coproc a",
        "a \uE001",
        "a $'\\cA'",
        "a[1]=2",
        "$((a;b))",
        "a <<X\nb",
        "${a:-{}",
        "!"
      })
  void saysWhatItDoesNotUnderstand(String text) {
    Script script = Script.of(text);
    if (!text.equals("!")) {
      assertThat(script.problem()).isPresent();
    }
  }

  @Test
  void goesNoDeeperThanItShould() {
    assertThat(Script.of("$(".repeat(5000)).problem()).isPresent();
    assertThat(Script.of("((".repeat(5000)).problem()).isPresent();
    assertThat(Script.of("$((".repeat(3000)).problem()).isPresent();
    assertThat(Script.of("{ ".repeat(5000)).problem()).isPresent();
    assertThat(Script.of("[".repeat(50_000)).problem()).isEmpty();
    assertThat(Script.of("a ".repeat(40_000)).problem()).isEmpty();
    assertThat(Script.of("a".repeat(200_000)).problem()).isPresent();
  }

  @Test
  void looksThroughWrappers() {
    assertThat(inner("env A=1 B=2 x y")).containsExactly("A=1 B=2 x y");
    assertThat(inner("timeout -k 5 10 x y")).containsExactly("x y");
    assertThat(inner("xargs -0 -n 1 x")).containsExactly("x …");
    assertThat(inner("xargs -I% x a% b")).containsExactly("x a… b");
    assertThat(inner("find . -exec x {} \\; -ok y {} + -delete"))
        .containsExactly("x …", "y …", "rm …");
    assertThat(inner("bash -euo pipefail -c 'x; y'")).containsExactly("x", "y");
    assertThat(inner("sudo -u me -- x y")).containsExactly("x y");
    assertThat(inner("nice -n 3 ionice -c 2 x")).containsExactly("ionice -c 2 x");
  }

  private static List<String> inner(String text) {
    SimpleCommand simple = Script.of(text).commands().getFirst();
    return Calls.of(simple, 0).inner().stream().map(SimpleCommand::shown).toList();
  }
}
