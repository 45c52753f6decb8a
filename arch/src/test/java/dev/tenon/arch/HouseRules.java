package dev.tenon.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
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
  /// How the names of rules about one room begin.
  static final String ROOM = "room ";

  /// The rooms of each module from the ground up, `""` for the module's own package. A room sees
  /// itself, the rooms on its own floor and all floors below; [#noCycles] keeps neighbours from
  /// leaning on each other in a circle.
  private static final Map<String, List<Set<String>>> FLOORS = floors();

  /// The only classes that have a stream to a person: the writer of all commands, and the screen of
  /// the conversation; and a worker's main class, whose streams lead to the program.
  private static final Set<String> WRITERS =
      Set.of(
          "cli.base.Output",
          "cli.base.Streams",
          "cli.terminal.PlainConsole",
          "cli.terminal.device.TerminalDevice",
          "cli.terminal.TerminalFace",
          "cli.terminal.render.PlainPage",
          "worker.WorkerMain");

  /// Who may look a name up beside the one client: the server, for the address of its own that it
  /// listens at.
  private static final Set<String> LISTENERS = Set.of("server.http.AgentServer");

  private static Map<String, List<Set<String>>> floors() {
    var floors = new LinkedHashMap<String, List<Set<String>>>();
    floors.put(
        "core",
        List.of(
            Set.of("json", "http.tls"),
            Set.of("http"),
            Set.of("http.stream", "http.guard", "json.rpc"),
            Set.of("http.fetch"),
            Set.of("text"),
            Set.of("model"),
            Set.of("model.script", "skill", "workflow"),
            Set.of("workspace.path", "workspace.regex", "permission.program"),
            Set.of(
                "workspace.walk",
                "permission.command",
                "permission.text",
                "exec.shell",
                "exec.background",
                "exec.repository"),
            Set.of(
                "workspace.search",
                "workspace.state",
                "permission",
                "exec.sandbox",
                "exec.resident"),
            Set.of("exec.worker"),
            Set.of("workspace"),
            Set.of("edit.diff"),
            Set.of("edit"),
            Set.of("edit.match"),
            Set.of("edit.patch", "edit.hashline", "edit.lines"),
            Set.of("change.journal"),
            Set.of("change.effects", "change.weave"),
            Set.of("evidence"),
            Set.of("change", "change.view"),
            Set.of("change.review", "change.layer"),
            Set.of("tool"),
            Set.of("prompt", "rule"),
            Set.of("agent"),
            Set.of("session", "session.compaction"),
            Set.of("helper")));
    floors.put(
        "protocols",
        List.of(
            Set.of("mcp.protocol"),
            Set.of("mcp.config"),
            Set.of("mcp.transport"),
            Set.of("mcp.client", "mcp.oauth"),
            Set.of("mcp.trust"),
            Set.of("mcp.host", "mcp.server"),
            Set.of("approval"),
            Set.of("acp", "rpc")));
    floors.put(
        "engine",
        List.of(
            Set.of("problem"),
            Set.of("config.value", "config.yaml"),
            Set.of("config", "usage"),
            Set.of("command", "model", "content", "check", "layer"),
            Set.of("discovery", "plugin"),
            Set.of("skill", "template", "agent", "hook"),
            Set.of("observe", "session"),
            Set.of("evidence"),
            Set.of("workflow"),
            Set.of("prompt"),
            Set.of("")));
    floors.put("sdk", List.of(Set.of("")));
    floors.put(
        "server",
        List.of(
            Set.of("job.record", "tool"),
            Set.of("store", "job.live"),
            Set.of("job.run", "job.review"),
            Set.of("job.engine"),
            Set.of("http.wire"),
            Set.of("http.guard"),
            Set.of("http.api", "http.page"),
            Set.of("http"),
            Set.of("project")));
    floors.put(
        "cli",
        List.of(
            Set.of("args", "terminal.screen", "terminal.code", "terminal.diff"),
            Set.of("terminal.theme"),
            Set.of("terminal.render"),
            Set.of("terminal.markdown"),
            Set.of("terminal.view", "terminal.input", "report", "base", "headless", "attack"),
            Set.of("terminal.status"),
            Set.of("terminal.editor.text", "terminal.device", "terminal.history"),
            Set.of("terminal.editor", "terminal.dialog", "terminal.appearance"),
            Set.of("terminal.review"),
            Set.of("slash"),
            Set.of("terminal", "session", "serve", "login", "mcp", "mcp.serve", "workflow", "hook"),
            Set.of("command", "discover", "plugin"),
            Set.of("stream"),
            Set.of("acp", "rpc"),
            Set.of("")));
    return floors;
  }

  /// Every rule by its name.
  Map<String, ArchRule> all() {
    var rules = new LinkedHashMap<String, ArchRule>();
    for (String module : FLOORS.keySet()) {
      var below = new TreeSet<String>();
      for (Set<String> floor : FLOORS.get(module)) {
        below.addAll(floor);
        for (String room : new TreeSet<>(floor)) {
          rules.put(ROOM + name(module, room), staysBelow(module, room, below));
        }
      }
      rules.put(module + " rooms", knownRoomsOnly(module, below));
    }
    rules.put("core", sees("core", List.of("core")));
    rules.put("cycles", noCycles());
    rules.put(
        "providers",
        sees(
            "providers",
            List.of("providers", "core.json", "core.http", "core.http.stream", "core.model")));
    rules.put("testkit", sees("testkit", List.of("testkit", "core.json", "core.model")));
    rules.put("worker", sees("worker", List.of("worker", "core.json")));
    rules.put("nothing sees worker", unseen("worker"));
    rules.put("harness", sees("harness", List.of("harness")));
    rules.put(
        "distribution",
        sees("distribution", List.of("distribution", "cli", "testkit", "core.json")));
    rules.put("tools", sees("tools", toolsMaySee()));
    rules.put("protocols", sees("protocols", List.of("protocols", "core")));
    rules.put("engine", sees("engine", List.of("engine", "core", "providers", "tools")));
    rules.put("sdk", sees("sdk", List.of("sdk", "engine", "core")));
    rules.put("server", sees("server", List.of("server", "engine", "core")));
    rules.put(
        "cli",
        sees(
            "cli",
            List.of("cli", "engine", "sdk", "core", "providers", "tools", "server", "protocols")));
    rules.put("nothing sees cli", unseen("cli"));
    rules.put("logging", without("java.util.logging..", "core"));
    rules.put(
        "http client",
        without(
            "java.net.http..",
            "core",
            "providers",
            "tools",
            "protocols",
            "engine",
            "server",
            "cli"));
    rules.put("way out", oneWayOut());
    rules.put("prints", onlyTheWriterPrints());
    rules.put("names", plainNames());
    rules.put("null marks", nullMarked());
    return rules;
  }

  private List<String> toolsMaySee() {
    List<Set<String>> core = FLOORS.get("core");
    var rooms = core.subList(0, core.indexOf(Set.of("tool")) + 1).stream().flatMap(Set::stream);
    return Stream.concat(Stream.of("tools"), rooms.map(room -> name("core", room))).toList();
  }

  /// One room of a module, without the rooms within it.
  private ArchRule staysBelow(String module, String room, Collection<String> below) {
    return noClasses()
        .that(resideInAPackage(root + "." + name(module, room)))
        .should()
        .dependOnClassesThat(
            resideInAPackage(in(module)).and(not(resideInAnyPackage(exactly(module, below)))))
        .as(name(module, room) + " sees of " + module + " nothing but " + String.join(", ", below))
        .allowEmptyShould(true);
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

  /// But for what builds, measures and checks the program.
  private ArchRule unseen(String room) {
    return noClasses()
        .that(
            resideInAPackage(root + "..")
                .and(
                    not(
                        resideInAnyPackage(
                            in(room), in("distribution"), in("bench"), root + ".arch.."))))
        .should()
        .dependOnClassesThat(resideInAPackage(in(room)))
        .as("nothing sees " + room)
        .allowEmptyShould(true);
  }

  private ArchRule knownRoomsOnly(String module, Set<String> rooms) {
    return classes()
        .that(resideInAPackage(in(module)))
        .should()
        .resideInAnyPackage(exactly(module, rooms))
        .as(
            module
                + " has no rooms but "
                + String.join(", ", rooms)
                + "; a new one needs its floor here")
        .allowEmptyShould(true);
  }

  /// Between any two packages of any module, rooms within rooms included.
  private ArchRule noCycles() {
    return slices()
        .matching(root + ".(**)")
        .should()
        .beFreeOfCycles()
        .as("no two packages see each other, over however many others")
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

  /// But for what builds, measures and tries the program.
  private ArchRule oneWayOut() {
    return classes()
        .that(resideInAPackage(root + ".."))
        .and(
            not(
                resideInAnyPackage(
                    in("core.http"),
                    in("distribution"),
                    in("bench"),
                    in("testkit"),
                    in("harness"))))
        .and(not(describe("exempt", type -> LISTENERS.contains(outermost(type)))))
        .should(new WayOut())
        .as("only core.http opens connections and looks names up, but for " + LISTENERS)
        .allowEmptyShould(true);
  }

  /// What reaches a terminal passes the one writer or the screen of the conversation, which make
  /// hidden characters visible.
  private ArchRule onlyTheWriterPrints() {
    return classes()
        .that(resideInAPackage(root + ".."))
        .and(not(resideInAnyPackage(in("distribution"), in("bench"), in("testkit"), in("harness"))))
        .and(not(describe("a writer", type -> WRITERS.contains(outermost(type)))))
        .should(notPrint())
        .as("nothing prints but " + String.join(", ", new TreeSet<>(WRITERS)))
        .allowEmptyShould(true);
  }

  private String outermost(JavaClass type) {
    String name = type.getName();
    int inner = name.indexOf('$');
    String own = inner < 0 ? name : name.substring(0, inner);
    return own.startsWith(root + ".") ? own.substring(root.length() + 1) : own;
  }

  private static ArchCondition<JavaClass> notPrint() {
    return new ArchCondition<>("not print") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (JavaAccess<?> access : type.getAccessesFromSelf()) {
          String owner = access.getTargetOwner().getName();
          String name = access.getName();
          boolean prints =
              switch (owner) {
                case "java.lang.System" ->
                    Set.of("out", "err", "console", "setOut", "setErr").contains(name);
                case "java.io.PrintStream", "java.io.Console", "java.io.FileDescriptor" -> true;
                case "org.jline.terminal.Terminal" ->
                    Set.of("writer", "output", "puts").contains(name);
                default ->
                    name.equals("printStackTrace")
                        && access instanceof JavaMethodCall call
                        && call.getTarget().getRawParameterTypes().isEmpty();
              };
          if (prints) {
            events.add(SimpleConditionEvent.violated(type, access.getDescription()));
          }
        }
      }
    };
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

  private static String name(String module, String room) {
    return room.isEmpty() ? module : module + "." + room;
  }

  private String[] exactly(String module, Collection<String> rooms) {
    return rooms.stream().map(room -> root + "." + name(module, room)).toArray(String[]::new);
  }

  private String in(String room) {
    return root + "." + room + "..";
  }

  private String[] in(List<String> rooms) {
    return rooms.stream().map(this::in).toArray(String[]::new);
  }
}
