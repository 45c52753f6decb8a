package dev.tenon.engine.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.value.Origin;
import dev.tenon.engine.config.value.Raw;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Hooks whose files have changed since somebody agreed to them: each asks again, and does not run
/// meanwhile.
@Timeout(300)
class ChangedHookTest extends HookTrial {
  private ProjectOptions options() throws Exception {
    Path home = Files.createDirectories(folder.resolve("home"));
    return ProjectOptions.of(home, project()).withEnvironment(Map.of());
  }

  private Path project() throws Exception {
    return Files.createDirectories(root.resolve("project"));
  }

  private void settings(String command) throws Exception {
    Path folder = Files.createDirectories(project().resolve(".claude"));
    Files.writeString(
        folder.resolve("settings.json"),
        "{\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"command\": "
            + Json.of(command).compact()
            + "}]}]}}");
  }

  private void write(String file, String text) throws Exception {
    Path path = project().resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private int questions() throws Exception {
    return new HookLoader(options(), List.of()).questions().size();
  }

  private void agree() throws Exception {
    new HookLoader(options(), List.of()).questions().getFirst().decide(Decision.ACCEPTED);
    assertThat(questions()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      textBlock =
          """
          . .claude/hooks/env.inc  @ .claude/hooks/env.inc
          sh .claude/hooks/a.sh  @ .claude/hooks/a.sh
          node .claude/hooks/check  @ .claude/hooks/check.js
          node .claude/hooks/pkg  @ .claude/hooks/pkg/package.json
          node --import ./.claude/hooks/x .  @ .claude/hooks/x.mjs
          python3 -m hk.check  @ hk/check.py
          python3 -m hk.check  @ hk/__init__.py
          python3 -m hk  @ hk/__main__.py
          python3 .claude/hooks/pkg  @ .claude/hooks/pkg/__main__.py
          make -s check  @ Makefile
          make -C tools check  @ tools/makefile
          npm run -s check  @ package.json
          timeout 5 npm --prefix web test  @ web/package.json
          mvn -q verify  @ pom.xml
          cat .claude/hooks/text | sh  @ .claude/hooks/text
          sh < .claude/hooks/text  @ .claude/hooks/text
          java .claude/hooks/Hook.java  @ .claude/hooks/Hook.java
          sh .claude/hooks/l*.sh  @ .claude/hooks/lint.sh
          for f in .claude/*/[ab].sh; do . $f; done  @ .claude/hooks/b.sh
          awk -f .claude/hooks/p.awk  @ .claude/hooks/p.awk
          cd .claude/hooks && . ./env.inc  @ .claude/hooks/env.inc
          sh "$CLAUDE_PROJECT_DIR"/lint  @ lint
          bash -c 'source "${CLAUDE_PROJECT_DIR:-.}/lint"'  @ lint
          date > log; . ./log  @ log
          cat x | tee hooks.sh; sh hooks.sh  @ hooks.sh
          touch a.sh && sh a.sh  @ a.sh
          [ -f a.sh ] && sh ./a.sh  @ a.sh
          [ -f a.sh ] && . "$CLAUDE_PROJECT_DIR"/a.sh  @ a.sh
          touch() { sh "$1"; }; touch a.sh  @ a.sh
          ./touch a.sh  @ a.sh
          PATH=.:$PATH touch a.sh  @ a.sh
          L=a.sh; date >> $L; . ./$L  @ a.sh
          L=a.sh; date >> $L; sh "$L"  @ a.sh
          L=a.sh; date >> $L; eval ". ./$M"  @ a.sh
          L=a.sh; date >> $L; . ./b.sh  @ a.sh
          L=a.sh sh -c 'date >> x; . $L'  @ a.sh
          export L=a.sh; date >> $L; ./b.sh  @ a.sh
          L=a.sh; date >> "$(. ./$L)"  @ a.sh
          for f in a.sh; do [ -f $f ] && . ./$f; done  @ a.sh
          sh "$CLAUDE_PROJECT_DIR"/hooks/"a.sh" >> "$CLAUDE_PROJECT_DIR"/log  @ hooks/a.sh
          cp a.sh /tmp/x; sh /tmp/x  @ a.sh
          sort rules.txt > out.txt  @ rules.txt
          grep -q '*.inc' x; . ./*.inc  @ a.inc
          sed '1e sh *.sh'  @ a.sh
          sed 's/x/sh *.sh /e'  @ a.sh
          sh -c 'for f in *.sh; do . ./$f; done'  @ a.sh
          case x in x) sh *.sh;; esac  @ a.sh
          (. *.inc)  @ a.inc
          awk 'BEGIN { system("sh *.sh") }'  @ a.sh
          """)
  void aChangedFileAsksAgain(String command, String file) throws Exception {
    settings(command);
    write(file, "one\n");
    agree();
    write(file, "two\n");
    assertThat(questions()).as("changed").isOne();
    agree();
    Files.delete(project().resolve(file));
    assertThat(questions()).as("removed").isOne();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      textBlock =
          """
          sh .claude/hooks/a.sh  @ notes.md
          date >> .claude/log.txt  @ .claude/log.txt
          cat | tee -a .claude/log  @ .claude/log
          echo  @ Makefile
          jq -r .tool_input.file_path >> "$CLAUDE_PROJECT_DIR"/.claude/audit.log  @ .claude/audit.log
          jq -r .x >> "$CLAUDE_PROJECT_DIR/.claude/audit.log"  @ .claude/audit.log
          jq -r .x >> "${CLAUDE_PROJECT_DIR:-.}"/.claude/audit.log  @ .claude/audit.log
          cat | tee -a "$CLAUDE_PROJECT_DIR"/t.log  @ t.log
          cat > '.claude'/"audit".log  @ .claude/audit.log
          L="$CLAUDE_PROJECT_DIR/z.log"; date >> "$L"  @ z.log
          L="$CLAUDE_PROJECT_DIR"/z.log; date >> "$L"; date | tee -a $L  @ z.log
          L=z2.log; date >> $L  @ z2.log
          L=z2.log; mkdir -p "$(dirname "$L")"; [ -s "$L" ] || echo x > "$L"; date >> ${L}  @ z2.log
          touch fmt.log; date >> fmt.log  @ fmt.log
          [ -f seen.log ] || date > seen.log  @ seen.log
          if test ! -e seen.log; then date > seen.log; fi  @ seen.log
          bash -c 'if [[ -f seen.log ]]; then date >> seen.log; fi'  @ seen.log
          sh -c 'L=a.log; date >> "$L"'  @ a.log
          { date; cat; } >> "$CLAUDE_PROJECT_DIR"/a.log 2>&1  @ a.log
          date | timeout 5 tee -a a.log  @ a.log
          f=$(sed 's/.*"path":"\\([^"]*\\)".*/\\1/'); sed -i 's/;*$/;/' "$f"  @ a.js
          jq -r '.[] | .x' | grep -v '*' | xargs sed -i 's/$/;/'  @ a.js
          case "$f" in *.js|*.ts) npx prettier --write "$f";; *.md) exit 0;; esac  @ a.js
          bash -c '[[ $f == *.js ]] && npx prettier --write "$f"'  @ a.js
          """)
  void whatItHasNothingToDoWithAsksNothing(String command, String file) throws Exception {
    settings(command);
    write(file, "one\n");
    agree();
    write(file, "two\n");
    assertThat(questions()).isZero();
  }

  @Test
  void aChangedByteOfALargeScriptAsksAgain() throws Exception {
    settings("node big.js");
    write("big.js", "1;\n");
    Path script = project().resolve("big.js");
    try (var file = new RandomAccessFile(script.toFile(), "rw")) {
      file.setLength(17 * 1024 * 1024);
    }
    agree();
    try (var file = new RandomAccessFile(script.toFile(), "rw")) {
      file.seek(16 * 1024 * 1024);
      file.write('x');
    }
    assertThat(questions()).isOne();
  }

  /// A hook that was let in is not another one later in the same conversation.
  @Test
  void aScriptThatChangesMeanwhileDoesNotRun() throws Exception {
    settings("sh .claude/hooks/a.sh");
    write(".claude/hooks/a.sh", "echo no >&2; exit 2\n");
    agree();
    List<Hook> usable = new HookLoader(options(), List.of()).usable();
    assertThat(usable).hasSize(1);
    HookRunner runner = runner(usable, project());
    assertThat(run(runner).blocks()).isTrue();
    write(".claude/hooks/a.sh", "touch ran; echo '{\"decision\": \"approve\"}'\n");
    HookAnswer answer = run(runner);
    assertThat(answer.verdict()).isEqualTo(HookAnswer.Verdict.NONE);
    assertThat(answer.said())
        .anyMatch(
            line -> line.contains(".claude/hooks/a.sh has changed") && line.contains("start"));
    assertThat(project().resolve("ran")).doesNotExist();
    write(".claude/hooks/a.sh", "echo no >&2; exit 2\n");
    assertThat(run(runner).blocks()).as("as it was").isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      textBlock =
          """
          cat >/dev/null; echo x >> "$CLAUDE_PROJECT_DIR"/.claude/audit.log; exit 2 @ .claude/audit.log
          echo x | tee -a "$CLAUDE_PROJECT_DIR"/t.log; exit 2 @ t.log
          L="$CLAUDE_PROJECT_DIR/z.log"; echo x >> "$L"; exit 2  @ z.log
          L=z2.log; echo x >> $L; exit 2  @ z2.log
          touch fmt.log; echo x >> fmt.log; exit 2  @ fmt.log
          [ -f seen.log ] || echo x > seen.log; echo x >> seen.log; exit 2  @ seen.log
          """)
  void aHookThatLogsGoesOnGuarding(String command, String file) throws Exception {
    settings(command);
    agree();
    HookRunner runner = runner(new HookLoader(options(), List.of()).usable(), project());
    for (int i = 0; i < 3; i++) {
      assertThat(run(runner).blocks()).as("run " + i).isTrue();
    }
    assertThat(project().resolve(file)).content().startsWith("x\nx\nx\n");
    assertThat(questions()).isZero();
  }

  private static HookAnswer run(HookRunner runner) throws InterruptedException {
    return runner.run(HookEvent.PRE_TOOL_USE, Json.Obj.EMPTY, List.of());
  }

  private static Configuration.WrittenHooks written(
      String command, boolean required, Origin origin) {
    var hook =
        new Raw.Fields(
            List.of(
                new Raw.Field("type", 2, new Raw.Text("command", 2)),
                new Raw.Field("command", 2, new Raw.Text(command, 2)),
                new Raw.Field("required", 2, new Raw.Text(Boolean.toString(required), 2))),
            2);
    return new Configuration.WrittenHooks("PreToolUse", new Raw.Items(List.of(hook), 2), origin);
  }

  /// The user's own hook runs outside the wall, so what it runs of the project may not change.
  @Test
  void aScriptOfTheProjectInAHookOfTheUserDoesNotRunWhenItChanges() throws Exception {
    write("lint.sh", "exit 0\n");
    var hooks =
        List.of(
            written(
                "sh \"$CLAUDE_PROJECT_DIR\"/lint.sh", true, new Origin.UserFile("config.yml", 2)));
    var loader = new HookLoader(options(), hooks);
    assertThat(loader.questions()).isEmpty();
    HookRunner runner = runner(loader.usable(), project());
    assertThat(run(runner)).isEqualTo(HookAnswer.NOTHING);
    write("lint.sh", "touch ran\n");
    assertThat(run(runner).blocks()).as("required").isTrue();
    assertThat(project().resolve("ran")).doesNotExist();
  }

  @Test
  void theFilesOfAHookInAProjectsConfigurationAreAgreedTo() throws Exception {
    write("check.inc", "exit 0\n");
    var origin = new Origin.ProjectFile(".tenon/config.yml", 2);
    var hooks = List.of(written(". ./check.inc", false, origin));
    var loader = new HookLoader(options(), hooks);
    assertThat(loader.usable()).isEmpty();
    assertThat(loader.questions().getFirst().question().orElse(""))
        .contains("The project's configuration", "check.inc", "behind the wall");
    loader.questions().getFirst().decide(Decision.ACCEPTED);
    assertThat(new HookLoader(options(), hooks).usable()).hasSize(1);
    write("check.inc", "exit 2\n");
    assertThat(new HookLoader(options(), hooks).usable()).isEmpty();
    assertThat(new HookLoader(options(), List.of(written("exit 0", false, origin))).usable())
        .as("names no file, and the configuration as a whole was agreed to")
        .hasSize(1);
  }
}
