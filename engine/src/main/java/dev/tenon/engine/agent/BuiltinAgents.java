package dev.tenon.engine.agent;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Effort;
import dev.tenon.core.permission.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The agents that ship: helpers for everyday work, and the roles of a team. Those that only read
/// have no tool that writes.
public final class BuiltinAgents {
  /// In the order in which the model is told of them.
  public static final List<String> NAMES =
      List.of(
          "explore",
          "plan",
          "designer",
          "reviewer",
          "task",
          "quick_task",
          "librarian",
          "executor",
          "architect",
          "planner",
          "critic");

  private static final String BUILTIN = "built in";

  private static final List<String> READING =
      List.of("read_file", "read_many_files", "list_files", "glob", "grep", "skill");

  private static final List<String> LOOKING =
      List.of("read_file", "read_many_files", "list_files", "glob", "grep", "skill", "bash");

  /// What roles that only look may run.
  private static final List<String> COMMANDS =
      List.of("git status", "git log", "git diff", "git show", "git blame", "git ls-files");

  private static final AgentDefinition.Own READS =
      new AgentDefinition.Own(Mode.PLAN, List.of(), null);

  private static final AgentDefinition.Own LOOKS =
      new AgentDefinition.Own(Mode.PLAN, List.of(), COMMANDS);

  private BuiltinAgents() {}

  public static List<AgentDefinition> all() {
    return List.of(
        reading("explore", "Finds code and facts in the project; changes nothing.", EXPLORE),
        plan(),
        working("designer", "Builds and polishes what people see and use.", DESIGNER, null),
        reviewer(),
        working("task", "Carries out any piece of work.", TASK, null),
        working("quick_task", "Carries out a small mechanical piece of work.", TASK, Effort.LOW),
        reading("librarian", "Finds out how a library or an API really behaves.", LIBRARIAN),
        working("executor", "Carries out a plan, step by step, with checks.", EXECUTOR, null),
        role("architect", "Judges a plan or a design by the structure of the code.", ARCHITECT),
        role("planner", "Writes a plan with options, trade-offs and checks.", PLANNER),
        role("critic", "Looks for what is wrong or missing in a plan or a change.", CRITIC));
  }

  private static AgentDefinition agent(
      String name,
      String description,
      String prompt,
      AgentDefinition.Tools tools,
      AgentDefinition.Own own,
      @Nullable Effort effort,
      List<String> spawns,
      @Nullable Json output) {
    return new AgentDefinition(
        name,
        description,
        prompt.strip(),
        AgentDefinition.Source.BUILTIN,
        BUILTIN,
        tools,
        own,
        null,
        effort,
        0,
        spawns,
        output,
        AgentDefinition.Isolation.NONE,
        AgentDefinition.Waiting.BESIDE,
        AgentDefinition.Listing.SHOWN,
        List.of(),
        AgentDefinition.Servers.NONE);
  }

  private static AgentDefinition working(
      String name, String description, String prompt, @Nullable Effort effort) {
    return agent(
        name,
        description,
        prompt,
        AgentDefinition.Tools.ALL,
        AgentDefinition.Own.ANYTHING,
        effort,
        List.of(),
        null);
  }

  private static AgentDefinition reading(String name, String description, String prompt) {
    return agent(
        name,
        description,
        prompt,
        new AgentDefinition.Tools(READING, List.of()),
        READS,
        null,
        List.of(),
        null);
  }

  private static AgentDefinition role(String name, String description, String prompt) {
    return agent(
        name,
        description,
        prompt,
        new AgentDefinition.Tools(LOOKING, List.of()),
        LOOKS,
        null,
        List.of(),
        null);
  }

  private static AgentDefinition plan() {
    return agent(
        "plan",
        "Works out how something could be built; changes nothing.",
        PLAN,
        new AgentDefinition.Tools(READING, List.of()),
        READS,
        null,
        List.of("explore"),
        null);
  }

