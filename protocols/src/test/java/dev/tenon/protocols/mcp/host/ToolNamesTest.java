package dev.tenon.protocols.mcp.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ToolNamesTest {
  @Test
  void plainNamesStayAndOthersGetAStableHash() {
    var names = new ToolNames();
    assertThat(names.name("git", "log")).isEqualTo("mcp__git__log");
    String odd = names.name("git", "log all");
    assertThat(odd).startsWith("mcp__git__log_all_").isNotEqualTo(names.name("git", "log_all"));
    String lengthy = names.name("git", "x".repeat(100));
    assertThat(lengthy).hasSize(64);
    assertThat(names.name("git", "x".repeat(101))).hasSize(64).isNotEqualTo(lengthy);
    assertThat(new ToolNames().name("git", "x".repeat(100)))
        .as("the same again")
        .isEqualTo(lengthy);
    assertThat(names.name("git", "log")).as("no two alike").isNotEqualTo("mcp__git__log");
  }
}
