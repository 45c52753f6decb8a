package dev.tenon.arch;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/// The direction of dependencies and the habits that a compiler cannot check. A rule about a
/// package that does not exist yet holds.
///
/// @param root the package that holds the modules, `dev.tenon` for the real house
record HouseRules(String root) {

  /// The rooms of the core from the ground up. A room sees itself, the rooms on its own floor and
  /// all floors below; [#noCyclesInTheCore] keeps neighbours from leaning on each other in a
  /// circle.
  private static final List<Set<String>> FLOORS =
      List.of(
          Set.of("json"),
          Set.of("model"),
          Set.of("workspace", "permission", "exec"),
          Set.of("edit", "change"),
          Set.of("tool"),
          Set.of("prompt", "rule"),
          Set.of("agent"),
          Set.of("session"));

  /// Every rule by its name.
  Map<String, ArchRule> all() {
    var rules = new LinkedHashMap<String, ArchRule>();
    var below = new TreeSet<String>();
    for (Set<String> floor : FLOORS) {
      below.addAll(floor);
      for (String room : new TreeSet<>(floor)) {
        rules.put("core." + room, sees("core." + room, core(below)));
      }
    }
    rules.put("core", sees("core", List.of("core")));
    rules.put("core rooms", knownRoomsOnly(below));
    rules.put("core cycles", noCyclesInTheCore());
    rules.put("providers", sees("providers", List.of("providers", "core.json", "core.model")));
    rules.put("testkit", sees("testkit", List.of("testkit", "core.json", "core.model")));
    rules.put("harness", sees("harness", List.of("harness")));
    rules.put("distribution", sees("distribution", List.of("distribution", "cli", "testkit")));
    rules.put("tools", sees("tools", toolsMaySee()));
    rules.put("engine", sees("engine", List.of("engine", "core", "providers", "tools")));
    rules.put("server", sees("server", List.of("server", "engine", "core")));
    rules.put("cli", sees("cli", List.of("cli", "engine", "core", "providers", "tools", "server")));
    rules.put("nothing sees cli", unseen("cli"));
    rules.put("logging", without("java.util.logging..", "core"));
    rules.put("http client", without("java.net.http..", "core", "providers", "engine", "cli"));
    rules.put("names", plainNames());
    rules.put("null marks", nullMarked());
    return rules;
  }

  private List<String> toolsMaySee() {
    int tool = FLOORS.indexOf(Set.of("tool"));
    var rooms = FLOORS.subList(0, tool + 1).stream().flatMap(Set::stream).toList();
    return Stream.concat(Stream.of("tools"), core(rooms).stream()).toList();
  }

  private ArchRule sees(String room, List<String> visible) {
    return noClasses()
        .that(resideInAPackage(in(room)))
        .should()
        .dependOnClassesThat(
            resideInAPackage(root + "..").and(not(resideInAnyPackage(in(visible)))))
        .as(room + " sees nothing of the house but " + String.join(", ", visible))
        .allowEmptyShould(true);
  }

  private ArchRule unseen(String room) {
    return noClasses()
        .that(resideInAPackage(root + "..").and(not(resideInAPackage(in(room)))))
        .should()
        .dependOnClassesThat(resideInAPackage(in(room)))
        .as("nothing sees " + room)
        .allowEmptyShould(true);
  }

  private ArchRule knownRoomsOnly(Set<String> rooms) {
    return classes()
        .that(resideInAPackage(in("core")))
        .should()
        .resideInAnyPackage(in(core(rooms)))
        .as(
            "core has no rooms but "
                + String.join(", ", rooms)
                + "; a new one needs its floor here")
        .allowEmptyShould(true);
  }

  private ArchRule noCyclesInTheCore() {
    return slices()
        .matching(root + ".core.(*)..")
        .should()
        .beFreeOfCycles()
        .as("the rooms of the core form no cycle")
        .allowEmptyShould(true);
  }

  private ArchRule without(String library, String... modules) {
    return noClasses()
        .that(resideInAnyPackage(in(List.of(modules))))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library)
        .as(String.join(", ", modules) + " does without " + library)
        .allowEmptyShould(true);
  }

  private ArchRule plainNames() {
    return noClasses()
        .that(resideInAPackage(root + ".."))
        .should()
        .haveNameMatching(".*[.$]([^.$]*(Manager|Helper|Utils?|Impl|Base|V2)|Abstract[^.$]*)")
        .as(
            "a class is named after what it is, not Manager, Helper, Util, Impl, Base, Abstract or"
                + " V2")
        .allowEmptyShould(true);
  }

  private ArchRule nullMarked() {
    return classes()
        .that(resideInAPackage(root + ".."))
        .should(beInANullMarkedPackage())
        .as("every package is @NullMarked in its package-info.java")
        .allowEmptyShould(true);
  }

  private static ArchCondition<JavaClass> beInANullMarkedPackage() {
    return new ArchCondition<>("be in a @NullMarked package") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean marked =
            type.getPackage()
                .tryGetPackageInfo()
                .map(info -> info.isAnnotatedWith(NullMarked.class))
                .orElse(false);
        String message = type.getName() + " is in a package that is not @NullMarked";
        events.add(new SimpleConditionEvent(type, marked, message));
      }
    };
  }

  private static List<String> core(Collection<String> rooms) {
    return rooms.stream().map(room -> "core." + room).toList();
  }

  private String in(String room) {
    return root + "." + room + "..";
  }

  private String[] in(List<String> rooms) {
    return rooms.stream().map(this::in).toArray(String[]::new);
  }
}
