package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A job as it is stored and shown, without its events.
public record JobRecord(
    String id, String sessionId, Request request, Progress progress, Output output) {

  /// What the job was asked to do.
  ///
  /// @param model the remote model that its session had chosen; empty for the usual one
  /// @param plan whether a plan comes first
  public record Request(
      String instruction,
      List<ContextRow> contextRows,
      int maxToolCalls,
      AgentMode mode,
      CommandUse commands,
      String model,
      PlanUse plan) {
    public Request {
      contextRows = List.copyOf(contextRows);
    }

    private Request approved(CommandUse others) {
      return new Request(
          instruction, contextRows, maxToolCalls, mode, others, model, PlanUse.APPROVED);
    }
  }

  /// How far the job has come.
  ///
  /// @param cursor the cursor of its last event
  /// @param calls how many tool calls its model has made
  /// @param error why it failed, if it has failed
  public record Progress(
      JobStatus status,
      Instant createdAt,
      @Nullable Instant startedAt,
      @Nullable Instant finishedAt,
      long cursor,
      int calls,
      Questions questions,
      @Nullable Failure error) {

    /// A status brings its times with it; no question and no error outlives its own.
    Progress become(JobStatus next, Instant now) {
      boolean starts = next == JobStatus.RUNNING && startedAt == null;
      return new Progress(
          next,
          createdAt,
          starts ? now : startedAt,
          next.over() ? now : null,
          cursor,
          calls,
          new Questions(null, questions.asked, null),
          null);
    }

    private Progress with(Questions others) {
      return new Progress(status, createdAt, startedAt, finishedAt, cursor, calls, others, error);
    }

    private Progress with(@Nullable Failure failure) {
      return new Progress(
          status, createdAt, startedAt, finishedAt, cursor, calls, questions, failure);
    }

    private Progress after(EventRecord event) {
      int made = event.type() == JobEventType.TOOL_REQUESTED ? calls + 1 : calls;
      return new Progress(
          status, createdAt, startedAt, finishedAt, event.cursor(), made, questions, error);
    }
  }

  /// @param open what the job waits for, if it waits for an answer
  /// @param asked how many questions and approvals it has asked
  /// @param approval what the job waits for, if it waits to be allowed something
  public record Questions(@Nullable Question open, int asked, @Nullable Approval approval) {
    public static final Questions NONE = new Questions(null, 0, null);
  }

  /// What a job asks the person.
  ///
  /// @param choices answers that are offered; the person may say something else
  public record Question(String id, String text, List<String> choices) {
    public Question {
      choices = List.copyOf(choices);
    }

    Json.Obj toJson() {
      return Json.object()
          .put("question_id", id)
          .put("question", text)
          .put("choices", Json.strings(choices))
          .build();
    }
  }

  /// Why a job failed.
  ///
  /// @param code `cancelled`, `superseded`, `interrupted`, `store_failed`,
  ///   `schema_retries_exhausted`, `conflict`, or the kind of the model's failure
  public record Failure(String code, String message) {
    public Json.Obj toJson() {
      return Json.object().put("code", code).put("message", message).build();
    }
  }

  /// What the job has made.
  ///
  /// @param checkpointId the state of the project before its run
  /// @param proposedEdits what the model proposed with `propose_edits`, as it stood
  /// @param diffBundle what was to be reviewed when the run ended
  /// @param answer what the model said last
  /// @param check the last check of what is to be reviewed
  public record Output(
      @Nullable String checkpointId,
      List<Json.Obj> proposedEdits,
      Json.@Nullable Obj diffBundle,
      String answer,
      @Nullable CheckRecord check) {
    public static final Output NONE = new Output(null, List.of(), null, "", null);

    public Output {
      proposedEdits = List.copyOf(proposedEdits);
    }

    private Output withAnswer(String text) {
      return new Output(checkpointId, proposedEdits, diffBundle, text, check);
    }

    private Output with(@Nullable CheckRecord other) {
      return new Output(checkpointId, proposedEdits, diffBundle, answer, other);
    }
  }

  /// A job that waits in the queue; its first event tells so.
  public static JobRecord queued(String id, String sessionId, Request request, Instant now) {
    var progress = new Progress(JobStatus.QUEUED, now, null, null, 1, 0, Questions.NONE, null);
    return new JobRecord(id, sessionId, request, progress, Output.NONE);
  }

  public String instruction() {
    return request.instruction;
  }

  public AgentMode mode() {
    return request.mode;
  }

  public JobStatus status() {
    return progress.status;
  }

  public long cursor() {
    return progress.cursor;
  }

  public Instant createdAt() {
    return progress.createdAt;
  }

  public @Nullable Instant startedAt() {
    return progress.startedAt;
  }

  public @Nullable Instant finishedAt() {
    return progress.finishedAt;
  }

  public @Nullable Failure error() {
    return progress.error;
  }

  /// What the job waits for, if it waits for an answer.
  public @Nullable Question question() {
    return progress.questions.open;
  }

  public @Nullable String checkpointId() {
    return output.checkpointId;
  }

  private JobRecord with(Progress other) {
    return new JobRecord(id, sessionId, request, other, output);
  }

  private JobRecord with(Output other) {
    return new JobRecord(id, sessionId, request, progress, other);
  }

  /// The same job with another status. A question or an error that it had is gone.
  public JobRecord become(JobStatus next, Instant now) {
    return with(progress.become(next, now)).withCheckEnded(next, now);
  }

  public JobRecord fail(Failure failure, Instant now) {
    return with(progress.become(JobStatus.FAILED, now).with(failure))
        .withCheckEnded(JobStatus.FAILED, now);
  }

  /// No check outlives the review.
  private JobRecord withCheckEnded(JobStatus next, Instant now) {
    CheckRecord check = output.check;
    return next.over() && check != null && check.isRunning()
        ? withCheck(check.ended(CheckRecord.Status.CANCELLED, "the review ended", now))
        : this;
  }

  /// The last check of what is to be reviewed.
  public @Nullable CheckRecord check() {
    return output.check;
  }

  public JobRecord withCheck(CheckRecord check) {
    return with(output.with(check));
  }

  /// Waits for the answer to one more question.
  public JobRecord ask(Question question, Instant now) {
    var questions = new Questions(question, progress.questions.asked + 1, null);
    return with(progress.become(JobStatus.WAITING_FOR_USER, now).with(questions));
  }

  /// Waits to be allowed something.
  public JobRecord ask(Approval approval, Instant now) {
    var questions = new Questions(null, progress.questions.asked + 1, approval);
    return with(progress.become(JobStatus.WAITING_FOR_USER, now).with(questions));
  }

  /// What the job waits to be allowed, if it does.
  public @Nullable Approval approval() {
    return progress.questions.approval;
  }

  /// Its plan is approved: it goes on to carry it out.
  ///
  /// @param commands what commands may do from now on
  public JobRecord approvePlan(CommandUse commands) {
    return new JobRecord(id, sessionId, request.approved(commands), progress, output);
  }

  public JobRecord withCheckpoint(String checkpoint) {
    return with(
        new Output(
            checkpoint, output.proposedEdits, output.diffBundle, output.answer, output.check));
  }

  public JobRecord withDiff(Json.Obj bundle) {
    return with(
        new Output(output.checkpointId, output.proposedEdits, bundle, output.answer, output.check));
  }

  public JobRecord withAnswer(String answer) {
    return with(output.withAnswer(answer));
  }

  /// With these edits after those that were proposed before.
  public JobRecord propose(List<Json.Obj> edits) {
    var all = new ArrayList<>(output.proposedEdits);
    all.addAll(edits);
    return with(
        new Output(output.checkpointId, all, output.diffBundle, output.answer, output.check));
  }

  /// This happened to it last.
  public JobRecord after(EventRecord event) {
    return with(progress.after(event));
  }

  /// Without secrets in what the model and its provider said since this other record.
  public JobRecord redacted(Redaction redaction, JobRecord since) {
    Progress clean = progress;
    Failure error = progress.error;
    if (error != null) {
      clean = clean.with(new Failure(error.code, redaction.text(error.message)));
    }
    Question open = progress.questions.open;
    if (open != null) {
      var question =
          new Question(
              open.id,
              redaction.text(open.text),
              open.choices.stream().map(redaction::text).toList());
      clean = clean.with(new Questions(question, progress.questions.asked, null));
    }
    Approval approval = progress.questions.approval;
    if (approval != null) {
      clean =
          clean.with(new Questions(null, progress.questions.asked, approval.redacted(redaction)));
    }
    boolean same = output.answer.equals(since.output.answer);
    Output said = same ? output : output.withAnswer(redaction.text(output.answer));
    return new JobRecord(id, sessionId, request, clean, said);
  }

  public Json.Obj toJson() {
    Question question = question();
    Approval approval = approval();
    Failure error = error();
    var json =
        Json.object()
            .put("job_id", id)
            .put("session_id", sessionId)
            .put("instruction", request.instruction)
            .array("context_rows", request.contextRows.stream().map(ContextRow::toJson).toList())
            .put("max_tool_calls", request.maxToolCalls)
            .put("agent_mode", request.mode.label())
            .put("commands", request.commands.label())
            .put("model", SessionRecord.named(request.model))
            .put("plan", request.plan.label())
            .put("status", status().label())
            .put("created_at", createdAt().toString())
            .put("started_at", time(startedAt()))
            .put("finished_at", time(finishedAt()))
            .put("cursor", cursor())
            .put("tool_calls", progress.calls)
            .put(
                "checkpoint_id",
                output.checkpointId == null ? Json.Null.VALUE : Json.of(output.checkpointId))
            .array("proposed_edits", output.proposedEdits)
            .put("error", error == null ? Json.Null.VALUE : error.toJson())
            .put("pending_question", question == null ? Json.Null.VALUE : question.toJson())
            .put("pending_approval", approval == null ? Json.Null.VALUE : approval.toJson())
            .put("answer", output.answer)
            .put("questions", progress.questions.asked)
            .put("check", output.check == null ? Json.Null.VALUE : output.check.toJson());
    if (output.diffBundle != null) {
      json.put("diff_bundle", output.diffBundle);
    }
    return json.build();
  }

  private static Json time(@Nullable Instant time) {
    return time == null ? Json.Null.VALUE : Json.of(time.toString());
  }

  public static JobRecord of(Json.Obj json) throws JsonException {
    JsonFields fields = JsonFields.of(json, "job");
    return new JobRecord(
        fields.string("job_id"),
        fields.string("session_id"),
        new Request(
            fields.string("instruction"),
            ContextRow.all(fields),
            (int) fields.whole("max_tool_calls"),
            AgentMode.of(fields.string("agent_mode")),
            CommandUse.of(json.string("commands", CommandUse.OFF.label())),
            json.string("model", ""),
            PlanUse.of(json.string("plan", PlanUse.NONE.label()))),
        new Progress(
            JobStatus.of(fields.string("status")),
            Instant.parse(fields.string("created_at")),
            instant(json.string("started_at")),
            instant(json.string("finished_at")),
            fields.whole("cursor"),
            (int) json.number("tool_calls", 0),
            new Questions(
                question(json.object("pending_question")),
                (int) json.number("questions", 0),
                approval(json.object("pending_approval"))),
            failure(json.object("error"))),
        new Output(
            json.string("checkpoint_id"),
            json.objects("proposed_edits"),
            json.object("diff_bundle"),
            json.string("answer", ""),
            check(json.object("check"))));
  }

  private static @Nullable CheckRecord check(Json.@Nullable Obj json) throws JsonException {
    return json == null ? null : CheckRecord.of(json);
  }

  private static @Nullable Approval approval(Json.@Nullable Obj json) throws JsonException {
    return json == null ? null : Approval.of(json);
  }

  private static @Nullable Question question(Json.@Nullable Obj json) throws JsonException {
    return json == null
        ? null
        : new Question(
            json.string("question_id", ""),
            json.string("question", ""),
            JsonFields.of(json, "pending_question").strings("choices"));
  }

  private static @Nullable Failure failure(Json.@Nullable Obj json) {
    return json == null ? null : new Failure(json.string("code", ""), json.string("message", ""));
  }

  private static @Nullable Instant instant(@Nullable String text) {
    return text == null ? null : Instant.parse(text);
  }
}
