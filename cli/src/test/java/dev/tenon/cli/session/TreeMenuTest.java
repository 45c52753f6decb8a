package dev.tenon.cli.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Key;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.Glyphs;
import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.core.json.Json;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.session.SessionStore;
import dev.tenon.core.session.SessionTree;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TreeMenuTest {
  private final SessionLog log = SessionStore.inMemory(Path.of("/p"));
  private final List<String> ids = new ArrayList<>();
  private TreeMenu menu;

  private static Entry.Said said(String role, String text) {
    return new Entry.Said(Json.object().put("role", role).put("content", text).build());
  }

  @BeforeEach
  void open() throws IOException {
    log.append(new Entry.ModelChanged("p/m", null));
    for (int i = 0; i < 30; i++) {
      ids.add(log.append(said("user", "prompt " + i)).id());
      ids.add(log.append(said("assistant", "answer " + i)).id());
    }
    menu =
        new TreeMenu(
            SessionTree.of(log),
            new DisplayOptions(Palette.PLAIN, Glyphs.UNICODE, DisplayOptions.Thinking.SHORT),
            this::label,
            id -> "all of " + id);
  }

  private SessionTree label(String id, String label) throws IOException {
    if (label.equals("full")) {
      throw new FileSystemException("/s/one.jsonl", null, "No space left on device");
    }
    log.append(new Entry.Labelled(id, label.isEmpty() ? null : label));
    return SessionTree.of(log);
  }

  @Test
  void aLabelThatCannotBeKeptIsToldAndNotLost() {
    press(new Key.Typed("L"), new Key.Pasted("full"), Key.Named.ENTER);
    assertThat(screen())
        .contains("The label cannot be kept: /s/one.jsonl: No space left on device")
        .contains("full");
  }

  private TreeMenuTest press(Key... keys) {
    for (Key key : keys) {
      assertThat(menu.press(key)).isEqualTo(Menu.Step.STAY);
    }
    return this;
  }

  private TreeMenuTest type(String text) {
    for (int i = 0; i < text.length(); i++) {
      press(new Key.Typed(text.substring(i, i + 1)));
    }
    return this;
  }

  private String screen() {
    return String.join("\n", menu.lines(80, 24));
  }

  private String selected() {
    return menu.lines(80, 24).stream()
        .filter(line -> line.startsWith("❯"))
        .findFirst()
        .orElse("none");
  }

  private static Key.Chord alt(char letter) {
    return new Key.Chord(Key.Modifier.ALT, letter);
  }

  @Test
  void itBeginsAtTheLeafAndShowsHalfTheScreen() {
    assertThat(selected()).contains("answer 29");
    assertThat(menu.lines(80, 24)).filteredOn(line -> line.contains("• ")).hasSize(12);
    assertThat(menu.lines(80, 8)).filteredOn(line -> line.contains("• ")).hasSize(5);
    assertThat(screen()).contains("all of " + ids.getLast());
    assertThat(screen()).contains("[default]").contains("• user: prompt 29");
  }

  @Test
  void rowsSayWhenItWas() {
    assertThat(selected()).containsPattern("just now|ago|s$|min");
    assertThat(menu.lines(80, 24)).filteredOn(row -> row.contains("• ")).hasSize(12);
  }

  @Test
  void arrowsMoveAroundAndPagesTurn() {
    press(Key.Named.DOWN);
    assertThat(selected()).contains("prompt 0");
    press(Key.Named.UP, Key.Named.UP);
    assertThat(selected()).contains("prompt 29");
    press(Key.Named.LEFT);
    assertThat(selected()).contains("prompt 23");
    press(Key.Named.RIGHT, Key.Named.RIGHT);
    assertThat(selected()).contains("answer 29");
  }

  @Test
  void typingSearchesAndEscapeClearsBeforeItLeaves() {
    type("answer 17");
    assertThat(selected()).contains("answer 17");
    press(Key.Named.BACKSPACE);
    assertThat(screen()).contains("/12  ");
    press(Key.Named.ESCAPE);
    assertThat(screen()).contains("/60  ");
    assertThat(menu.press(Key.Named.ESCAPE)).isEqualTo(Menu.Step.CLOSED);
    assertThat(menu.press(Key.Named.INTERRUPT)).isEqualTo(Menu.Step.CLOSED);
    assertThat(menu.chosen()).isEmpty();
  }

  @Test
  void filtersHaveKeys() {
    press(alt('u'));
    assertThat(screen()).contains("[user-only]").doesNotContain("answer");
    press(alt('a'));
    assertThat(screen()).contains("[all]").contains("/61");
    press(new Key.Chord(Key.Modifier.CONTROL, 'o'));
    assertThat(screen()).contains("[default]");
    press(new Key.Chord(Key.Modifier.CONTROL_SHIFT, 'o'));
    assertThat(screen()).contains("[all]");
    press(alt('l'));
    assertThat(screen()).contains("There is nothing to show");
    assertThat(menu.press(Key.Named.ENTER)).isEqualTo(Menu.Step.STAY);
    press(alt('t'), alt('d'));
    assertThat(screen()).contains("[default]");
  }

  @Test
  void labelsAreTypedHere() {
    press(Key.Named.UP, new Key.Typed("L"));
    type("Later");
    press(Key.Named.BACKSPACE, Key.Named.ENTER);
    assertThat(selected()).contains("[Late] user: prompt 29");
    press(alt('l'));
    assertThat(screen()).contains("1/1");
    press(new Key.Typed("L"), Key.Named.ERASE_ALL, Key.Named.ENTER);
    assertThat(screen()).contains("There is nothing to show");
    assertThat(log.labels()).isEmpty();
  }

  @Test
  void enterChooses() {
    press(Key.Named.UP, Key.Named.UP);
    assertThat(menu.press(Key.Named.ENTER)).isEqualTo(Menu.Step.CHOSEN);
    assertThat(menu.chosen().map(line -> line.item().id())).contains(ids.get(57));
  }

  @Test
  void withoutACursorTheLastOnesAreOptions() {
    assertThat(menu.options()).hasSize(50).last().asString().contains("answer 29");
    menu.pick(49);
    assertThat(menu.chosen().map(line -> line.item().id())).contains(ids.getLast());
  }

  @Test
  void aBranchIsFoldedAndOpened() {
    press(Key.Named.HOME, Key.Named.TAB);
    assertThat(screen()).contains("1/1  ").contains("[+] user: prompt 0");
    type("17");
    assertThat(screen()).contains("prompt 17").contains("2/2");
    press(Key.Named.ESCAPE, Key.Named.HOME, Key.Named.TAB);
    assertThat(screen()).contains("/60  ");
  }

  @Test
  void tenThousandEntriesAnswerAKeyAtOnce() throws IOException {
    SessionLog large = SessionStore.inMemory(Path.of("/p"));
    for (int i = 0; i < 10_000; i++) {
      large.append(said(i % 2 == 0 ? "user" : "assistant", "about the parser, number " + i));
    }
    var tree =
        new TreeMenu(
            SessionTree.of(large), DisplayOptions.plain(Glyphs.UNICODE), this::label, id -> id);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long worst = 0;
    for (int round = 0; round < 30; round++) {
      for (Key key :
          List.of(new Key.Typed("p"), new Key.Typed("a"), Key.Named.UP, alt('u'), alt('d'))) {
        long begin = threads.getCurrentThreadCpuTime();
        tree.press(key);
        tree.lines(120, 50);
        long took = threads.getCurrentThreadCpuTime() - begin;
        worst = round < 10 ? 0 : Math.max(worst, took);
      }
      tree.press(Key.Named.ESCAPE);
    }
    // A few times what is promised: caches are shared with others.
    assertThat(worst / 1_000_000).isLessThan(64);
  }
}
