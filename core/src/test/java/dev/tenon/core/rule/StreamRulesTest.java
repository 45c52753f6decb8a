package dev.tenon.core.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class StreamRulesTest {
  private final List<String> warnings = new ArrayList<>();

  @Test
  void aTriggerIsFoundWhereverItIsCut() {
    String text = "first some words, then console.log(\"x\") and the rest";
    for (int a = 0; a <= text.length(); a++) {
      for (int b = a; b <= text.length(); b++) {
        StreamRules rules = rules("condition: console\\.log\\(");
        rules.beginTurn();
        rules.heard(new ModelEvent.TextStarted(0));
        boolean stopped = false;
        for (String delta :
            List.of(text.substring(0, a), text.substring(a, b), text.substring(b))) {
          stopped |= rules.heard(new ModelEvent.TextDelta(0, delta)) == StreamRules.Verdict.STOP;
        }
        assertThat(stopped).as("cut at %d and %d", a, b).isTrue();
      }
    }
  }

  @Test
  void theAnswerIsStoppedAtTheDeltaThatCompletesTheTrigger() {
    StreamRules rules = rules("condition: foo\\d+bar");
    rules.beginTurn();
    assertThat(say(rules, "foo12")).isEqualTo(StreamRules.Verdict.GO_ON);
    assertThat(say(rules, "3ba")).isEqualTo(StreamRules.Verdict.GO_ON);
    assertThat(say(rules, "r")).isEqualTo(StreamRules.Verdict.STOP);
    assertThat(rules.stopped()).isTrue();
    Injection injection = rules.interruption();
    assertThat(injection.rules()).containsExactly("r");
    assertThat(injection.context()).isEqualTo(RulePolicy.Context.DISCARD);
    assertThat(injection.text())
        .startsWith("<system-interrupt reason=\"rule_violation\" rule=\"r\">")
        .contains("Keep to it.")
        .endsWith("</system-interrupt>");
  }

  @Test
  void aWordThatMayGoOnIsNotOverYet() {
    StreamRules rules = rules("condition: \\bany\\b");
    rules.beginTurn();
    assertThat(say(rules, "is any")).isEqualTo(StreamRules.Verdict.GO_ON);
    assertThat(say(rules, "thing")).isEqualTo(StreamRules.Verdict.GO_ON);
    assertThat(say(rules, ", any ")).isEqualTo(StreamRules.Verdict.STOP);
    StreamRules last = rules("condition: \\bany\\b");
    last.beginTurn();
    last.heard(new ModelEvent.TextStarted(0));
    assertThat(say(last, "is any")).isEqualTo(StreamRules.Verdict.GO_ON);
    assertThat(last.heard(new ModelEvent.TextEnded(0, new Part.Text("is any"))))
        .isEqualTo(StreamRules.Verdict.STOP);
  }

  /// The streamed search finds what a search of the whole text finds, for many expressions, texts
  /// and cuts.
  @Test
  void streamingFindsWhatTheWholeTextHolds() {
    List<String> expressions =
        List.of(
            "abc",
            "(?i)aBc",
            "a.c",
            "a[^b]c",
            "ab{2,4}c",
            "^ab",
            "bc$",
            "a(b|cc)+a",
            "a.*c.*b",
            "\\bab\\b",
            "(?<=a)b(?=c)",
            "[abc]{7}",
            "aa|bb|cab",
            "ä+b",
            "c\\s+a",
            "(a)\\1b");
    for (int seed = 0; seed < 400; seed++) {
      var random = new Random(seed);
      String expression = expressions.get(random.nextInt(expressions.size()));
      String alphabet = "abc \nä";
      var text = new StringBuilder();
      int length = random.nextInt(60);
      for (int i = 0; i < length; i++) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      boolean expected =
          Pattern.compile(expression, Pattern.MULTILINE | Pattern.UNIX_LINES).matcher(text).find();
      StreamRules rules = rules("condition: '" + expression + "'");
      rules.beginTurn();
      rules.heard(new ModelEvent.TextStarted(0));
      boolean stopped = false;
      for (int at = 0; at < text.length(); ) {
        int to = Math.min(text.length(), at + 1 + random.nextInt(5));
        stopped |= say(rules, text.substring(at, to)) == StreamRules.Verdict.STOP;
        at = to;
      }
      stopped |=
          rules.heard(new ModelEvent.TextEnded(0, new Part.Text(text.toString())))
              == StreamRules.Verdict.STOP;
      assertThat(stopped).as("seed %d: %s in '%s'", seed, expression, text).isEqualTo(expected);
    }
  }

  @Test
  void aLongStreamIsWatchedToItsEnd() {
    StreamRules rules = rules("condition: ['alpha[\\s\\S]*omega', '[xyz]{3}\\d[xyz]{3}']");
    rules.beginTurn();
    rules.heard(new ModelEvent.TextStarted(0));
    for (int i = 0; i < 5000; i++) {
      assertThat(say(rules, (i % 50 == 0 ? "alpha" : "beta") + " and so on "))
          .isEqualTo(StreamRules.Verdict.GO_ON);
    }
    StreamRules.Verdict verdict = say(rules, "omega");
    if (verdict == StreamRules.Verdict.GO_ON) {
      verdict = rules.heard(new ModelEvent.TextEnded(0, new Part.Text("")));
    }
    assertThat(verdict).isEqualTo(StreamRules.Verdict.STOP);
  }

  @Test
  void aNewAttemptForgetsWhatTheOneBeforeSaid() {
    StreamRules rules = rules("condition: foobar");
    rules.beginTurn();
    say(rules, "foo");
    rules.heard(new ModelEvent.Started("m/x"));
    assertThat(say(rules, "bar")).isEqualTo(StreamRules.Verdict.GO_ON);
  }

  @Test
  void scopesTellStreamsApart() {
    StreamRules rules = rules("condition: secret\nscope: thinking");
    rules.beginTurn();
    assertThat(say(rules, "secret")).isEqualTo(StreamRules.Verdict.GO_ON);
    assertThat(rules.heard(new ModelEvent.ThinkingDelta(1, "secret")))
        .isEqualTo(StreamRules.Verdict.STOP);
    StreamRules byDefault = rules("condition: secret");
    byDefault.beginTurn();
    assertThat(byDefault.heard(new ModelEvent.ThinkingDelta(1, "secret")))
        .isEqualTo(StreamRules.Verdict.GO_ON);
  }

  @Test
  void argumentsAreSeenAsTheTextThatTheyMean() {
    Json.Obj arguments =
        Json.object().put("path", "src/a.ts").put("content", "if (x) {\n\tlog(\"ü\");\n}").build();
    StreamRules rules = rules("condition: '\\tlog\\(\"ü\"\\)'\nscope: tool:write_file(*.ts)");
    assertThat(call(rules, "write_file", arguments)).isEqualTo(StreamRules.Verdict.STOP);
    assertThat(rules.interruption().text()).contains("rule=\"r\" path=\"src/a.ts\"");
    StreamRules other = rules("condition: 'log\\('\nscope: tool:write_file(*.js)");
    assertThat(call(other, "write_file", arguments)).isEqualTo(StreamRules.Verdict.GO_ON);
    StreamRules globbed = rules("condition: 'log\\('\nglobs: src/**");
    assertThat(call(globbed, "bash", arguments)).isEqualTo(StreamRules.Verdict.STOP);
    globbed = rules("condition: 'log\\('\nglobs: src/**");
    globbed.beginTurn();
    assertThat(say(globbed, "log(")).isEqualTo(StreamRules.Verdict.GO_ON);
  }

  @Test
  void aPathThatComesAfterTheTextCountsToo() {
    Json.Obj arguments = Json.object().put("content", "log(1)").put("path", "a.ts").build();
    StreamRules rules = rules("condition: 'log\\('\nscope: tool:write_file(*.ts)");
    assertThat(call(rules, "write_file", arguments)).isEqualTo(StreamRules.Verdict.STOP);
    Json.Obj patch =
        Json.object()
            .put("patch", "*** Begin Patch\n*** Update File: a.ts\n+log(1)\n*** End Patch")
            .build();
    StreamRules patched = rules("condition: 'log\\('\nscope: tool:apply_patch(*.ts)");
    assertThat(call(patched, "apply_patch", patch)).isEqualTo(StreamRules.Verdict.STOP);
  }

  @Test
  void aCallWithoutDeltasIsSeenWhole() {
    StreamRules rules = rules("condition: rm -rf");
    rules.beginTurn();
    rules.heard(new ModelEvent.CallStarted(0, "1", "bash"));
    Part.Call call = Part.Call.of("1", "bash", Json.object().put("command", "rm -rf /").build());
    assertThat(rules.heard(new ModelEvent.CallEnded(0, call))).isEqualTo(StreamRules.Verdict.STOP);
  }

  @Test
  void aReminderIsPutInFrontOfTheResultOfOneCall() {
    StreamRules rules = rules("condition: rm\ninterruptMode: never");
    rules.beginTurn();
    for (String id : List.of("1", "2")) {
      rules.heard(new ModelEvent.CallStarted(Integer.parseInt(id), id, "bash"));
      rules.heard(new ModelEvent.CallDelta(Integer.parseInt(id), "{\"command\":\"rm x\"}"));
    }
    var injected = new ArrayList<String>();
    List<Part.Result> results = rules.reminded(List.of(result("1"), result("2")), injected::addAll);
    assertThat(results.getFirst().text())
        .startsWith("<system-reminder reason=\"rule_violation\" rule=\"r\"")
        .endsWith("</system-reminder>\n\nresult of 1");
    assertThat(results.getFirst().envelope().string("reminder", "")).contains("Keep to it.");
    assertThat(results.get(1)).isEqualTo(result("2"));
    assertThat(injected).containsExactly("r");
    assertThat(rules.afterwards()).isEmpty();
  }

  @Test
  void aRuleComesOnceOrAgainAfterItsGap() {
    StreamRules once = rules("condition: bad");
    assertThat(turn(once)).isTrue();
    assertThat(turn(once)).isFalse();
    StreamRules again = rules("condition: bad\nrepeatMode: after-gap\nrepeatGap: 2");
    assertThat(turn(again)).isTrue();
    assertThat(turn(again)).as("0 turns later").isFalse();
    assertThat(turn(again)).as("1 turn later").isFalse();
    assertThat(turn(again)).as("2 turns later").isTrue();
    assertThat(turn(again)).isFalse();
  }

  @Test
  void anAnswerThatFailedUsesNoRuleUp() {
    StreamRules rules = rules("condition: bad\ninterruptMode: never");
    rules.beginTurn();
    say(rules, "bad");
    rules.abandoned();
    rules.beginTurn();
    say(rules, "bad");
    assertThat(rules.afterwards()).isPresent();
  }

  @Test
  void whatWasUsedIsKnownAfterAResume() {
    StreamRules first = rules("condition: bad");
    turn(first);
    assertThat(first.injected()).containsExactly("r");
    StreamRules resumed = rules("condition: bad");
    resumed.restore(first.injected());
    assertThat(turn(resumed)).isFalse();
    resumed.restore(List.of());
    assertThat(turn(resumed)).isTrue();
  }

  @Test
  void anExpressionThatTakesForEverIsSwitchedOffAndTold() {
    StreamRules rules =
        new StreamRules(
            List.of(
                rule("hostile", "condition: ['(a+a+)+\\1xxx$', '(a*)*b']"),
                rule("deep", "condition: '(x|yy)+zz'"),
                rule("good", "condition: finally")),
            warnings::add);
    rules.beginTurn();
    rules.heard(new ModelEvent.TextStarted(0));
    for (int i = 0; i < 500; i++) {
      say(rules, "a".repeat(40) + "xxxxxxxxx");
    }
    assertThat(say(rules, " zz finally")).isEqualTo(StreamRules.Verdict.STOP);
    assertThat(rules.interruption().rules()).contains("good");
    assertThat(warnings)
        .anyMatch(
            warning ->
                warning.startsWith("rules/hostile.md: the condition '")
                    && warning.contains("is switched off"));
  }

  @Test
  void allRulesThatMatchGoIntoOneInjection() {
    StreamRules rules =
        new StreamRules(
            List.of(
                rule("one", "condition: bad\ncontextMode: keep"),
                rule("two", "condition: bad\ninterruptMode: never")),
            warnings::add);
    rules.beginTurn();
    assertThat(say(rules, "bad")).isEqualTo(StreamRules.Verdict.STOP);
    Injection injection = rules.interruption();
    assertThat(injection.rules()).containsExactlyInAnyOrder("one", "two");
    assertThat(injection.context()).isEqualTo(RulePolicy.Context.DISCARD);
  }

  private boolean turn(StreamRules rules) {
    rules.beginTurn();
    boolean caught = say(rules, "so bad") == StreamRules.Verdict.STOP;
    if (caught) {
      rules.interruption();
    } else {
      rules.turnEnded();
    }
    return caught;
  }

  private static StreamRules.Verdict say(StreamRules rules, String text) {
    return rules.heard(new ModelEvent.TextDelta(0, text));
  }

  private static StreamRules.Verdict call(StreamRules rules, String tool, Json.Obj arguments) {
    rules.beginTurn();
    rules.heard(new ModelEvent.CallStarted(0, "1", tool));
    var verdict = StreamRules.Verdict.GO_ON;
    String json = arguments.compact();
    for (int i = 0; i < json.length(); i += 3) {
      String delta = json.substring(i, Math.min(json.length(), i + 3));
      if (rules.heard(new ModelEvent.CallDelta(0, delta)) == StreamRules.Verdict.STOP) {
        verdict = StreamRules.Verdict.STOP;
      }
    }
    if (rules.heard(new ModelEvent.CallEnded(0, Part.Call.of("1", tool, arguments)))
        == StreamRules.Verdict.STOP) {
      verdict = StreamRules.Verdict.STOP;
    }
    return verdict;
  }

  private static Part.Result result(String id) {
    return new Part.Result(
        id, "bash", Part.Outcome.OK, Json.Obj.EMPTY, "result of " + id, List.of());
  }

  private StreamRules rules(String head) {
    return new StreamRules(List.of(rule("r", head)), warnings::add);
  }

  static StreamRule rule(String name, String head) {
    var files =
        new RuleFiles(RulePolicy.DEFAULT, TestHeads::read)
            .add(
                new RuleFiles.Folder(
                    "rules",
                    Map.of(name + ".md", "---\n" + head + "\n---\nKeep to it.\n"),
                    List.of()));
    assertThat(files.problems()).isEmpty();
    return files.rules().getFirst();
  }
}
