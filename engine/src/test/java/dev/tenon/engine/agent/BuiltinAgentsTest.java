package dev.tenon.engine.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.helper.AgentDefinition;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The agents that ship.
final class BuiltinAgentsTest {

  /// What ships is read by a person before it changes.
  @Test
  void theBuiltinPromptsAreThoseOfTheFile() throws Exception {
    var out = new StringBuilder();
    for (AgentDefinition agent : BuiltinAgents.all()) {
      out.append("# ").append(agent.name()).append("\n").append(agent.description()).append("\n\n");
      out.append("tools: ").append(agent.tools().allowed()).append("\n");
      out.append("mode: ").append(agent.own().mode()).append("\n");
      out.append("commands: ").append(agent.own().commands()).append("\n");
      out.append("spawns: ").append(agent.spawns()).append("\n\n");
      out.append(agent.prompt()).append("\n\n");
    }
    Path golden = Path.of("src/test/resources/golden/agents/builtin.md");
    if ("update".equals(System.getProperty("golden"))) {
      Files.createDirectories(golden.getParent());
      Files.writeString(golden, out.toString());
    }
    assertThat(out.toString())
        .as("-Dgolden=update writes %s", golden)
        .isEqualTo(Files.readString(golden));
  }
}
