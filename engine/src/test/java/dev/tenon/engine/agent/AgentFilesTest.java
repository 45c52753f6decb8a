package dev.tenon.engine.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.model.Effort;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.Rule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files of agents as people write them for several programs, with every fault that was seen.
final class AgentFilesTest {
  @TempDir Path folder;

  /// @param holds of the agent; null when none can be made of the file
  /// @param findings words of the findings, in any order; none for none at all
  private record Row(
      String name, String text, @Nullable Predicate<AgentDefinition> holds, List<String> findings) {
    private static Row of(String name, String head, Predicate<AgentDefinition> holds) {
      return new Row(name, "---\n" + head + "\n---\nDo the work.\n", holds, List.of());
    }

    private Row telling(String... words) {
      return new Row(name, text, holds, List.of(words));
    }
  }

  private static Row broken(String name, String text, String... words) {
    return new Row(name, text, null, List.of(words));
  }

  private static final String D = "description: Does things\n";

  private static List<Row> rows() {
    var rows = new ArrayList<Row>();
    rows.add(Row.of("plain", D.strip(), agent -> agent.tools().has("bash")));
    rows.add(Row.of("named", D + "name: other-name", agent -> agent.name().equals("other-name")));
    rows.add(
        Row.of(
                "colons",
                "description: Use this agent when: (1) tests fail, (2) logs say: ERROR",
                agent -> agent.description().contains("(2) logs say: ERROR"))
            .telling("as if such texts were in quotes"));
    rows.add(
        Row.of(
                "examples",
                "description: Reviews. <example>Context: x. user: \"go\" assistant:"
                    + " \"ok\"</example>\n"
                    + "color: purple",
                agent -> agent.description().startsWith("Reviews. <example>"))
            .telling("as if such texts were in quotes"));
    rows.add(
        Row.of(
            "folded",
            "description: >\n  First line\n  second line",
            agent -> agent.description().equals("First line second line")));
    rows.add(
        Row.of(
            "words",
            D + "tools: Read, Grep, Glob",
            agent ->
                agent.tools().has("read_file")
                    && agent.tools().has("grep")
                    && !agent.tools().has("bash")));
    rows.add(
        Row.of(
            "servers",
            D
                + "tools: Read, mcp__b__one\n"
                + "mcpServers:\n  - a\n  - b:\n      command: run\n      args: [x]\n  - c:",
            agent ->
                agent.servers().names().equals(List.of("a", "c"))
                    && agent
                        .servers()
                        .own()
                        .toString()
                        .equals("{b={\"command\":\"run\",\"args\":[\"x\"]}}")
                    && agent.servers().line() == 4
                    && agent.tools().has("mcp__a__any")
                    && agent.tools().has("mcp__b__one")
                    && !agent.tools().has("mcp__b__two")
                    && !agent.tools().has("mcp__d__any")));
    rows.add(
        Row.of(
            "servers-by-name",
            D + "mcpServers:\n  b: {url: 'https://example.com/mcp'}",
            agent -> agent.servers().own().containsKey("b") && agent.tools().has("bash")));
    rows.add(
        Row.of("servers-odd", D + "mcpServers: 7", agent -> agent.servers().isEmpty())
            .telling("3: 'mcpServers' must be a list of names of servers"));
    rows.add(
        Row.of(
            "list",
            D + "tools:\n  - Read\n  - Edit",
            agent -> agent.tools().has("edit_file") && !agent.tools().has("write_file")));
    rows.add(
        Row.of(
            "map",
            D + "tools:\n  write: false\n  edit: false",
            agent -> agent.tools().has("bash") && !agent.tools().has("write_file")));
    rows.add(
        Row.of(
            "closed",
            D + "tools:\n  \"*\": false\n  read: true",
            agent -> agent.tools().has("read_file") && !agent.tools().has("bash")));
    rows.add(
        Row.of(
            "prefix",
            D + "tools: Bash(git log:*), Read",
            agent -> List.of("git log").equals(agent.own().commands())));
    rows.add(
        Row.of(
                "guarded",
                D + "hooks:\n  PreToolUse:\n    - matcher: Bash\n",
                agent -> agent.tools().has("bash"))
            .telling("3: 'hooks' in a head are not supported"));
    rows.add(
        Row.of(
            "denied",
            D + "disallowedTools: Bash, Write",
            agent -> !agent.tools().has("bash") && agent.tools().has("read_file")));
    for (String offline : List.of("disallowedTools: WebFetch, Bash", "tools:\n  webfetch: false")) {
      rows.add(
          Row.of(
              "offline" + offline.length(),
              D + offline,
              agent ->
                  agent.tools().has("read_file")
                      && agent.own().rules().size() == 1
                      && agent.own().rules().getFirst().subject().equals(Rule.CONNECT)));
    }
    rows.add(
        Row.of(
            "denied-stars",
            D + "disallowedTools: [Bash*, 'W*', 'mcp__*__drop', 'deploy_*']",
            agent ->
                !agent.tools().has("bash")
                    && !agent.tools().has("write_file")
                    && !agent.tools().has("mcp__db__drop")
                    && !agent.tools().has("deploy_now")
                    && agent.tools().has("mcp__db__list")
                    && agent.tools().has("read_file")));
    rows.add(
        Row.of(
            "allowed-stars",
            D + "tools: ['*Edit', Gr*]",
            agent ->
                agent.tools().has("edit_file")
                    && agent.tools().has("grep")
                    && !agent.tools().has("write_file")));
    rows.add(
        Row.of(
                "denied-foreign",
                D + "disallowedTools: BashOutput, NotebookRead, deploy",
                agent -> agent.tools().has("bash") && !agent.tools().has("deploy"))
            .telling("there is no tool 'BashOutput'", "there is no tool 'deploy'"));
    rows.add(
        Row.of("server", D + "tools: mcp__house__*", agent -> agent.tools().has("mcp__house__x")));
    rows.add(
        Row.of("lacking", D + "tools: TodoWrite, WebSearch", agent -> !agent.tools().has("bash")));
    rows.add(Row.of("inherit", D + "model: inherit", agent -> agent.model() == null));
    rows.add(Row.of("family", D + "model: sonnet", agent -> "sonnet".equals(agent.model())));
    rows.add(
        Row.of(
            "model",
            D + "model: openai/gpt-5\neffort: high",
            agent -> "openai/gpt-5".equals(agent.model()) && agent.effort() == Effort.HIGH));
    rows.add(
        Row.of("effort", D + "effort: enormous", agent -> agent.effort() == null)
            .telling("there is no effort 'enormous'"));
    rows.add(
        Row.of("planning", D + "permissionMode: plan", agent -> agent.own().mode() == Mode.PLAN));
    rows.add(
        Row.of(
                "bypass",
                D + "permissionMode: bypassPermissions",
                agent -> agent.own().mode() == null)
            .telling("widens nothing"));
    rows.add(
        Row.of("allowed", D + "allowed-tools: Bash", agent -> agent.tools().allowed().isEmpty())
            .telling("'allowed-tools' allows nothing here"));
    rows.add(
        Row.of(
            "opencode",
            D + "mode: subagent\ntemperature: 0.1\npermission:\n  edit: deny\n  bash: ask",
            agent -> agent.own().rules().size() >= 2 && agent.own().mode() == null));
    rows.add(Row.of("turns", D + "maxTurns: 7", agent -> agent.steps() == 7));
    rows.add(
        Row.of("many", D + "steps: many", agent -> agent.steps() == 0)
            .telling("steps must be a number from 1, was 'many'"));
    rows.add(
        Row.of(
            "lead",
            D + "spawns: [explore, task]\nblocking: true\nhidden: true",
            agent ->
                agent.maySpawn("task")
                    && !agent.maySpawn("plan")
                    && agent.waiting() == AgentDefinition.Waiting.BLOCKING
                    && agent.listing() == AgentDefinition.Listing.HIDDEN));
    rows.add(
        Row.of(
            "layer",
            D + "isolation: layer\nskills: [pdf, xlsx]",
            agent ->
                agent.isolation() == AgentDefinition.Isolation.LAYER
                    && agent.skills().equals(List.of("pdf", "xlsx"))));
    rows.add(
        Row.of(
            "schema",
            D + "output:\n  type: object\n  properties: {n: {type: integer}}",
            agent -> agent.output() != null));
    rows.add(
        Row.of(
                "away",
                D + "output: {$ref: 'http://example.com/x'}",
                agent -> agent.output() == null)
            .telling("the schema cannot be used"));
    rows.add(Row.of("unknown", D + "favourite: blue", agent -> true).telling("'favourite'"));
    rows.add(
        new Row("headless", "# Reviewer\nReview it.\n", agent -> true, List.of("no description")));
    rows.add(
        new Row(
            "windows",
            "---\r\ndescription: With returns\r\n---\r\nDo it.\r\n",
            agent -> agent.description().equals("With returns"),
            List.of()));
    rows.add(new Row("marked", "\uFEFF---\n" + D + "---\nDo it.\n", agent -> true, List.of()));
    rows.add(
        broken(
            "projfs", "---\n" + D + "isolation: fuse-projfs\n---\nDo it.\n", "on Windows alone"));
    rows.addAll(wrongWords());
    rows.addAll(narrowed());
    rows.add(broken("empty", "---\n" + D + "---\n", "has no instructions"));
    rows.add(broken("path", "---\nname: ../x\n" + D + "---\nDo it.\n", "cannot be called"));
    rows.add(broken("endless", "---\n" + D + "never: ends\n", "no closing '---'"));
    rows.add(broken("off", "---\n" + D + "disable: true\n---\nDo it.\n", "switched off"));
    rows.add(broken("binary", "---\n" + D + "---\nDo\0it.\n", "not text"));
    return rows;
  }

