package dev.tenon.engine.content;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.content.ItemConsent.Item;
import dev.tenon.engine.content.ItemConsent.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ItemConsentTest {
  private static final int EACH = 25;

  @TempDir Path home;
  private final Path root = Path.of("/project");

  private Item item(String name, String hash) {
    return new Item(Kind.SERVER, name, root.resolve(".mcp.json#" + name), hash);
  }

  @Test
  void decisionsOfTheOldFormCountAndAreForgotten() throws IOException {
    Files.writeString(
        home.resolve("trust.json"),
        """
        {"projects": {"/project": {"sha256": "p", "decision": "accepted"}},
         "items": {"/project/.mcp.json#old": {"sha256": "h", "decision": "accepted"},
                   "/elsewhere/a": {"sha256": "h", "decision": "declined"},
                   "odd": 3}}
        """);
    var consent = new ItemConsent(home);
    assertThat(consent.remembered(item("old", "h"))).isEqualTo(Decision.ACCEPTED);
    assertThat(consent.remembered(item("old", "changed"))).isEqualTo(Decision.UNDECIDED);
    consent.remember(List.of(item("new", "n")), Decision.DECLINED);
    assertThat(Files.readString(home.resolve("trust.json")))
        .contains("\"kind\"", "\"server\"", "\"name\"", "\"new\"", "\"projects\"");
    assertThat(consent.forget(kept -> kept.name().equals("new")))
        .containsExactly(
            new ItemConsent.Kept(
                "server", "new", root.resolve(".mcp.json#new"), Decision.DECLINED));
    assertThat(consent.remembered(item("old", "h"))).isEqualTo(Decision.ACCEPTED);
    assertThat(consent.forget(kept -> kept.path().startsWith(root))).hasSize(1);
    assertThat(consent.remembered(item("old", "h"))).isEqualTo(Decision.UNDECIDED);
    assertThat(Files.readString(home.resolve("trust.json"))).contains("/elsewhere/a", "odd");
  }

  @Test
  void twoProcessesLoseNothing() throws Exception {
    var others = new ArrayList<Process>();
    for (String who : List.of("a", "b")) {
      others.add(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  ItemConsentTest.class.getName(),
                  home.toString(),
                  who)
              .inheritIO()
              .start());
    }
    for (Process other : others) {
      assertThat(other.waitFor()).isZero();
    }
    var consent = new ItemConsent(home);
    for (String who : List.of("a", "b")) {
      for (int i = 0; i < EACH; i++) {
        assertThat(consent.remembered(item(who + i, "h"))).isEqualTo(Decision.ACCEPTED);
      }
    }
  }

  /// One of two processes that decide at the same time.
  public static void main(String[] arguments) throws IOException {
    var consent = new ItemConsent(Path.of(arguments[0]));
    for (int i = 0; i < EACH; i++) {
      consent.remember(
          List.of(new ItemConsentTest().item(arguments[1] + i, "h")), Decision.ACCEPTED);
    }
  }
}
