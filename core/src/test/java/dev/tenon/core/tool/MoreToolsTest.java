package dev.tenon.core.tool;

import static dev.tenon.core.tool.ShelfSample.call;
import static dev.tenon.core.tool.ShelfSample.declared;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.tool.ShelfSample.Doubling;
import dev.tenon.core.tool.ShelfSample.Echo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoreToolsTest {
  @TempDir Path folder;
  private final TakenTools taken = new TakenTools();
  private final List<Tool<?>> shelved = new ArrayList<>();
  private ToolRunner runner;

  @BeforeEach
  void aShelf() throws Exception {
    shelved.add(new Doubling("job", "Wait for background jobs. Cancels some, or lists all."));
    shelved.add(new Doubling("monitor", "Run a command; each line it prints is told to you."));
    shelved.add(new Doubling("CronCreate", "Schedule a prompt to yourself."));
    shelved.add(new Doubling("CronList", "List scheduled prompts."));
    open();
  }

  private void open() throws Exception {
    runner =
        ShelfSample.runner(
            new ToolShelf(
                List.of(Doubling.of("first")),
                shelved,
                Map.of("bash", "tools.off names it"),
                taken),
            folder);
  }

  private Part.Result ask(String query) throws Exception {
    return call(runner, "more_tools", Json.object().put("query", query).build());
  }

  private Part.Result take(String... names) throws Exception {
    return call(
        runner, "more_tools", Json.object().put("names", Json.strings(List.of(names))).build());
  }

  @Test
  void withoutArgumentsItListsTheShelf() throws Exception {
    assertThat(call(runner, "more_tools", Json.Obj.EMPTY).text())
        .isEqualTo(
            """
            job: Wait for background jobs.
            monitor: Run a command; each line it prints is told to you.
            CronCreate: Schedule a prompt to yourself.
            CronList: List scheduled prompts.
            [take those you need with names]\
            """);
    assertThat(taken.names()).isEmpty();
    assertThat(ask("  ").text()).startsWith("job: Wait");
  }

  @Test
  void whatWasTakenIsNotOfferedAgain() throws Exception {
    take("job");
    assertThat(call(runner, "more_tools", Json.Obj.EMPTY).text())
        .doesNotContain("job: ")
        .contains("monitor: ", "[taken before: job]");
    take("monitor", "CronCreate", "CronList");
    assertThat(call(runner, "more_tools", Json.Obj.EMPTY).text())
        .isEqualTo("Nothing is left to take.\n[taken before: job, monitor, CronCreate, CronList]");
    assertThat(declared(runner)).as("stays where it was").startsWith("first", "more_tools");
  }

  @ParameterizedTest
  @CsvSource({
    "cron, 'CronCreate,CronList'",
    "CRON, 'CronCreate,CronList'",
    "schedule, 'CronCreate,CronList'",
    "schedule yourself, CronCreate",
    "cancels, job",
    "line job, 'job,monitor'",
    "background, job",
  })
  void aQuerySearchesNamesPurposesAndDescriptions(String query, String found) throws Exception {
    List<String> names =
        ask(query).envelope().objectOrEmpty("data").objects("tools").stream()
            .map(tool -> tool.string("name", ""))
            .toList();
    assertThat(String.join(",", names)).isEqualTo(found);
  }

  @Test
  void aQueryThatFindsNothingSaysSo() throws Exception {
    assertThat(ask("montior").text())
        .isEqualTo(
            "Nothing on the shelf is like 'montior'; did you mean monitor? Without arguments"
                + " more_tools lists all.");
    assertThat(ask("x".repeat(100_000)).text()).hasSizeLessThan(300);
    assertThat(ask("(.*[").failed()).isFalse();
  }

  @Test
  void namesGiveSchemasAndTakeTheTools() throws Exception {
    Part.Result given = take("monitor", "job");
    assertThat(given.text())
        .isEqualTo(
            """
            monitor: Run a command; each line it prints is told to you.
            {"type":"object","properties":{"number":{"type":"integer","description":"What to double."}},"required":["number"]}

            job: Wait for background jobs. Cancels some, or lists all.
            {"type":"object","properties":{"number":{"type":"integer","description":"What to double."}},"required":["number"]}

            [taken; you can call them from now on]\
            """);
    assertThat(declared(runner)).containsExactly("first", "more_tools", "monitor", "job");
  }

  @Test
  void oneNameAsATextIsEnough() throws Exception {
    assertThat(call(runner, "more_tools", Json.object().put("names", "job").build()).text())
        .contains("job: Wait");
    assertThat(declared(runner)).endsWith("job");
  }

  @Test
  void everyBadNameIsToldByItself() throws Exception {
    Part.Result mixed = take("job", "monitr", "bash", "first", "job", "more_tools");
    assertThat(mixed.failed()).isFalse();
    assertThat(mixed.text())
        .contains(
            "[there is no tool 'monitr'; did you mean monitor?]",
            "['bash' is off: tools.off names it]",
            "['first' is declared already; call it]",
            "['more_tools' is declared already; call it]");
    assertThat(taken.names()).containsExactly("job");

    Part.Result again = take("job");
    assertThat(again.failed()).isFalse();
    assertThat(again.text()).isEqualTo("['job' is declared already; call it]");

    Part.Result nothing = take("nonsense", "bash");
    assertThat(nothing.failed()).isTrue();
    assertThat(nothing.text())
        .contains("there is no tool 'nonsense'", "'bash' is off", "lists what there is");
    assertThat(call(runner, "more_tools", Json.object().put("names", 5).build()).failed()).isTrue();
    assertThat(take().text()).as("no names: the list").startsWith("monitor: ");
  }

  @Test
  void hundredsOfNamesAreBounded() throws Exception {
    for (int i = 0; i < 500; i++) {
      shelved.add(Doubling.of("tool" + i));
    }
    open();
    var names = new ArrayList<String>();
    shelved.forEach(tool -> names.add(tool.name()));
    Part.Result given = take(names.toArray(String[]::new));
    assertThat(taken.names()).isEqualTo(names.subList(0, MoreTools.MOST_TAKEN));
    assertThat(given.text()).contains("[484 more names were passed over; at most 20 at a time]");
    assertThat(given.text()).hasSizeLessThan(10_000);

    var wrong = new String[1000];
    for (int i = 0; i < wrong.length; i++) {
      wrong[i] = "\u001b[31mnone\n" + i + "x".repeat(1000);
    }
    assertThat(take(wrong).text()).hasSizeLessThan(5000).doesNotContain("\u001b");

    String list = call(runner, "more_tools", Json.Obj.EMPTY).text();
    assertThat(list).contains("[384 more; narrow it with query]");
    assertThat(list.lines().filter(line -> line.contains(": Double"))).hasSize(100);
  }

  @Test
  void aLineHasEightyCharactersAtMost() throws Exception {
    shelved.add(new Doubling("wordy", "Explain 🪵 everything at very great length ".repeat(20)));
    shelved.add(new Doubling("two_lines", "\n\n  One\tline\r\nand\u001b[31m another. Third."));
    shelved.add(new Doubling("n".repeat(64), "A name as long as names get. And more."));
    shelved.add(new Doubling("silent", ""));
    open();
    String text = call(runner, "more_tools", Json.Obj.EMPTY).text();
    assertThat(text.lines())
        .allSatisfy(
            line -> assertThat(line.codePointCount(0, line.length())).isLessThanOrEqualTo(80));
    assertThat(text)
        .contains("two_lines: One line and [31m another.\n", "silent: \n")
        .contains("wordy: Explain 🪵 everything at very great length Explain");
    assertThat(text).doesNotContain("\u001b");
  }

  @Test
  void aHugeSchemaComesWithTheNextRequestAlone() throws Exception {
    Json.Obj huge = Json.object().put("title", "long ".repeat(10_000)).build();
    shelved.add(new Echo("huge", huge));
    open();
    assertThat(take("huge").text())
        .contains("(its schema comes with the next request)")
        .hasSizeLessThan(300);
    assertThat(runner.specs().getLast().schema().string("title", "")).startsWith("long long");
  }

  @Test
  void itsOwnWordsStayTheSame() throws Exception {
    String before = runner.specs().get(1).toJson().compact();
    assertThat(before)
        .contains("List, search or take more tools: job, monitor, CronCreate, CronList.");
    take("job");
    assertThat(runner.specs().get(1).toJson().compact()).isEqualTo(before);
    for (int i = 0; i < 100; i++) {
      shelved.add(Doubling.of("tool" + i));
    }
    open();
    assertThat(runner.specs().get(1).description())
        .isEqualTo("List, search or take more tools: 104 of them.");
  }
}
