package dev.tenon.protocols.mcp.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /// A rule, or a choice that was kept, would mean another tool after the next start.
  @Test
  void whoeverComesFirstNobodyHasTheNameOfAnother() {
    String[][] tools = {
      {"a", "b__c"},
      {"a__b", "c"},
      {"a", "_b"},
      {"a_", "b"},
      {"git", "log all"},
      {"git", new ToolNames().name("git", "log all").substring("mcp__git__".length())},
    };
    Map<String, String> forwards = named(List.of(tools));
    assertThat(named(List.of(tools).reversed())).isEqualTo(forwards);
    assertThat(forwards.values()).doesNotHaveDuplicates();
    assertThat(forwards).containsEntry("a/b__c", "mcp__a__b__c");
  }

  private static Map<String, String> named(List<String[]> tools) {
    var names = new ToolNames();
    Map<String, String> all = new HashMap<>();
    tools.forEach(each -> all.put(each[0] + "/" + each[1], names.name(each[0], each[1])));
    return all;
  }
}