  /// Words that mean nothing where something narrows: the agent is not used.
  private static List<Row> wrongWords() {
    var rows = new ArrayList<Row>();
    record Wrong(String head, String told) {}
    for (Wrong wrong :
        List.of(
            new Wrong(
                "mode: plna", "there is no mode 'plna'; there are plan, ask, edit, auto, full"),
            new Wrong("mode: plna", "did you mean plan?"),
            new Wrong("mode: [plan]", "'mode' must be one word"),
            new Wrong("permissionMode: pla", "did you mean plan?"),
            new Wrong("isolation: layr", "did you mean layer?"),
            new Wrong("permission:\n  edit: dney", "did you mean deny?"),
            new Wrong("permission:\n  edit: false", "none of allow, ask and deny"),
            new Wrong("permission:\n  edti: deny", "did you mean edit?"),
            new Wrong("permission: deny", "indented below it"),
            new Wrong("tools:\n  write: nope", "must be true or false"),
            new Wrong(
                "disallowedTools: Read, Bahs", "no tool 'Bahs' to take away; did you mean bash?"),
            new Wrong("tools:\n  wirte: false", "did you mean write?"),
            new Wrong("tools: Bash(git log", "only one of its parentheses"),
            new Wrong("disallowedTools: {Bash: true}", "must be a list of texts"),
            new Wrong("disallowedTools:\n  - Bash(rm: x)", "must be a list of texts"))) {
      rows.add(
          broken(
              "wrong" + rows.size(),
              "---\n" + D + wrong.head + "\n---\nDo it.\n",
              "error: ",
              wrong.told));
    }
    return rows;
  }

