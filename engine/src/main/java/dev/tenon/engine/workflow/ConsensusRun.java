package dev.tenon.engine.workflow;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.Helpers;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.workflow.Consensus;
import dev.tenon.core.workflow.WorkflowEntry;
import dev.tenon.core.workflow.WorkflowException;
import dev.tenon.core.workflow.WorkflowLog;
import dev.tenon.core.workflow.WorkflowStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Lets a planner, an architect and a critic work until they agree, or their rounds are used up.
/// Each finished piece is kept at once, so that an interruption costs the piece at most.
final class ConsensusRun {
  private static final String PLANNER = "planner";

  private final WorkflowSurroundings around;

  ConsensusRun(WorkflowSurroundings around) {
    this.around = around;
  }

  /// Whether the roles can be had. They must not be able to change anything.
  void check() throws ToolException {
    for (String role : List.of(PLANNER, "architect", "critic")) {
      AgentDefinition agent = around.agents().find(role).orElse(null);
      String why = around.agents().refusal(role).orElse("");
      if (agent == null || !why.isEmpty()) {
        throw new ToolException(
            ToolException.Code.NOT_FOUND,
            "ralplan needs the agent " + role + (why.isEmpty() ? "" : "; " + why));
      }
      if (agent.own().mode() != Mode.PLAN) {
        throw new ToolException(
            ToolException.Code.PERMISSION_DENIED,
            "the agent "
                + role
                + " ("
                + agent.shown()
                + ") may change files, and ralplan writes nothing; give it 'permissionMode: plan'");
      }
    }
  }

  /// Goes on until there is something to decide about.
  Consensus next(WorkflowStore.Kept kept, ToolContext context)
      throws ToolException, WorkflowException, IOException, InterruptedException {
    check();
    while (true) {
      Consensus now = Consensus.of(kept.log().entries());
      switch (now.phase()) {
        case PLAN -> plan(kept, now, context);
        case REVIEW -> review(kept, now, context);
        case AGREED, STUCK -> {
          return now;
        }
      }
    }
  }

  static String told(Consensus ended) {
    var out = new StringBuilder();
    boolean agreed = ended.phase() == Consensus.Phase.AGREED;
    out.append(
        agreed
            ? "architect and critic accept the plan " + ended.hash() + " after round "
            : Consensus.STUCK + ": no agreement after round ");
    out.append(ended.round()).append(".\n\n").append(ended.text());
    for (Consensus.Review review : ended.reviews()) {
      out.append("\n").append(review.role()).append(": ").append(review.verdict());
      review.points().forEach(point -> out.append("\n- ").append(point));
    }
    return out.append(
            agreed
                ? "\n\nThe plan waits for the person's approval. End your turn with it; nobody"
                    + " starts on it."
                : "\n\nTell the person so, with the points in dispute, and end your turn.")
        .toString();
  }

  private void plan(WorkflowStore.Kept kept, Consensus now, ToolContext context)
      throws ToolException, WorkflowException, IOException, InterruptedException {
    Helpers.Report report;
    if (now.planner().isEmpty()) {
      report = begin(PLANNER, "Plan", kept.task(), PLAN, context);
    } else {
      var message = new StringBuilder("The reviews of your plan ").append(now.hash()).append(":\n");
      for (Consensus.Review review : now.reviews()) {
        message.append("\n").append(review.role()).append(": ").append(review.verdict());
        review.points().forEach(point -> message.append("\n- ").append(point));
      }
      message.append("\n\nRevise it, and give back the whole plan.");
      report =
          resume(
              now.planner(),
              message.toString(),
              PLANNER,
              "Plan",
              kept.task() + "\n\nThe plan so far:\n\n" + now.text() + "\n" + message,
              PLAN,
              context);
    }
    String text = markdown(result(report, PLANNER));
    kept.log()
        .locked(
            log -> {
              log.append(Consensus.PLANNED, Consensus.of(log.entries()).planned(report.id(), text));
              return text;
            });
  }