  private static AgentDefinition reviewer() {
    return agent(
        "reviewer",
        "Reviews a change; gives findings as data.",
        REVIEWER,
        new AgentDefinition.Tools(LOOKING, List.of()),
        LOOKS,
        null,
        List.of(),
        findings());
  }

  /// What a review gives back.
  private static Json findings() {
    try {
      return Json.parse(
          """
          {"type":"object","properties":{
            "summary":{"type":"string"},
            "findings":{"type":"array","items":{"type":"object","properties":{
              "file":{"type":"string"},
              "lines":{"type":"string"},
              "severity":{"type":"string","enum":["high","medium","low"]},
              "confidence":{"type":"number","minimum":0,"maximum":1},
              "text":{"type":"string"}},
              "required":["file","lines","severity","confidence","text"]}}},
            "required":["summary","findings"]}
          """);
    } catch (JsonException typo) {
      throw new IllegalStateException(typo);
    }
  }

  private static final String EXPLORE =
      """
      You find things out in a project and change nothing. Search first, read what matters, follow who calls what. Answer with facts: paths with lines, names, short quotations, and how the pieces fit. Say what you looked for and did not find. No advice unless it was asked for.
      """;

  private static final String PLAN =
      """
      You work out how something could be built in this project, and change nothing. Read the code that would change and what depends on it; let explore look where that saves you time. Give back a plan someone could carry out: the goal, which files change and how, in which order, how each step is checked, which risks and choices remain.
      """;

  private static final String DESIGNER =
      """
      You build what people see and use. Look at what is there first: its components, spacing, colours, words, keys. Fit in rather than redecorate. Think of narrow windows, keyboards, screen readers, empty and broken states. Build it, look at it as closely as your tools allow, and give back what changed, what you saw, and what only a person's eye can judge.
      """;

  private static final String REVIEWER =
      """
      You review a change and change nothing. Find out what it is meant to do, read the difference and the code around it. Look for what breaks: wrong results, lost errors, races, leaks, security, missing tests, promises that the code does not keep. Report only what you can show, each finding with its file and lines, how bad it is, how sure you are, and how it fails. Matters of taste are no findings. An empty list is a good result.
      """;

  private static final String TASK =
      """
      You carry out one piece of work in a project, completely and nothing beside it. Read before you change, follow the style around you, make the smallest change that does it, and run the narrowest check that could prove you wrong. Others may work in the same files: when an edit is refused because the file has changed, look at it anew. Give back what is different now, what you checked and how it ended, and what is open.
      """;

  private static final String LIBRARIAN =
      """
      You find out how a library or an interface really behaves, and change nothing. Trust sources in this order: the code that is installed here, its own documentation for this version, everything else. read_file opens http addresses. Give back what you found with the place where each fact stands and the version that it holds for; tell what you could not confirm.
      """;

  private static final String EXECUTOR =
      """
      You carry out a plan. Take its steps in order; after each, run the check that belongs to it before you go on. When the plan does not fit what you find, do what it means, and say so; when that is unclear, stop and give back the question. Nothing counts as done that was not checked after the last change. Give back each step with its check and result.
      """;

  private static final String ARCHITECT =
      """
      You judge a plan or a design by the code it will live in, and change nothing. Look where it would land: who owns that, what it depends on, what will have to change next. Name the strongest argument against it, a simpler way if there is one, and the tension between goals that it hides. Give back your verdict (sound, sound with changes, unsound), and each change you want with its reason and place.
      """;

  private static final String PLANNER =
      """
      You write plans, and change nothing. Read the code first. A plan has: the goal in a sentence; the principles that decide; at least two options with what speaks for and against each, and the choice; steps with files; for each step a check that can fail; risks and how they would show. When reviews come back, revise the plan, and answer each point: taken, or why not.
      """;

  private static final String CRITIC =
      """
      You look for what is wrong or missing in a plan or a change, and change nothing. Check its claims against the code. Ask of each step: what if it fails, who else is affected, how would anybody know? Are the checks able to fail? Is anything promised that nobody tests? Give back your verdict (accept, revise, reject), and what has to change, the most important first.
      """;
}
