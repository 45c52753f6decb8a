package dev.tenon.arch;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Holds the real house to its rules, and the rules to their promise: a miniature house that breaks
/// each of them must be caught.
class HouseTest {

  private static final String BROKEN = "dev.tenon.arch.broken";

  /// Which class of the broken house each rule must name. A rule without a line here fails the
  /// test.
  private static final Map<String, String> CULPRITS =
      Map.ofEntries(
          Map.entry("core.json", "core.json.SeesModel"),
          Map.entry("core.model", "core.model.SeesWorkspace"),
          Map.entry("core.workspace", "core.workspace.SeesAgent"),
          Map.entry("core.agent", "core.agent.SeesSession"),
          Map.entry("core", "core.session.SeesCli"),
          Map.entry("core.session", "core.session.SeesCli"),
          Map.entry("core rooms", "core.attic.UnknownRoom"),
          Map.entry("core cycles", "core.json.SeesModel"),
          Map.entry("providers", "providers.SeesAgent"),
          Map.entry("testkit", "testkit.SeesProviders"),
          Map.entry("harness", "harness.SeesTestkit"),
          Map.entry("distribution", "distribution.SeesTools"),
          Map.entry("tools", "tools.SeesAgent"),
          Map.entry("server", "server.SeesTools"),
          Map.entry("engine", "engine.SeesServer"),
          Map.entry("cli", "cli.SeesTestkit"),
          Map.entry("nothing sees cli", "core.session.SeesCli"),
          Map.entry("logging", "core.agent.Logs"),
          Map.entry("http client", "providers.UsesHttpClient"),
          Map.entry("names", "cli.FileManager"),
          Map.entry("null marks", "tools.SeesAgent"));

  /// Rooms without a culprit of their own: their rule is made by the same line of code as its
  /// neighbours' on the list above.
  private static final List<String> SAME_AS_NEIGHBOUR =
      List.of(
          "core.permission",
          "core.exec",
          "core.edit",
          "core.change",
          "core.tool",
          "core.prompt",
          "core.rule");

  @TestFactory
  Stream<DynamicTest> theHouseKeepsItsRules() {
    JavaClasses house =
        new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages("dev.tenon");
    return new HouseRules("dev.tenon")
        .all().entrySet().stream()
            .map(
                rule -> DynamicTest.dynamicTest(rule.getKey(), () -> rule.getValue().check(house)));
  }

  @TestFactory
  Stream<DynamicTest> aBrokenHouseIsCaught() {
    JavaClasses house = new ClassFileImporter().importPackages(BROKEN);
    return new HouseRules(BROKEN)
        .all().entrySet().stream()
            .filter(rule -> !SAME_AS_NEIGHBOUR.contains(rule.getKey()))
            .map(
                rule ->
                    DynamicTest.dynamicTest(
                        rule.getKey(), () -> assertCaught(rule.getKey(), rule.getValue(), house)));
  }

  private static void assertCaught(String name, ArchRule rule, JavaClasses house) {
    assertThat(CULPRITS).containsKey(name);
    List<String> violations = rule.evaluate(house).getFailureReport().getDetails();
    assertThat(String.join("\n", violations)).contains(BROKEN + "." + CULPRITS.get(name));
  }

  @Test
  void anEmptyHouseKeepsItsRules() {
    JavaClasses nothing = new ClassFileImporter().importPackages("dev.tenon.nowhere");
    for (ArchRule rule : new HouseRules("dev.tenon.nowhere").all().values()) {
      rule.check(nothing);
    }
  }
}
