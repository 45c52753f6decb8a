package dev.tenon.engine.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.content.Questioned;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// `disableAllHooks`, by whose file it is in.
@Timeout(120)
class SwitchedOffHooksTest extends HookTrial {
  private static final String OFF = "{\"disableAllHooks\": true}";
  private Path home;
  private Path project;

  @BeforeEach
  void makeFolders() throws Exception {
    home = Files.createDirectories(root.resolve("home"));
    project = Files.createDirectories(root.resolve("project"));
  }

  private HookLoader loader() {
    ProjectOptions options =
        ProjectOptions.of(home.resolve(".tenon"), project).withEnvironment(Map.of());
    return new HookLoader(options, List.of(), List.of(), Set.of(), home);
  }

  private static void write(Path folder, String file, String text) throws Exception {
    Path claude = Files.createDirectories(folder.resolve(".claude"));
    Files.writeString(claude.resolve(file), text);
  }

  private static String guard(String command) {
    return "{\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"required\": true,"
        + " \"command\": "
        + Json.of(command).compact()
        + "}]}]}}";
  }

  private void agreeToAll() throws Exception {
    for (Questioned each : loader().questions()) {
      each.decide(Decision.ACCEPTED);
    }
  }

  private List<String> running() {
    return loader().usable().stream().map(hook -> hook.kind().shown()).toList();
  }

  @Test
  void aProjectSwitchesOffItsOwnHooksAndNeverTheUsers() throws Exception {
    write(home, "settings.json", guard("echo never >&2; exit 2"));
    write(project, "settings.json", guard("true"));
    agreeToAll();
    assertThat(running()).containsExactly("echo never >&2; exit 2", "true");

    write(project, "settings.local.json", OFF);
    assertThat(running()).containsExactly("echo never >&2; exit 2");
    HookAnswer answer =
        runner(loader().usable()).run(HookEvent.PRE_TOOL_USE, Json.Obj.EMPTY, List.of());
    assertThat(answer.blocks()).as("the user's guard still guards").isTrue();
    assertThat(loader().warnings())
        .singleElement()
        .asString()
        .startsWith(".claude/settings.local.json: disableAllHooks is set")
        .endsWith("your own hooks do");
  }

  @Test
  void theUserSwitchesOffAllOfClaudeCodesHooks() throws Exception {
    write(home, "settings.json", guard("true"));
    write(home, "settings.local.json", OFF);
    write(project, "settings.json", guard("false"));
    agreeToAll();
    assertThat(running()).isEmpty();
    assertThat(loader().warnings())
        .singleElement()
        .asString()
        .startsWith("~/.claude/settings.local.json: disableAllHooks is set");
  }
}
