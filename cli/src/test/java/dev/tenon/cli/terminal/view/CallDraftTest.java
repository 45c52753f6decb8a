package dev.tenon.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Cells;
import org.junit.jupiter.api.Test;

class CallDraftTest {
  private static String shown(String tool, String json) {
    var draft = new CallDraft(tool, Scenes.COLOURED);
    json.chars().forEach(c -> draft.add(Character.toString(c)));
    return Cells.text(String.join("\n", draft.rows(80)));
  }

  @Test
  void aPatchSaysItselfWhereItGoes() {
    String begin = "{\"input\":\"*** Begin Patch\\n*** Add File: a/b c.txt";
    assertThat(shown("apply_patch", begin)).isEmpty();
    assertThat(shown("apply_patch", begin + "\\n+one")).startsWith("→ apply_patch a/b c.txt\n");
    assertThat(shown("hashline_edit", "{\"input\":\"§x.py\\n»12ab\\n"))
        .startsWith("→ hashline_edit x.py\n");
    assertThat(shown("apply_patch", begin.replace("input", "patch") + "\\n+one"))
        .startsWith("→ apply_patch a/b c.txt\n");
  }

  /// What a file is to hold says nothing about where it goes.
  @Test
  void theTextOfAFileNamesNoOtherFile() {
    for (String key : new String[] {"content", "new_string", "new_text", "text"}) {
      String json = "{\"path\":\"law.md\",\"" + key + "\":\"§1 Scope\\n*** Update File: x\\nmore";
      assertThat(shown("write_file", json)).as(key).startsWith("→ write_file law.md\n");
    }
  }
}
