package dev.tenon.core.tool;

import static dev.tenon.core.tool.ShelfSample.call;
import static dev.tenon.core.tool.ShelfSample.declared;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.tool.ShelfSample.Doubling;
import dev.tenon.core.tool.ShelfSample.Echo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolShelfTest {
  @TempDir Path folder;
  private final TakenTools taken = new TakenTools();
  private ToolRunner runner;

  @BeforeEach
  void aShelf() throws Exception {
    runner =
        runner(
            List.of(Doubling.of("first"), Doubling.of("second")),
            List.of(
                Doubling.of("third"),
                Doubling.of("fourth"),
                new Echo(
                    "echo",
                    Json.parseObject(
                        "{\"properties\":{\"x\":{\"type\":\"integer\"}},\"required\":[\"x\"]}"))),
            Map.of("bad", "tools.off names it"));
  }

  private ToolRunner runner(
      List<? extends Tool<?>> upFront, List<? extends Tool<?>> shelved, Map<String, String> off)
      throws Exception {
    return ShelfSample.runner(new ToolShelf(upFront, shelved, off, taken), folder);
  }

  private static Json.Obj number(int number) {
    return Json.object().put("number", number).build();
  }

  @Test
  void onlyWhatIsUpFrontIsDeclared() {
    assertThat(declared(runner)).containsExactly("first", "second", "more_tools");
  }

  @Test
  void aCallToAShelvedToolWorksAtOnceAndTakesIt() throws Exception {
    assertThat(call(runner, "third", number(21)).text()).isEqualTo("42");
    assertThat(declared(runner)).containsExactly("first", "second", "more_tools", "third");
    assertThat(taken.news()).contains(List.of("third"));
    assertThat(call(runner, "third", number(2)).text()).isEqualTo("4");
    assertThat(taken.news()).as("nothing new").isEmpty();
  }

  @Test
  void aCallThatDoesNotBindIsRefusedWithTheSchemaOnce() throws Exception {
    Part.Result refused = call(runner, "fourth", Json.Obj.EMPTY);
    assertThat(refused.failed()).isTrue();
    assertThat(refused.text())
        .contains("missing argument number", "fourth was on the shelf")
        .contains("\"input_schema\":{\"type\":\"object\",\"properties\":{\"number\":");
    assertThat(refused.envelope().objectOrEmpty("error").object("input_schema"))
        .isEqualTo(Schema.of(Doubling.Parameters.class).json());
    assertThat(declared(runner)).endsWith("more_tools", "fourth");
    assertThat(call(runner, "fourth", Json.Obj.EMPTY).text())
        .as("it is declared now")
        .doesNotContain("input_schema");
    assertThat(call(runner, "first", Json.Obj.EMPTY).text()).doesNotContain("input_schema");
  }

  @Test
  void argumentsThatAreNoObjectCountAsNotBinding() throws Exception {
    var broken = new Part.Call("c", "third", Json.Obj.EMPTY, null, "the arguments are not JSON");
    assertThat(runner.call(broken, text -> {}).result().text())
        .contains("the arguments are not JSON", "input_schema");
    assertThat(declared(runner)).endsWith("third");
  }

  @Test
  void aToolWithAGivenSchemaIsBoundByIt() throws Exception {
    assertThat(call(runner, "echo", Json.object().put("x", "7").put("y", true).build()).text())
        .isEqualTo("{\"x\":7,\"y\":true}");
    assertThat(runner.specs().getLast().schema().compact())
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"integer\"}},\"required\":[\"x\"]}");
    assertThat(call(runner, "echo", Json.object().put("x", "seven").build()).text())
        .contains("x must be a whole number");
  }

  @Test
  void aGivenSchemaIsInTheRefusalUnlessItIsHuge() throws Exception {
    assertThat(call(runner, "echo", Json.Obj.EMPTY).text())
        .contains("missing argument x", "\"input_schema\":{\"type\":\"object\"");
    Json.Obj huge =
        Json.object()
            .put("description", "long ".repeat(10_000))
            .put("required", Json.strings(List.of("x")))
            .build();
    runner = runner(List.of(), List.of(new Echo("huge", huge)), Map.of());
    assertThat(call(runner, "huge", Json.Obj.EMPTY).text())
        .contains("huge is declared from the next request on")
        .hasSizeLessThan(500);
    assertThat(declared(runner)).containsExactly("more_tools", "huge");
  }

  @Test
  void whatIsOffOrUnknownIsRefusedWithWhatThereIs() throws Exception {
    assertThat(call(runner, "bad", Json.Obj.EMPTY).text())
        .contains(
            "the tool 'bad' is off: tools.off names it; tools are: first, second, more_tools");
    assertThat(call(runner, "fourht", Json.Obj.EMPTY).text())
        .contains("unknown tool 'fourht'", "Did you mean fourth?");
    assertThat(call(runner, "x".repeat(1_000_000), Json.Obj.EMPTY).text()).hasSizeLessThan(300);
    assertThat(taken.names()).isEmpty();
  }

  @Test
  void offOutranksEveryPlace() throws Exception {
    Map<String, String> off = Map.of("first", "x", "third", "x", "more_tools", "x");
    runner =
        runner(
            List.of(Doubling.of("first"), Doubling.of("second")),
            List.of(Doubling.of("third"), Doubling.of("fourth")),
            off);
    assertThat(declared(runner)).containsExactly("second");
    taken.restore(List.of("first", "third", "fourth"));
    assertThat(declared(runner)).containsExactly("second", "fourth");
    assertThat(call(runner, "third", number(1)).failed()).isTrue();
    assertThat(runner.shelf().missing(List.of("first", "third", "fourth", "gone")))
        .containsExactly("first", "third", "gone");
  }

  @Test
  void withoutAShelfThereIsNoMoreTools() throws Exception {
    runner = runner(List.of(Doubling.of("first")), List.of(Doubling.of("a")), Map.of("a", "x"));
    assertThat(declared(runner)).containsExactly("first");
    runner = runner(List.of(), List.of(Doubling.of("a")), Map.of());
    assertThat(declared(runner)).containsExactly("more_tools");
  }

  @Test
  void whatStandsUpFrontNowIsNotDeclaredTwice() throws Exception {
    taken.restore(List.of("first", "third", "gone", "third"));
    assertThat(declared(runner)).containsExactly("first", "second", "more_tools", "third");
    assertThat(taken.names()).as("kept for when it is there again").contains("gone");
    assertThat(taken.news()).isEmpty();
  }

  @Test
  void whatCallsTookThatNeverWereIsPutBack() {
    taken.take("third", "c1");
    taken.take("fourth", "c2");
    assertThat(taken.news()).contains(List.of("third", "fourth"));
    taken.putBack(Set.of("c2", "c9"));
    assertThat(declared(runner)).endsWith("more_tools", "third");
    assertThat(taken.news()).as("to be written again").contains(List.of("third"));
    taken.restore(List.of());
    taken.putBack(Set.of("c1"));
    assertThat(taken.news()).isEmpty();
  }

  /// Whatever is taken in whatever way, a request begins with what the one before it declared.
  @Test
  void takingOnlyEverAppends() throws Exception {
    long seed = Long.getLong("tenon.seed", 13);
    for (int round = 0; round < 50; round++) {
      var random = new Random(seed + round);
      taken.restore(List.of());
      List<String> names = IntStream.range(0, 12).mapToObj(i -> "tool" + i).toList();
      runner =
          runner(
              List.of(Doubling.of("first")),
              names.stream().map(Doubling::of).toList(),
              Map.of("tool3", "off"));
      var order = new ArrayList<String>();
      List<String> before = bytes();
      for (int step = 0; step < 30; step++) {
        String name = names.get(random.nextInt(names.size()));
        switch (random.nextInt(4)) {
          case 0 -> call(runner, name, number(step));
          case 1 -> call(runner, name, Json.Obj.EMPTY);
          case 2 -> {
            var several = new ArrayList<>(names);
            Collections.shuffle(several, random);
            several.subList(random.nextInt(4), several.size()).clear();
            call(runner, "more_tools", Json.object().put("names", Json.strings(several)).build());
            several.stream().filter(it -> !order.contains(it)).forEach(order::add);
            name = "";
          }
          default -> {
            call(runner, "more_tools", Json.object().put("query", name).build());
            name = "";
          }
        }
        if (!name.isEmpty() && !order.contains(name)) {
          order.add(name);
        }
        order.remove("tool3");
        List<String> after = bytes();
        assertThat(after.subList(0, before.size())).as("seed %s", seed + round).isEqualTo(before);
        assertThat(taken.names()).as("seed %s", seed + round).isEqualTo(order);
        before = after;
      }
    }
  }

  private List<String> bytes() {
    return runner.specs().stream().map(spec -> spec.toJson().compact()).toList();
  }

  @Test
  void toolsThatArriveLaterStandBehindAllOthersAndStayThere() throws Exception {
    ToolShelf shelf = runner.shelf();
    call(runner, "third", number(1));
    List<ToolSpec> before = runner.specs();
    assertThat(shelf.add(Doubling.of("late"), ToolShelf.Place.UP_FRONT)).isTrue();
    assertThat(shelf.add(Doubling.of("later"), ToolShelf.Place.SHELF)).isTrue();
    assertThat(shelf.place("late")).isEqualTo(ToolShelf.Place.UP_FRONT);
    assertThat(shelf.place("later")).isEqualTo(ToolShelf.Place.SHELF);
    assertThat(runner.specs().subList(0, before.size())).isEqualTo(before);
    assertThat(declared(runner)).endsWith("more_tools", "third", "late");
    assertThat(call(runner, "late", number(4)).text()).isEqualTo("8");
    assertThat(call(runner, "more_tools", Json.Obj.EMPTY).text())
        .contains("later: Double a number")
        .contains("[taken before: third]");
    assertThat(call(runner, "later", number(5)).text()).isEqualTo("10");
    assertThat(declared(runner)).endsWith("third", "late", "later");
    assertThat(taken.names()).containsExactly("third", "late", "later");
    // Back to a point before all of them: what is up front stays.
    taken.restore(List.of());
    assertThat(declared(runner)).endsWith("more_tools", "late");
    // Another set-up of the same conversation finds the order of the session.
    taken.restore(List.of("late", "third"));
    assertThat(declared(runner)).endsWith("more_tools", "late", "third");
  }

  @Test
  void aNameIsGivenOnceAndWhatIsOffStaysOff() throws Exception {
    ToolShelf shelf = runner.shelf();
    for (String name : List.of("first", "third", "more_tools", "bad")) {
      assertThat(shelf.add(Doubling.of(name), ToolShelf.Place.UP_FRONT)).as(name).isFalse();
      assertThat(shelf.add(Doubling.of(name), ToolShelf.Place.SHELF)).as(name).isFalse();
    }
    assertThat(call(runner, "bad", number(1)).text()).contains("tools.off names it");
    assertThat(taken.names()).isEmpty();
    assertThat(declared(runner)).containsExactly("first", "second", "more_tools");
  }

  @Test
  void theFirstToolOfAnEmptyShelfBringsMoreTools() throws Exception {
    runner = runner(List.of(Doubling.of("first")), List.of(), Map.of());
    assertThat(declared(runner)).containsExactly("first");
    runner.shelf().add(Doubling.of("late"), ToolShelf.Place.SHELF);
    assertThat(declared(runner)).containsExactly("first", "more_tools");
    assertThat(call(runner, "more_tools", Json.Obj.EMPTY).text()).contains("late: Double");
    runner = runner(List.of(), List.of(), Map.of("more_tools", "tools.off names it"));
    runner.shelf().add(Doubling.of("late"), ToolShelf.Place.SHELF);
    assertThat(declared(runner)).isEmpty();
    assertThat(call(runner, "late", number(3)).text()).isEqualTo("6");
  }

  @Test
  void toolsMayArriveWhileOthersAreDeclaredAndCalled() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var adding = new ArrayList<Future<?>>();
      for (int thread = 0; thread < 8; thread++) {
        int number = thread;
        adding.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 50; i++) {
                    String name = "t" + number + "x" + i;
                    runner
                        .shelf()
                        .add(
                            Doubling.of(name),
                            i % 2 == 0 ? ToolShelf.Place.UP_FRONT : ToolShelf.Place.SHELF);
                    assertThat(call(runner, name, number(i)).text()).isEqualTo("" + 2 * i);
                  }
                  return null;
                }));
      }
      List<String> before = declared(runner);
      while (!adding.stream().allMatch(Future::isDone)) {
        List<String> now = declared(runner);
        assertThat(now.subList(0, before.size())).isEqualTo(before);
        before = now;
      }
      for (Future<?> each : adding) {
        each.get();
      }
    }
    assertThat(declared(runner)).hasSize(3 + 400).doesNotHaveDuplicates();
  }
}