  /// A description that YAML refuses loses nothing of what narrows beside it.
  private static List<Row> narrowed() {
    String unquoted = "description: Use when: reading\n";
    String quotes = "as if such texts were in quotes";
    var rows = new ArrayList<Row>();
    rows.add(
        Row.of(
                "repaired-permission",
                unquoted + "permission:\n  edit: deny\n  bash: ask",
                agent -> agent.own().rules().size() == 2)
            .telling(quotes));
    rows.add(
        Row.of(
                "repaired-list",
                unquoted + "disallowedTools: [Write, Edit, Bash]",
                agent ->
                    !agent.tools().has("write_file")
                        && !agent.tools().has("edit_file")
                        && !agent.tools().has("bash")
                        && agent.tools().has("read_file"))
            .telling(quotes));
    rows.add(
        Row.of(
                "repaired-unknown",
                unquoted
                    + "mode: plan\nmyteam: infra\ndisallowedTools: Write, Bash\nmyteams: [a]\n"
                    + "tools: [Read, Bash]\nour key: x",
                agent ->
                    agent.own().mode() == Mode.PLAN
                        && agent.tools().has("read_file")
                        && !agent.tools().has("bash")
                        && !agent.tools().has("grep"))
            .telling(quotes, "4: 'myteam' means nothing here"));
    rows.add(
        Row.of(
                "repaired-permissionMode",
                unquoted + "permissionMode: plan\nmyteam: infra",
                agent -> agent.own().mode() == Mode.PLAN)
            .telling(quotes));
    rows.add(
        Row.of(
                "repaired-map",
                unquoted + "tools:\n  write: false\n  edit: no\n\"mode\" : plan",
                agent ->
                    agent.tools().has("bash")
                        && !agent.tools().has("write_file")
                        && !agent.tools().has("edit_file")
                        && agent.own().mode() == Mode.PLAN)
            .telling(quotes));
    rows.add(
        Row.of(
                "repaired-items",
                D + "tools:\n  - Read\n  - Bash(git log: *)\nspawns: *",
                agent ->
                    agent.tools().has("read_file")
                        && List.of("git log").equals(agent.own().commands())
                        && agent.maySpawn("task"))
            .telling(quotes));
    rows.add(
        Row.of(
                "repaired-unclosed",
                "description: Reviews: <example>\nuser: \"go\"\ndisallowedTools: Bash",
                agent -> !agent.tools().has("bash"))
            .telling(quotes));
    String closed = "the file is not used, since line ";
    record Uncertain(String head, String line) {}
    for (Uncertain each :
        List.of(
            new Uncertain(unquoted + " mode: plan", ".md:3: 'mode' may be a key"),
            new Uncertain(unquoted + "tools:[Read]", ".md:3: 'tools' may be a key"),
            new Uncertain(unquoted + "tools: [Read, Bash", ".md:3: 'tools' is not valid YAML"),
            new Uncertain(unquoted + "mode: 'plan", ".md:3: 'mode' is not valid YAML"),
            new Uncertain(
                unquoted + "permission:\n  bash: git: deny", ".md:4: 'permission' is not valid"),
            new Uncertain(unquoted + "mode: plan\nmode: full", "'mode' is there twice"),
            new Uncertain(unquoted + "<example>\nmode: plan\n</example>", ".md:4: 'mode' may"))) {
      rows.add(
          broken(
              "uncertain" + rows.size(),
              "---\n" + each.head + "\n---\nDo it.\n",
              "error: ",
              closed,
              each.line));
    }
    return rows;
  }

