package dev.tenon.cli.terminal.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.cli.terminal.input.Fuzzy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class MenuTest {
  private static final List<String> COMMANDS = List.of("/help", "/model", "/models", "/tree");
  private static final List<String> FILES =
      List.of("src/Main.java", "src/Menu.java", "docs/my notes.md", "src/");

  private static TypedEditor editor() {
    var typed = TypedEditor.emacs();
    typed.completer = MenuTest::candidates;
    return typed;
  }

  private static List<Candidate> candidates(String text, int cursor) {
    var found = new ArrayList<Candidate>();
    int at = text.lastIndexOf('@', Math.max(0, cursor - 1));
    if (at >= 0) {
      for (Fuzzy.Match match : new Fuzzy(FILES).search(text.substring(at + 1, cursor), 20)) {
        String value =
            match.text().contains(" ") ? "@\"" + match.text() + "\"" : "@" + match.text();
        found.add(new Candidate(value, match.text(), "", at, cursor));
      }
      return found;
    }
    int blank = text.indexOf(' ');
    if (blank < 0) {
      for (String command : COMMANDS) {
        if (command.startsWith(text.substring(0, cursor))) {
          found.add(new Candidate(command, command, "what " + command + " does", 0, cursor));
        }
      }
    } else if (text.startsWith("/model ")) {
      for (String model : List.of("small", "large")) {
        if (model.startsWith(text.substring(blank + 1, cursor))) {
          found.add(new Candidate(model, model, "", blank + 1, cursor));
        }
      }
    }
    return found;
  }

  /// What is recalled is complete: a menu over it would take the next Up.
  @Test
  void whatIsRecalledOpensNoMenu() {
    var typed = editor();
    typed.history.addAll(List.of("rewrite it", "/help", "/tree"));
    typed.type("mid").keys("up up up");
    assertThat(typed.editor.text()).isEqualTo("rewrite it");
    typed.keys("down down down");
    assertThat(typed.editor.text()).isEqualTo("mid");
  }

  @Test
  void commandsAreShownWithTheirDescriptions() {
    var typed = editor().type("/");
    assertThat(typed.rows(60, 24))
        .containsExactly(
            "❯ /",
            "❯ /help    what /help does",
            "  /model   what /model does",
            "  /models  what /models does",
            "  /tree    what /tree does",
            "caret 0,3");
    assertThat(typed.rows(12, 24))
        .containsExactly("❯ /", "❯ /help", "  /model", "  /models", "  /tree", "caret 0,3");
    assertThat(typed.rows(60, 3)).hasSize(4);
    assertThat(typed.rows(60, 1)).containsExactly("❯ /", "caret 0,3");
  }

  @Test
  void tabAndEnterTakeAndAWholeCommandIsSent() {
    var typed = editor().type("/he").keys("tab");
    assertThat(typed.shown()).isEqualTo("/help |");
    assertThat(typed.press("enter")).isEqualTo(new EditorResult.Send("/help "));
    assertThat(typed.type("/he").press("enter")).isEqualTo(new EditorResult.Taken());
    assertThat(typed.editor.text()).isEqualTo("/help ");
    typed.keys("ctrl-c");
    assertThat(typed.type("/model").press("enter")).isEqualTo(new EditorResult.Send("/model"));
    typed.type("/model").keys("down");
    assertThat(typed.press("enter")).isEqualTo(new EditorResult.Taken());
    assertThat(typed.editor.text()).isEqualTo("/models ");
  }

  @Test
  void argumentsFollowTheirCommand() {
    var typed = editor().type("/mod").keys("tab");
    assertThat(typed.rows(60, 24)).containsExactly("❯ /model ", "❯ small", "  large", "caret 0,9");
    assertThat(typed.press("enter")).isEqualTo(new EditorResult.Send("/model "));
    assertThat(typed.type("/model l").keys("tab").editor.text()).isEqualTo("/model large ");
    typed.keys("ctrl-c").type("/model ").keys("down");
    assertThat(typed.press("enter")).isEqualTo(new EditorResult.Taken());
    assertThat(typed.editor.text()).isEqualTo("/model large ");
  }

  @Test
  void filesAreMentionedAnywhere() {
    var typed = editor().type("see @men");
    assertThat(typed.editor.menuOpen()).isTrue();
    assertThat(typed.keys("tab").type("and").shown()).isEqualTo("see @src/Menu.java and|");
    assertThat(typed.type(" @notes").keys("enter").shown())
        .isEqualTo("see @src/Menu.java and @\"docs/my notes.md\" |");
    assertThat(typed.editor.menuOpen()).isFalse();
    assertThat(editor().type("a@b").editor.menuOpen()).as("an address").isFalse();
    assertThat(editor().type("plain").editor.menuOpen()).isFalse();
  }

  @Test
  void aFolderIsGoneInto() {
    var typed = editor().type("@src/");
    typed.keys("tab");
    assertThat(typed.editor.text()).doesNotEndWith(" ");
    assertThat(typed.editor.menuOpen()).isTrue();
  }

  @Test
  void escapeClosesUntilAnotherWordIsBegun() {
    var typed = editor().type("@me");
    assertThat(typed.press("escape")).isEqualTo(new EditorResult.Taken());
    assertThat(typed.editor.menuOpen()).isFalse();
    assertThat(typed.type("n").editor.menuOpen()).isFalse();
    assertThat(typed.press("escape")).isInstanceOf(EditorResult.Ignored.class);
    assertThat(typed.keys("tab").editor.menuOpen()).as("Tab opens it again").isTrue();
    typed.keys("escape");
    assertThat(typed.type(" @me").editor.menuOpen()).isTrue();
  }

  @Test
  void arrowsChooseAroundAndAtMostEightRowsAreShown() {
    var typed = TypedEditor.emacs();
    typed.completer =
        (text, cursor) -> {
          var many = new ArrayList<Candidate>();
          for (int i = 0; i < 30; i++) {
            many.add(new Candidate("/c" + i, "/c" + i, "", 0, cursor));
          }
          return many;
        };
    typed.type("/");
    assertThat(typed.rows(60, 40)).hasSize(11).contains("  1 of 30");
    assertThat(typed.keys("up").rows(60, 40)).contains("❯ /c29").doesNotContain("  /c0");
    assertThat(typed.keys("down").rows(60, 40)).contains("❯ /c0");
    assertThat(typed.keys("pagedown").rows(60, 40)).contains("❯ /c8");
    assertThat(typed.keys("ctrl-n ctrl-p ctrl-p enter").editor.text()).isEqualTo("/c7 ");
  }

  /// What is found later stands in the menu at once, but not under a choice that is being made.
  @Test
  void whatComesLaterLeavesTheChoiceAlone() {
    var typed = TypedEditor.emacs();
    var names = new ArrayList<>(List.of("@b", "@c"));
    typed.completer =
        (text, cursor) ->
            names.stream().map(name -> new Candidate(name, name, "", 0, cursor)).toList();
    typed.type("@");
    names.addFirst("@a");
    typed.editor.offerAgain();
    assertThat(typed.rows(60, 24)).contains("❯ @a", "  @b", "  @c");
    typed.keys("down");
    names.removeFirst();
    typed.editor.offerAgain();
    assertThat(typed.keys("enter").editor.text()).isEqualTo("@b ");
  }

  @Test
  void hostileNamesAreShownHarmless() {
    var typed = TypedEditor.emacs();
    typed.completer =
        (text, cursor) ->
            List.of(new Candidate("/a\u001b[2J\nb", "/a\u001b[2J\nb", "c\u0007\nd", 0, cursor));
    typed.type("/");
    assertThat(typed.rows(60, 24)).contains("❯ /a^[[2J^Jb  c^G^Jd");
    assertThat(typed.keys("tab").editor.text()).doesNotContain("\u001b");
  }

  @Test
  void historyIsSearchedAnywhereInTheText() {
    var typed = TypedEditor.emacs();
    typed.history.addAll(
        List.of("fix the parser\nand test it", "write docs", "test the wall", "other"));
    typed.type("draft").keys("ctrl-r");
    assertThat(typed.editor.menuOpen()).isTrue();
    typed.type("test");
    assertThat(typed.rows(60, 24))
        .containsExactly(
            "history: test", "❯ test the wall", "  fix the parser and test it", "caret 0,13");
    assertThat(typed.keys("ctrl-r enter").editor.text()).isEqualTo("fix the parser\nand test it");
    assertThat(typed.keys("ctrl-_").editor.text()).isEqualTo("draft");
    typed.keys("ctrl-r").type("wrdo");
    assertThat(typed.rows(60, 24)).contains("❯ write docs");
    typed.keys("ctrl-u").type("it fix");
    assertThat(typed.rows(60, 24)).contains("❯ fix the parser and test it");
    typed.type("zzz");
    assertThat(typed.rows(60, 24)).first().isEqualTo("nothing found: it fixzzz");
    assertThat(typed.keys("enter").editor.text()).isEqualTo("draft");
    typed.keys("escape");
    typed.history.add("İİİİ Izgara planı");
    for (String query : new String[] {"plan", "İ", "zgr", "i izg"}) {
      typed.keys("ctrl-r").type(query);
      assertThat(typed.rows(80, 24)).as(query).isNotEmpty();
      typed.keys("escape");
    }
    typed.history.removeLast();
    typed.keys("ctrl-r").type("wall").keys("escape");
    assertThat(typed.editor.text()).isEqualTo("draft");
    assertThat(typed.editor.menuOpen()).isFalse();
  }

  @Test
  void aLongEntryIsShownWhereItFits() {
    var typed = TypedEditor.emacs();
    typed.history.add("x".repeat(500) + " needle " + "y".repeat(500));
    typed.keys("ctrl-r").type("needle");
    assertThat(typed.rows(60, 24).get(1)).startsWith("❯ …").contains("needle").hasSize(60);
  }

  /// A search of everything that was ever typed may take long; no key waits for it.
  @Test
  void whatIsFoundLaterJoinsWhatIsShownAndTheMarkStays() {
    var typed = TypedEditor.emacs();
    typed.history.addAll(List.of("fix the wall", "paint the wall"));
    var later = new CompletableFuture<List<String>>();
    typed.further = later;
    typed.keys("ctrl-r").type("the wall").keys("down");
    assertThat(typed.rows(60, 10)).noneMatch(row -> row.contains("long ago"));
    later.complete(List.of("the wall of long ago"));
    assertThat(typed.rows(60, 10)).anyMatch(row -> row.contains("the wall of long ago"));
    assertThat(typed.keys("enter").editor.text()).isEqualTo("fix the wall");
  }
}
