package dev.tenon.engine.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.permission.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Only what asks and denies is taken.
class OtherPermissionsTest {
  @TempDir Path temporary;
  private Path root;

  @BeforeEach
  void makeFolder() throws IOException {
    root = temporary.toRealPath();
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private List<String> rules() {
    return OtherPermissions.read(root, Set.of()).rules().stream().map(Rule::describe).toList();
  }

  @Test
  void claude() throws IOException {
    write(
        ".claude/settings.json",
        """
        {"permissions": {
          "allow": ["Bash(rm:*)", "Edit"],
          "ask": ["Bash(git push:*)", "WebFetch(domain:example.org)"],
          "deny": ["Read(./.env)", "Read(//etc/passwd)", "Read(/secrets/**)", "Bash(curl *)",
            "WebSearch", "mcp__github__delete", "Write(docs/**)", 7, "bsh(x)"]
        }}
        """);
    assertThat(rules())
        .containsExactly(
            "deny read(.env) (.claude/settings.json:4)",
            "deny read(/etc/passwd) (.claude/settings.json:4)",
            "deny read(secrets/**) (.claude/settings.json:4)",
            "deny bash(curl) (.claude/settings.json:4)",
            "deny web_search (.claude/settings.json:5)",
            "deny mcp__github__delete (.claude/settings.json:5)",
            "deny write(docs/**) (.claude/settings.json:5)",
            "ask bash(git push) (.claude/settings.json:3)",
            "ask connect(example.org) (.claude/settings.json:3)");
    OtherPermissions read = OtherPermissions.read(root, Set.of());
    assertThat(read.problems())
        .containsExactly(
            ".claude/settings.json:5: a permission must be a text; it is left out",
            ".claude/settings.json:5: deny bsh(x) is not taken: 'bsh' is no kind of rule; did you"
                + " mean bash?");
    assertThat(read.found())
        .filteredOn(each -> each.rule() == null)
        .extracting(OtherPermissions.Found::written)
        .containsExactly("bsh(x)", "Bash(rm:*)", "Edit");
  }

  @Test
  void geminiCodexAndOpencode() throws IOException {
    write(
        ".gemini/settings.json",
        """
        {"tools": {"exclude": ["run_shell_command(git push)", "write_file"], "allowed": ["replace"]}}
        """);
    write(".codex/config.toml", "approval_policy = \"never\"\n");
    write(
        "opencode.json",
        """
        {"permission": {
           "edit": "ask",
           "webfetch": "allow",
           "bash": {"*": "deny", "git status*": "allow", "git push*": "deny"},
           "read": {"*.env": "deny"},
           "glob": "sometimes"},
         "tools": {"grep": false, "bash": true}}
        """);
    assertThat(rules())
        .containsExactly(
            "deny bash(git push) (.gemini/settings.json:1)",
            "deny write (.gemini/settings.json:1)",
            "ask write (opencode.json:2)",
            "ask bash (opencode.json:4)",
            "deny bash(git push*) (opencode.json:4)",
            "deny read(*.env) (opencode.json:5)",
            "deny grep (opencode.json:7)");
    OtherPermissions read = OtherPermissions.read(root, Set.of());
    assertThat(read.problems())
        .containsExactly(
            "opencode.json:6: a permission is allow, ask or deny, was 'sometimes'; it is left out");
    assertThat(read.found())
        .filteredOn(each -> each.rule() == null)
        .extracting(each -> each.written() + ": " + each.why())
        .containsExactly(
            "replace: a project never widens permissions",
            "approval_policy = never: a project does not choose the mode",
            "webfetch: a project never widens permissions",
            "bash(git status*): a project never widens permissions");
  }

  /// A rule that closes nothing is not said to hold.
  @Test
  void whatWouldCloseNothingIsNotTaken() throws IOException {
    write(
        ".claude/settings.json",
        """
        {"permissions": {"deny": [
          "Task(explore)", "Skill(deploy)", "Foo(bar)", "Foo", "mcp__github__delete(x)",
          "Grep(secret/**)", "Glob(./secret/**)", "LS(*)", "Task", "Skill", "TodoWrite", "CronCreate"]}}
        """);
    write(
        "opencode.json",
        """
        {"permission": {
           "external_directory": "deny",
           "task": {"explore": "deny", "*": "ask"},
           "grep": {"secret/*": "deny"}}}
        """);
    assertThat(rules())
        .containsExactly(
            "deny read(secret/**) (.claude/settings.json:3)",
            "deny read(secret/**) (.claude/settings.json:3)",
            "deny list_files (.claude/settings.json:3)",
            "deny task (.claude/settings.json:3)",
            "deny skill (.claude/settings.json:3)",
            "deny todo_write (.claude/settings.json:3)",
            "deny CronCreate (.claude/settings.json:3)",
            "ask task (opencode.json:3)",
            "deny read(secret/*) (opencode.json:4)");
    OtherPermissions read = OtherPermissions.read(root, Set.of());
    assertThat(read.found())
        .filteredOn(each -> each.rule() == null)
        .extracting(OtherPermissions.Found::written)
        .containsExactly(
            "Task(explore)",
            "Skill(deploy)",
            "Foo(bar)",
            "Foo",
            "mcp__github__delete(x)",
            "external_directory",
            "task(explore)");
    assertThat(read.problems())
        .hasSize(7)
        .contains(
            ".claude/settings.json:2: deny Task(explore) is not taken: no rule speaks of single"
                + " uses of task, so it would close nothing; 'task' alone is about all of them",
            "opencode.json:2: deny external_directory is not taken: there is no tool and no kind of"
                + " rule called external_directory, so it would close nothing");
  }
}