  @Test
  void filesAsPeopleWriteThem() throws Exception {
    for (Row row : rows()) {
      Path place = Files.createDirectory(folder.resolve(row.name));
      Files.writeString(place.resolve(row.name + ".md"), row.text);
      AgentLoader.Check checked = AgentLoader.check(place);
      String findings = String.join("\n", checked.lines());
      if (row.holds == null) {
        assertThat(checked.agents()).as(row.name + ": " + findings).isEmpty();
      } else {
        assertThat(checked.agents()).as(row.name + ": " + findings).hasSize(1);
        checked.agents().forEach(agent -> assertThat(agent).as(row.name).matches(row.holds));
      }
      if (row.findings.isEmpty()) {
        assertThat(findings).as(row.name).isEmpty();
      } else {
        assertThat(findings).as(row.name).contains(row.findings);
      }
      if (!checked.lines().isEmpty()) {
        assertThat(checked.lines().getFirst()).as(row.name).contains(row.name + ".md:");
      }
    }
  }

  /// Whatever a file holds, it is an agent or one clear line, and never more than it says.
  @Test
  void generatedFilesAreAgentsOrClearLines() throws Exception {
    var random = new Random(16);
    List<String> keys =
        List.of(
            "name",
            "description",
            "tools",
            "disallowedTools",
            "model",
            "effort",
            "mode",
            "permission",
            "permissionMode",
            "maxTurns",
            "spawns",
            "output",
            "isolation",
            "blocking",
            "skills",
            "hidden",
            "odd key",
            "");
    List<String> values =
        List.of(
            "x",
            "Use it: when, you: can",
            "[a, b",
            "{a: b}",
            "[read, 'Bash(git:*)']",
            "true",
            "-3",
            "999999999999",
            "'unfinished",
            "\"q\"",
            "> folded",
            "| kept",
            "*",
            "&a",
            "!!x y",
            "\t",
            "ünïcödé 🐘",
            "null",
            "- a",
            "{\"type\": \"object\"}",
            "#",
            "bypassPermissions",
            "../../etc/passwd",
            "\u001b[2J");
    Path place = Files.createDirectory(folder.resolve("generated"));
    var texts = new ArrayList<String>();
    for (int i = 0; i < 300; i++) {
      var text = new StringBuilder(random.nextInt(20) == 0 ? "" : "---\n");
      for (int line = random.nextInt(6); line >= 0; line--) {
        text.append(keys.get(random.nextInt(keys.size()))).append(": ");
        text.append(values.get(random.nextInt(values.size()))).append('\n');
      }
      text.append(random.nextInt(15) == 0 ? "" : "---\n");
      text.append(random.nextInt(10) == 0 ? "" : "Instructions " + i + "\n");
      texts.add(text.toString());
      Files.writeString(place.resolve("agent%03d.md".formatted(i)), text);
    }
    AgentLoader.Check checked = AgentLoader.check(place);
    for (String line : checked.lines()) {
      assertThat(line).matches("(?s).*agent\\d{3}\\.md.*").doesNotContain("\u001b");
      assertThat(line.lines()).as(line).hasSize(1);
    }
    for (int i = 0; i < texts.size(); i++) {
      String file = "agent%03d.md".formatted(i);
      boolean told = checked.lines().stream().anyMatch(line -> line.contains(file));
      boolean used = checked.agents().stream().anyMatch(agent -> agent.shown().contains(file));
      assertThat(told || used).as(file + " vanished:\n" + texts.get(i)).isTrue();
    }
    assertThat(checked.agents()).hasSizeGreaterThan(50);
    for (AgentDefinition agent : checked.agents()) {
      assertThat(agent.own().mode())
          .isIn(null, Mode.PLAN, Mode.ASK, Mode.EDIT, Mode.AUTO, Mode.FULL);
      assertThat(agent.name()).matches("[\\p{L}\\p{N}][\\p{L}\\p{N}_-]{0,63}");
    }
  }

  @Test
  void whatIsHugeOrTooMuchIsOneLineAndHarmsNoOther(@TempDir Path place) throws Exception {
    Files.writeString(
        place.resolve("huge.md"), "---\ndescription: " + "x".repeat(10 << 20) + "\n---\nDo it.\n");
    for (int i = 0; i < 1_005; i++) {
      Files.writeString(
          place.resolve("a%04d.md".formatted(i)), "---\ndescription: Does it.\n---\nDo it.\n");
    }
    AgentLoader.Check checked = AgentLoader.check(place);
    assertThat(checked.agents()).hasSize(1_000);
    assertThat(checked.lines())
        .singleElement()
        .asString()
        .contains("a1000.md", "one file more than the 1000");
    for (int i = 0; i < 1_005; i++) {
      Files.delete(place.resolve("a%04d.md".formatted(i)));
    }
    Files.writeString(place.resolve("good.md"), "---\ndescription: Good.\n---\nDo it.\n");
    checked = AgentLoader.check(place);
    assertThat(checked.agents()).hasSize(1);
    assertThat(checked.lines()).singleElement().asString().contains("huge.md:1: is larger than");
  }
}
