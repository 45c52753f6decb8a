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
          Map.entry(HouseRules.ROOM + "core.json", "core.json.SeesModel"),
          Map.entry(HouseRules.ROOM + "core.model", "core.model.SeesWorkspace"),
          Map.entry(HouseRules.ROOM + "core.workspace", "core.workspace.SeesAgent"),
          Map.entry(HouseRules.ROOM + "core.agent", "core.agent.SeesSession"),
          Map.entry("core", "core.session.SeesCli"),
          Map.entry("core rooms", "core.attic.UnknownRoom"),
          Map.entry("engine rooms", "engine.attic.UnknownRoom"),
          Map.entry("protocols rooms", "protocols.attic.UnknownRoom"),
          Map.entry("protocols", "protocols.SeesEngine"),
          Map.entry("server rooms", "server.SeesTools"),
          Map.entry("sdk rooms", "sdk.attic.UnknownRoom"),
          Map.entry("cli rooms", "cli.attic.UnknownRoom"),
          Map.entry(HouseRules.ROOM + "cli.slash", "cli.slash.SeesTerminal"),
          Map.entry("cycles", "cli.slash.SeesTerminal"),
          Map.entry("providers", "providers.SeesAgent"),
          Map.entry("testkit", "testkit.SeesProviders"),
          Map.entry("worker", "worker.SeesTools"),
          Map.entry("nothing sees worker", "engine.SeesWorker"),
          Map.entry("harness", "harness.SeesTestkit"),
          Map.entry("distribution", "distribution.SeesTools"),
          Map.entry("tools", "tools.SeesAgent"),
          Map.entry("server", "server.SeesTools"),
          Map.entry("sdk", "sdk.SeesTools"),
          Map.entry("engine", "engine.SeesServer"),
          Map.entry("cli", "cli.SeesTestkit"),
          Map.entry("nothing sees cli", "core.session.SeesCli"),
          Map.entry("logging", "core.agent.Logs"),
          Map.entry("http client", "providers.UsesHttpClient"),
          Map.entry("way out", "tools.OpensSocket"),
          Map.entry("prints", "cli.PrintsItself"),
          Map.entry("names", "cli.FileManager"),
          Map.entry("null marks", "tools.SeesAgent"));

  @TestFactory
  Stream<DynamicTest> theHouseKeepsItsRules() {
    JavaClasses house =
        new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .withImportOption(location -> !location.contains("/jmh_generated/"))
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
            .filter(rule -> !hasNeighbour(rule.getKey()))
            .map(
                rule ->
                    DynamicTest.dynamicTest(
                        rule.getKey(), () -> assertCaught(rule.getKey(), rule.getValue(), house)));
  }

  /// A room without a culprit of its own: its rule is made by the same line of code as its
  /// neighbours' on the list.
  private static boolean hasNeighbour(String rule) {
    return rule.startsWith(HouseRules.ROOM) && !CULPRITS.containsKey(rule);
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
