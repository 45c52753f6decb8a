package dev.tenon.cli.terminal.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptDatabaseTest {
  @TempDir Path home;

  @Test
  void promptsAreFoundByTheBeginningsOfTheirWords() throws Exception {
    Path file = home.resolve("history.db");
    var database = new PromptDatabase(file);
    database.add("fix the parser bug", "/p");
    database.add("fix the parser bug", "/p");
    database.add("write tests for the parser", "/p");
    database.add("Grüße aus \"Köln\" 100%", "/p");
    database.close();

    var again = new PromptDatabase(file);
    assertThat(again.search("pars", "", List.of()))
        .containsExactly("write tests for the parser", "fix the parser bug");
    assertThat(again.search("BUG fix", "", List.of())).containsExactly("fix the parser bug");
    assertThat(again.search("köln", "", List.of())).hasSize(1);
    assertThat(again.search("%", "", List.of())).hasSize(3);
    assertThat(again.search("\"", "", List.of())).containsExactly("Grüße aus \"Köln\" 100%");
    assertThat(again.search("", "", List.of())).hasSize(3);
    assertThat(again.search("nowhere", "", List.of())).isEmpty();
    again.close();
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void theSearchOfAProjectFindsNothingOfAnother() throws Exception {
    var database = new PromptDatabase(home.resolve("history.db"));
    database.add("the parser of one", "/one");
    database.add("the parser of two", "/two");
    database.add("50% of two", "/two");
    assertThat(database.search("parser", "/one", List.of())).containsExactly("the parser of one");
    assertThat(database.search("%", "/one", List.of())).containsExactly("the parser of one");
    assertThat(database.search("parser", "", List.of())).hasSize(2);
    database.close();
  }

  @Test
  void aNewDatabaseBeginsWithWhatIsKnown() throws Exception {
    var database = new PromptDatabase(home.resolve("history.db"));
    assertThat(database.search("old", "", List.of("an old one", "another"))).hasSize(1);
    assertThat(database.search("", "", List.of("not again"))).hasSize(2);
    database.close();
  }

  @Test
  void aBrokenDatabaseFallsBackToTheLastPromptsAndSaysSo() throws Exception {
    Path prompts = home.resolve("prompts");
    Files.writeString(home.resolve("history.db"), "this is no database at all, not one bit of it");
    Files.writeString(prompts, "first prompt\nsecond prompt\n");
    var history = new PromptHistory(prompts);
    history.load();
    assertThat(history.search("FIRST")).containsExactly("first prompt");
    assertThat(history.problem().orElseThrow()).contains("database").contains("last 2");
    assertThat(history.problem().orElseThrow())
        .contains(home.resolve("history.db") + " is damaged; move it away")
        .doesNotContain("SQL", "\n");
    history.close();
    Files.move(home.resolve("history.db"), home.resolve("away"));
    var anew = new PromptHistory(prompts);
    anew.load();
    assertThat(anew.search("FIRST")).containsExactly("first prompt");
    assertThat(anew.problem()).isEmpty();
    anew.close();
  }

  @Test
  void aDatabaseWithoutANumberIsTakenAndOneOfALaterFormIsRefused() throws Exception {
    Path file = home.resolve("history.db");
    var first = new PromptDatabase(file);
    assertThat(first.search("", "", List.of("known"))).hasSize(1);
    first.close();
    number(file, 0);
    var second = new PromptDatabase(file);
    assertThat(second.search("", "", List.of())).containsExactly("known");
    second.close();
    number(file, 7);
    var third = new PromptDatabase(file);
    assertThatThrownBy(() -> third.search("", "", List.of()))
        .hasMessageContaining(file.toString())
        .hasMessageContaining("later version of Tenon (form 7, this one knows 1)");
    third.close();
  }

  private static void number(Path file, int form) throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA user_version = " + form);
    }
  }
}
