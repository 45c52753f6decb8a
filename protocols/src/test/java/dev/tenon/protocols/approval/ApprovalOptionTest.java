package dev.tenon.protocols.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Decision;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ApprovalOptionTest {
  private static Approver.Question question(Access access) {
    return new Approver.Question(
        "tool", List.of(new Approver.Question.Item(access, new Decision.Ask("it", ""))));
  }

  @Test
  void aCommandIsToldWithItsFolderAndItsVariables() {
    var command = new Access.Execute("make", "/p/sub", Map.of("A", "1"));
    assertThat(ApprovalOption.lines(question(command).seenFrom(Path.of("/p"))))
        .containsExactly("run in sub: A=1 make");
    assertThat(ApprovalOption.lines(question(command).seenFrom(Path.of("/p/sub"))))
        .containsExactly("run: A=1 make");
  }

  @Test
  void aToolOutsideIsToldWithAllThatItGets() {
    Json.Obj arguments = Json.object().put("title", "a\033[2J").put("draft", true).build();
    var outside = new Access.Outside("tracker", "create", Access.Outside.Effect.CHANGES);
    assertThat(ApprovalOption.lines(question(outside).about(Part.Call.of("1", "t", arguments))))
        .containsExactly(
            "call the outside tool tracker/create", "  title: a^[[2J", "  draft: true");
  }
}
