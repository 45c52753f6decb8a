package dev.tenon.engine.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.engine.hook.HookAnswer.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Which hooks could not run, told apart from those that had their say, and which scripts they run.
@Timeout(300)
class HookScriptsTest extends HookTrial {
  @Test
  void aScriptThatIsMissingIsNoVerdict() throws Exception {
    for (String line :
        List.of(
            "python3 gone.py",
            "python3 \"$CLAUDE_PROJECT_DIR/.claude/hooks/gone.py\" --strict",
            "./gone.sh",
            "\"$CLAUDE_PROJECT_DIR\"/gone.sh",
            "/usr/bin/env python3 ./gone.py",
            "cd . && python3 " + root + "/gone.py",
            "cat | python3 gone.py",
            "python3 gone",
            "python3 -W ignore gone.py",
            "timeout 20 python3 gone.py",
            "bash -lc 'python3 ./gone.py'",
            "HOOKS=.; python3 \"$HOOKS/gone.py\"",
            "perl gone.pl",
            "perl -w ./gone")) {
      HookAnswer answer = run(command(HookEvent.PRE_TOOL_USE, line));
      assertThat(answer.verdict()).as(line).isEqualTo(Verdict.NONE);
      assertThat(answer.said()).as(line).anyMatch(said -> said.contains("could not be run"));
    }
    Files.writeString(root.resolve("plain.sh"), "exit 0\n");
    assertThat(run(command(HookEvent.PRE_TOOL_USE, "./plain.sh")).said())
        .anyMatch(said -> said.contains("chmod +x"));
    HookAnswer required =
        run(hook(HookEvent.PRE_TOOL_USE, new Hook.Kind.Command("python3 gone.py", null), true));
    assertThat(required.blocks()).isTrue();
    assertThat(required.reason()).contains("gone.py").contains("required");
  }

  /// What only looks like a script that is missing must not keep a hook from having its say.
  @Test
  void whatIsNoMissingScriptIsAVerdict() throws Exception {
    Files.writeString(root.resolve("no.sh"), "echo no >&2\nexit 2\n");
    for (String line :
        List.of(
            "bash -lc './gone.sh || { echo no >&2; exit 2; }'",
            "bash -lc 'sh ./no.sh'",
            "bash -euo pipefail -c 'cat >/dev/null; sh ./no.sh'",
            "perl -ne 'print STDERR qq(no\\n); exit 2 if m/a.b|./'",
            "python3 -Ic \"import sys; print('no', file=sys.stderr); sys.exit(2)\"",
            "[ -x ./gone.sh ] && ./gone.sh; echo no >&2; exit 2",
            "timeout 20 sh ./no.sh")) {
      HookAnswer answer = run(command(HookEvent.PRE_TOOL_USE, line));
      assertThat(answer.verdict()).as(line + person).isEqualTo(Verdict.BLOCK);
      assertThat(answer.reason()).as(line).endsWith("no");
    }
  }

  /// What is agreed to has the scripts in it, however they are run.
  @Test
  void theScriptsOfACommandAreFound() throws Exception {
    Path script = Files.createDirectories(root.resolve("hooks")).resolve("a.sh");
    Files.writeString(script, "exit 0\n");
    Files.writeString(root.resolve("notes.md"), "");
    var scripts = new HookScripts(root, null);
    for (String line :
        List.of(
            "sh hooks/a.sh",
            "timeout 5 sh hooks/a.sh",
            "bash -lc 'sh hooks/a.sh > notes.md'",
            "\"$(git rev-parse --show-toplevel)/hooks/a.sh\"",
            "sh \"${CLAUDE_PROJECT_DIR:-.}/hooks/a.sh\"",
            "cd hooks && sh ./a.sh",
            "find . -name x -exec sh hooks/a.sh {} +")) {
      assertThat(scripts.of(new Hook.Kind.Command(line, null))).as(line).containsExactly(script);
    }
    assertThat(scripts.of(new Hook.Kind.Command("sh", List.of("-c", "hooks/a.sh"))))
        .containsExactly(script);
    assertThat(scripts.of(new Hook.Kind.Command("cat gone.sh >> notes.md", null))).isEmpty();
    assertThat(scripts.of(new Hook.Kind.Command("cat | tee -a notes.md", null))).isEmpty();
  }
}