  /// Lets those review who have not, side by side. What one has said is kept at once, whatever
  /// becomes of the other.
  private void review(WorkflowStore.Kept kept, Consensus now, ToolContext context)
      throws ToolException, IOException, InterruptedException {
    Map<String, ToolException> failures = new ConcurrentHashMap<>();
    var threads = new ArrayList<Thread>();
    List<WorkflowEntry> entries = kept.log().entries();
    for (String role : now.missing()) {
      threads.add(
          Thread.ofVirtual()
              .name("review-" + role)
              .start(
                  () -> {
                    try {
                      Helpers.Report report =
                          reviewed(role, kept, now, earlier(entries, role), context);
                      keep(kept.log(), role, report);
                    } catch (ToolException failed) {
                      failures.put(role, failed);
                    } catch (InterruptedException stopped) {
                      Thread.currentThread().interrupt();
                    }
                  }));
    }
    join(threads);
    for (String role : Consensus.REVIEWERS) {
      ToolException failed = failures.get(role);
      if (failed != null) {
        throw failed;
      }
    }
  }

  /// Keeps a review, also that of one who was done just when everything was stopped.
  private static void keep(WorkflowLog log, String role, Helpers.Report report)
      throws ToolException {
    Json.Obj said = result(report, role);
    boolean interrupted = Thread.interrupted();
    try {
      keep(log, role, report.id(), said);
    } catch (WorkflowException refused) {
      throw new ToolException(ToolException.Code.FAILED, String.valueOf(refused.getMessage()));
    } catch (IOException unwritten) {
      throw ToolException.of("keeping the review of the " + role, unwritten);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    boolean interrupted = false;
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException stop) {
          interrupted = true;
          threads.forEach(Thread::interrupt);
        }
      }
    }
    if (interrupted) {
      throw new InterruptedException();
    }
  }

  private static void keep(WorkflowLog log, String role, String helper, Json.Obj said)
      throws WorkflowException, IOException {
    var points = new ArrayList<String>();
    for (Json point : said.array("points")) {
      points.add(point instanceof Json.Str text ? text.value() : point.compact());
    }
    log.locked(
        writing -> {
          writing.append(
              Consensus.REVIEWED,
              Consensus.of(writing.entries())
                  .reviewed(
                      role, helper, said.string("plan", ""), said.string("verdict", ""), points));
          return role;
        });
  }

  /// The helper that has this role; empty before its first review.
  private static String earlier(List<WorkflowEntry> entries, String role) {
    String found = "";
    for (WorkflowEntry entry : entries) {
      if (entry.type().equals(Consensus.REVIEWED) && entry.data().string("role", "").equals(role)) {
        found = entry.data().string("helper", "");
      }
    }
    return found;
  }

  private Helpers.Report reviewed(
      String role, WorkflowStore.Kept kept, Consensus now, String helper, ToolContext context)
      throws ToolException, InterruptedException {
    String plan =
        "The plan with the hash "
            + now.hash()
            + ", round "
            + now.round()
            + ":\n\n"
            + now.text()
            + "\nGive back the hash as 'plan', your verdict, and the points that have to change.";
    String whole = "Review a plan for this task:\n" + kept.task() + "\n\n" + plan;
    String title = role.equals("critic") ? "Critic" : "Architect";
    Helpers.Report report =
        helper.isEmpty()
            ? begin(role, title, whole, REVIEW, context)
            : resume(helper, plan, role, title, whole, REVIEW, context);
    if (report.ending() == Helpers.Ending.COMPLETED
        && !result(report, role).string("plan", "").equals(now.hash())) {
      return resume(
          report.id(),
          "You gave back another hash than "
              + now.hash()
              + ". Review exactly this text:\n\n"
              + plan,
          role,
          title,
          whole,
          REVIEW,
          context);
    }
    return report;
  }

  private Helpers.Report begin(
      String agent, String id, String assignment, Json schema, ToolContext context)
      throws ToolException, InterruptedException {
    return around
        .helpers()
        .carryOut(
            new Helpers.Order.Start(
                agent, List.of(new Helpers.Task(id, agent, assignment)), "", schema, false, 0, 0),
            context.permits(),
            context.progress())
        .getFirst();
  }

  /// Goes on with the same helper; one whose session is gone is replaced by one that knows it all.
  private Helpers.Report resume(
      String helper,
      String message,
      String agent,
      String id,
      String whole,
      Json schema,
      ToolContext context)
      throws ToolException, InterruptedException {
    try {
      return around
          .helpers()
          .carryOut(
              new Helpers.Order.Resume(helper, message), context.permits(), context.progress())
          .getFirst();
    } catch (ToolException gone) {
      if (gone.code() != ToolException.Code.NOT_FOUND && gone.code() != ToolException.Code.FAILED) {
        throw gone;
      }
      context
          .progress()
          .accept(helper + " cannot go on (" + gone.getMessage() + "); another one does\n");
      return begin(agent, id, whole, schema, context);
    }
  }

  private static Json.Obj result(Helpers.Report report, String role) throws ToolException {
    if (report.ending() != Helpers.Ending.COMPLETED) {
      throw new ToolException(
          ToolException.Code.FAILED,
          "the "
              + role
              + " ("
              + report.id()
              + ") is "
              + report.ending().label()
              + (report.problem().isEmpty() ? "" : ": " + report.problem())
              + "; action next tries again");
    }
    try {
      return Json.parseObject(report.text());
    } catch (JsonException unexpected) {
      throw new ToolException(
          ToolException.Code.FAILED,
          "the " + role + " gave back no JSON: " + unexpected.getMessage());
    }
  }

  /// The plan as text, always the same for the same plan.
  private static String markdown(Json.Obj plan) {
    var out = new StringBuilder("# ").append(plan.string("title", "Plan")).append("\n");
    list(out, "Principles", plan.array("principles"));
    out.append("\n## Options\n");
    for (Json.Obj option : plan.objects("options")) {
      out.append("- ").append(option.string("name", "")).append('\n');
      out.append("  - for: ").append(option.string("for", "")).append('\n');
      out.append("  - against: ").append(option.string("against", "")).append('\n');
    }
    out.append("\nChosen: ").append(plan.string("choice", "")).append('\n');
    list(out, "Steps", plan.array("steps"));
    list(out, "Acceptance checks", plan.array("checks"));
    list(out, "Risks", plan.array("risks"));
    return out.toString();
  }

  private static void list(StringBuilder out, String title, List<Json> items) {
    if (!items.isEmpty()) {
      out.append("\n## ").append(title).append('\n');
      int number = 1;
      for (Json item : items) {
        out.append(number++)
            .append(". ")
            .append(item instanceof Json.Str text ? text.value().strip() : item.compact())
            .append('\n');
      }
    }
  }

  private static final Json PLAN =
      schema(
          """
          {"type":"object","properties":{
            "title":{"type":"string","minLength":1},
            "principles":{"type":"array","minItems":1,"items":{"type":"string"}},
            "options":{"type":"array","minItems":2,"items":{"type":"object","properties":{
              "name":{"type":"string"},"for":{"type":"string"},"against":{"type":"string"}},
              "required":["name","for","against"]}},
            "choice":{"type":"string","minLength":1},
            "steps":{"type":"array","minItems":1,"items":{"type":"string"}},
            "checks":{"type":"array","minItems":1,"items":{"type":"string"}},
            "risks":{"type":"array","items":{"type":"string"}}},
            "required":["title","principles","options","choice","steps","checks"]}
          """);

  private static final Json REVIEW =
      schema(
          """
          {"type":"object","properties":{
            "plan":{"type":"string"},
            "verdict":{"type":"string","enum":["accept","revise","reject"]},
            "points":{"type":"array","items":{"type":"string"}}},
            "required":["plan","verdict","points"]}
          """);

  private static Json schema(String text) {
    try {
      return Json.parse(text);
    } catch (JsonException typo) {
      throw new IllegalStateException(typo);
    }
  }
}
