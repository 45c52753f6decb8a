package dev.tenon.server.job.run;

import dev.tenon.core.evidence.WorkPlan;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.tool.Tool;
import dev.tenon.engine.evidence.ConversationPlan;
import dev.tenon.server.job.live.LiveJob;
import dev.tenon.server.job.record.Approval;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The plan of a job that plans first: the model hands it over, the person approves it as anything
/// else that a job asks for, has it changed, or wants none of it.
final class JobPlan {
  private static final String ONLY_PLAN =
      "Only plan: nothing can be changed before the plan is approved. Look at the code that it is"
          + " about, then hand the plan over with plan_ready.";

  private final LiveJob job;
  private @Nullable WorkPlan handedOver;

  JobPlan(LiveJob job) {
    this.job = job;
  }

  /// The tools by which it is handed over; none where the job does not plan.
  List<Tool<?>> tools() {
    return plans() ? List.of(ConversationPlan.tool(plan -> handedOver = plan)) : List.of();
  }

  private boolean plans() {
    return job.record().request().plan().plans();
  }

  /// What the model is told first: the person's words stay the last part.
  Message.User begin(Message.User prompt) {
    if (!plans()) {
      return prompt;
    }
    var parts = new ArrayList<>(prompt.content());
    parts.add(parts.size() - 1, new Part.Text(ONLY_PLAN));
    return new Message.User(parts);
  }

  /// What becomes of the plan that was handed over: waits for the person. Answers what the model is
  /// told then; null when the job is done.
  Message.@Nullable User decided() throws InterruptedException {
    WorkPlan plan = handedOver;
    handedOver = null;
    if (plan == null || !plans()) {
      return null;
    }
    Approver.Answer said = job.askApproval(approval(plan));
    boolean over = !isYes(said) && said.why().isBlank();
    return over ? null : Message.User.of(answered(plan.toJson(), said));
  }

  private static Approval approval(WorkPlan plan) {
    var what = new ArrayList<>(plan.steps());
    plan.checks().forEach(check -> what.add("check: " + check));
    return new Approval(
        "",
        "",
        ConversationPlan.TOOL,
        "",
        "",
        what,
        "the plan '" + plan.title() + "' is ready; nothing has been changed",
        List.of(),
        false,
        plan.toJson());
  }

  private static boolean isYes(Approver.Answer said) {
    return said.kind() != Approver.Answer.Kind.NO && said.kind() != Approver.Answer.Kind.ABSENT;
  }

  /// What the model is told of the person's answer.
  static String answered(Json.Obj plan, Approver.Answer said) {
    if (!isYes(said)) {
      return said.why().isBlank()
          ? "The person does not want the plan. Say so in one sentence, and end."
          : "Change the plan and hand it over again with plan_ready: " + said.why();
    }
    try {
      return WorkPlan.APPROVED + " Carry it out, step by step.\n\n" + WorkPlan.of(plan).markdown();
    } catch (JsonException damaged) {
      throw new IllegalStateException("a plan that was asked about is one", damaged);
    }
  }
}
