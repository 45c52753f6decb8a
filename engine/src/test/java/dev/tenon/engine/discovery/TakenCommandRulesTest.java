package dev.tenon.engine.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What becomes of a rule about commands, pages and notebooks, effect by effect.
class TakenCommandRulesTest {
  @TempDir Path root;

  /// What denies is as wide as it is meant; what allows stays as it was.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "Bash(git push:*) | bash(git push) | bash(git push)",
        "Bash(ls *) | bash(ls) | bash(ls)",
        "Bash(git push*) | bash(git push*) | bash(git push*)",
        "Bash(rm -rf*) | bash(rm -rf*) | bash(rm -rf*)",
        "Bash(npm run test:unit) | bash(npm run test:unit) | bash(npm run test:unit)",
        "Bash(*) | bash | bash",
        "Bash | bash | bash",
        "Bash(*DROP TABLE*) | text(*DROP TABLE*) | bash(*DROP TABLE*)",
        "Bash(*prod*) | text(*prod*) | bash(*prod*)",
        "Bash(psql * DROP *) | text(psql * DROP *) | bash(psql * DROP)",
        "Bash(* > /etc/*) | text(* > /etc/*) | bash(* > /etc/*)",
        "Bash(npm*publish) | text(npm*publish) | bash(npm*publish)",
        "Bash(npm run *:prod:*) | text(npm run *:prod:*) | bash(npm run *:prod)",
        "Bash(rm -rf ~/*) | text(rm -rf ~/*) | bash(rm -rf ~/*)",
        "Bash(FOO=1 make) | text(FOO=1 make) | bash(FOO=1 make)",
        "Bash(psql -c \"DROP*) | text(psql -c \"DROP*) | bash(psql -c \"DROP*)",
        "WebFetch | connect | connect",
        "WebFetch(domain:x.example) | connect(x.example) | connect(x.example)",
        "NotebookEdit | write(*.ipynb) | write(*.ipynb)",
        "NotebookEdit(*) | write(*.ipynb) | write(*.ipynb)",
        "NotebookEdit(docs/**) | write(docs/**) | write(docs/**)",
        "NotebookRead | read(*.ipynb) | read(*.ipynb)",
        "Write | write | write",
      })
  void isTakenByItsEffect(String written, String closing, String allowing) {
    assertThat(PermissionWords.rule(Verdict.DENY, written)).isEqualTo(closing);
    assertThat(PermissionWords.rule(Verdict.ASK, written)).isEqualTo(closing);
    assertThat(PermissionWords.rule(Verdict.ALLOW, written)).isEqualTo(allowing);
  }

  @Test
  void aTextIsNamedAsItIsWritten() throws IOException {
    Files.createDirectory(root.resolve(".claude"));
    Files.writeString(
        root.resolve(".claude/settings.json"),
        "{\"permissions\": {\"deny\": [\n\"Bash(*DROP TABLE*)\",\n\"Bash(a\\u0007 * b)\"]}}");
    Files.writeString(
        root.resolve("opencode.json"),
        """
        {"permission": {"webfetch": "deny",
          "bash": {"git * --force*": "deny", "kubectl ?rod *": "ask", "x * y": "allow"}}}
        """);
    OtherPermissions read = OtherPermissions.read(root, Set.of());
    assertThat(read.rules().stream().map(Rule::describe))
        .containsExactly(
            "deny text(*DROP TABLE*) (.claude/settings.json:2, as Bash(*DROP TABLE*))",
            "deny connect (opencode.json:1)",
            "deny text(git * --force*) (opencode.json:2, as bash(git * --force*))",
            "ask text(kubectl *rod *) (opencode.json:2, as bash(kubectl ?rod *))");
    assertThat(read.problems())
        .singleElement()
        .asString()
        .startsWith(".claude/settings.json:3: deny Bash(a")
        .endsWith("is not taken: the rule for text holds a control character");
    assertThat(read.found())
        .filteredOn(each -> each.wanted() == Verdict.ALLOW)
        .extracting(OtherPermissions.Found::text)
        .isEqualTo(List.of("bash(x * y)"));
  }
}
