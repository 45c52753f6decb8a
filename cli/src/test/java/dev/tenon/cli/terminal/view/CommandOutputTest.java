package dev.tenon.cli.terminal.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.render.Page;
import dev.tenon.cli.terminal.render.Recorded;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandOutputTest {
  private static final String PROGRESS = "get\r\n 10%\r 50%\r100%\ndone\r\n\033[1mend";

  /// However the pieces are cut.
  @Test
  void aCarriageReturnBeginsItsLineAnew() {
    for (int size = 1; size <= PROGRESS.length(); size++) {
      var page = new Recorded(Page.Reach.LIVE, 20);
      print(page, PROGRESS, size);
      assertThat(page.text()).isEqualTo("get\n100%\ndone\nend");
      assertThat(page.growing.getLast()).isEmpty();
    }
  }

  @Test
  void whatIsStillWrittenIsSeen() {
    var page = new Recorded(Page.Reach.LIVE, 4);
    var output = new CommandOutput(page);
    output.add("10%");
    assertThat(page.growing.getLast()).containsExactly("10%");
    output.add("\r");
    assertThat(page.growing.getLast()).containsExactly("10%");
    output.add("20% of");
    assertThat(page.growing.getLast()).containsExactly("20% ", "of");
    assertThat(page.text()).isEmpty();
    output.add("x".repeat(9_000));
    assertThat(page.text()).as("a line that never ends").hasSizeGreaterThan(8_000);
    assertThat(page.growing.getLast()).isEqualTo(List.of());
  }

  @Test
  void whereNothingMovesOnlyTheLastIsPrinted() {
    var page = new Recorded(Page.Reach.DUMB, 20);
    var output = new CommandOutput(page);
    output.add("Name: ");
    assertThat(page.text()).as("a line that waits for something").isEqualTo("Name: ");
    output.add("\r 10%\r 50%\r100%\nnext");
    output.end();
    assertThat(page.text()).isEqualTo("Name: \n100%\nnext");
  }

  private static void print(Page page, String text, int size) {
    var output = new CommandOutput(page);
    for (int at = 0; at < text.length(); at += size) {
      output.add(text.substring(at, Math.min(text.length(), at + size)));
    }
    output.end();
  }
}
