package dev.tenon.tools.todo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TodoTest {
  private final TodoList list = new TodoList();

  @Test
  void theFirstOpenTaskIsInProgress() {
    init("a", "b");
    assertThat(markdown()).isEqualTo("# P\n- [/] a\n- [ ] b\n");
    apply(op(TodoOp.Kind.DONE, "a"));
    assertThat(markdown()).isEqualTo("# P\n- [x] a\n- [/] b\n");
    apply(op(TodoOp.Kind.START, "a"));
    assertThat(markdown()).isEqualTo("# P\n- [/] a\n- [ ] b\n");
    apply(op(TodoOp.Kind.DROP, null));
    assertThat(markdown()).isEqualTo("# P\n- [-] a\n- [-] b\n");
    apply(new TodoOp(TodoOp.Kind.RM, null, null, "P", null, null));
    assertThat(markdown()).isEqualTo("# P\n");
    apply(op(TodoOp.Kind.RM, null));
    assertThat(list.phases()).isEmpty();
  }

  @Test
  void whatCannotBeDoneIsToldAndTheRestIsDone() {
    init("a");
    assertThat(
            apply(
                op(TodoOp.Kind.START, "zzz"),
                op(TodoOp.Kind.START, null),
                new TodoOp(TodoOp.Kind.DONE, null, null, "Q", null, null),
                new TodoOp(TodoOp.Kind.APPEND, null, null, null, List.of("x"), null),
                new TodoOp(TodoOp.Kind.APPEND, null, null, "P", null, null),
                new TodoOp(TodoOp.Kind.APPEND, null, null, "P", List.of("a"), null),
                new TodoOp(TodoOp.Kind.INIT, null, null, null, null, null),
                new TodoOp(TodoOp.Kind.NOTE, null, "a", null, null, "  "),
                new TodoOp(TodoOp.Kind.APPEND, null, null, "New", List.of("b"), null)))
        .containsExactly(
            "Task \"zzz\" not found",
            "Missing task content",
            "Phase \"Q\" not found",
            "Missing phase name for append operation",
            "Missing items for append operation",
            "Task \"a\" already exists",
            "Missing list for init operation",
            "Missing text for note operation");
    assertThat(markdown()).isEqualTo("# P\n- [/] a\n\n# New\n- [ ] b\n");
    apply(op(TodoOp.Kind.RM, null));
    assertThat(apply(op(TodoOp.Kind.DONE, "a")))
        .containsExactly("Task \"a\" not found (the list is empty; begin it with init)");
  }

  @Test
  void aPersonMayWriteItByHand() {
    assertThat(
            TodoMarkdown.parse(
                """
                - [x] before any heading
                * [>] going on
                  > a note
                  > on two lines

                  > another

                some prose
                ## Later
                - [~] given up
                - not a task
                - [ ]
                """))
        .isEqualTo(
            List.of(
                new Phase(
                    "Todos",
                    List.of(
                        new TodoItem("before any heading", TodoItem.Status.COMPLETED, List.of()),
                        new TodoItem(
                            "going on",
                            TodoItem.Status.IN_PROGRESS,
                            List.of("a note\non two lines", "another")))),
                new Phase(
                    "Later",
                    List.of(new TodoItem("given up", TodoItem.Status.ABANDONED, List.of())))));
  }

  /// What is written is read as it was, whatever stands in it.
  @Test
  void markdownKeepsEverything() {
    for (int seed = 0; seed < 500; seed++) {
      var random = new Random(seed);
      var phases = new ArrayList<Phase>();
      for (int p = random.nextInt(4); p >= 0; p--) {
        var tasks = new ArrayList<TodoItem>();
        for (int t = random.nextInt(4); t > 0; t--) {
          var notes = new ArrayList<String>();
          for (int n = random.nextInt(3); n > 0; n--) {
            notes.add(words(random, "\n").stripTrailing());
          }
          notes.removeIf(String::isEmpty);
          var status = List.of(TodoItem.Status.values()).get(random.nextInt(4));
          tasks.add(new TodoItem("t" + words(random, " "), status, notes));
        }
        phases.add(new Phase("p" + words(random, " "), tasks));
      }
      List<Phase> normal = new TodoEdit(phases).normal();
      assertThat(TodoMarkdown.parse(TodoMarkdown.of(normal))).as("seed %d", seed).isEqualTo(normal);
      list.set(phases);
      var other = new TodoList();
      other.restore(List.of(Message.User.of(list.edited())));
      assertThat(other.phases()).as("seed %d", seed).isEqualTo(normal);
    }
  }

  private static String words(Random random, String between) {
    List<String> words =
        List.of("#", "- [ ]", "> x", "[x]", "ü", "**b**", "`code`", "</system>", "1.", "a b", "");
    var out = new StringBuilder();
    for (int i = random.nextInt(5); i >= 0; i--) {
      out.append(words.get(random.nextInt(words.size()))).append(i == 0 ? "" : between);
    }
    return out.toString();
  }

  @Test
  void aResumedConversationHasItsList() {
    init("a", "b");
    apply(new TodoOp(TodoOp.Kind.NOTE, null, "a", null, null, "hm "));
    var result =
        new Part.Result(
            "1",
            "todo_write",
            Part.Outcome.OK,
            Json.object()
                .put("ok", true)
                .put("data", Json.object().put("phases", TodoList.json(list.phases())).build())
                .build(),
            "",
            List.of());
    var resumed = new TodoList();
    resumed.restore(List.of(Message.User.of("go"), new Message.ToolResults(List.of(result))));
    assertThat(resumed.phases()).isEqualTo(list.phases());
    resumed.restore(List.of());
    assertThat(resumed.phases()).isEmpty();
  }

  private void init(String... items) {
    apply(
        new TodoOp(
            TodoOp.Kind.INIT,
            List.of(new TodoOp.Group("P", List.of(items))),
            null,
            null,
            null,
            null));
  }

  private static TodoOp op(TodoOp.Kind kind, @org.jspecify.annotations.Nullable String task) {
    return new TodoOp(kind, null, task, null, null, null);
  }

  private List<String> apply(TodoOp... ops) {
    return list.apply(List.of(ops)).errors();
  }

  private String markdown() {
    return TodoMarkdown.of(list.phases());
  }
}
