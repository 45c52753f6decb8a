package dev.tenon.core.tool;

import static dev.tenon.core.tool.ShelfSample.call;
import static dev.tenon.core.tool.ShelfSample.declared;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.tool.ShelfSample.Doubling;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tools of a shelf that nobody has made yet.
class DeferredToolsTest {
  @TempDir Path folder;
  private final TakenTools taken = new TakenTools();
  private ToolShelf shelf;
  private Waiting waiting;
  private ToolRunner runner;

  private static final class Waiting implements DeferredTools {
    private final ToolShelf shelf;
    int loads;
    private int count = 20;

    Waiting(ToolShelf shelf) {
      this.shelf = shelf;
    }

    @Override
    public synchronized int count() {
      return count;
    }

    @Override
    public synchronized void load() {
      if (count > 0) {
        loads++;
        for (int i = 0; i < count; i++) {
          shelf.add(Doubling.of("later_" + i), ToolShelf.Place.SHELF);
        }
        count = 0;
      }
    }
  }

  @BeforeEach
  void aShelf() throws Exception {
    shelf =
        new ToolShelf(
            List.of(Doubling.of("first")), List.of(Doubling.of("shelved")), Map.of(), taken);
    waiting = new Waiting(shelf);
    shelf.defer(waiting);
    runner = ShelfSample.runner(shelf, folder);
  }

  private static Json.Obj number(int number) {
    return Json.object().put("number", number).build();
  }

  @Test
  void aRequestTellsTheirNumberAndMakesNone() throws Exception {
    assertThat(declared(runner)).containsExactly("first", "more_tools");
    String before = shelf.moreTools().description();
    assertThat(before).endsWith("21 of them.");
    assertThat(call(runner, "first", number(2)).text()).isEqualTo("4");
    assertThat(waiting.loads).isZero();
    assertThat(shelf.shelved()).hasSize(21);
    assertThat(shelf.moreTools().description()).as("requests stay the same").isEqualTo(before);
  }

  @Test
  void whoeverLooksForOneFindsIt() throws Exception {
    assertThat(call(runner, "later_7", number(21)).text()).isEqualTo("42");
    assertThat(declared(runner)).containsExactly("first", "more_tools", "later_7");
    assertThat(waiting.loads).isEqualTo(1);
  }

  @Test
  void aSearchFindsThem() throws Exception {
    Json.Obj query = Json.object().put("query", "later_12").build();
    assertThat(call(runner, ToolShelf.MORE_TOOLS, query).text()).contains("later_12");
  }

  @Test
  void takingOneByItsNameFindsIt() throws Exception {
    Json.Obj names = Json.object().put("names", Json.strings(List.of("later_3"))).build();
    assertThat(call(runner, ToolShelf.MORE_TOOLS, names).failed()).isFalse();
    assertThat(declared(runner)).endsWith("later_3");
  }

  @Test
  void aNameThatNobodyHasIsRefusedAfterLooking() throws Exception {
    assertThat(call(runner, "later_99", number(1)).text()).contains("later_9");
    assertThat(shelf.place("nothing")).isNull();
    assertThat(waiting.loads).isEqualTo(1);
  }

  @Test
  void whatAnEarlierRunTookIsDeclaredAgain() {
    taken.restore(List.of("later_5"));
    assertThat(shelf.missing(List.of("later_5"))).isEmpty();
    assertThat(declared(runner)).containsExactly("first", "more_tools", "later_5");
  }

  @Test
  void manyThreadsGetThemOnce() throws Exception {
    var found = new ArrayList<Future<Integer>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        int which = i;
        found.add(
            threads.submit(
                () ->
                    which % 2 == 0
                        ? shelf.shelved().size()
                        : shelf.place("later_1") == ToolShelf.Place.SHELF ? 21 : 0));
      }
    }
    for (Future<Integer> each : found) {
      assertThat(each.get()).isEqualTo(21);
    }
    assertThat(waiting.loads).isEqualTo(1);
  }
}
