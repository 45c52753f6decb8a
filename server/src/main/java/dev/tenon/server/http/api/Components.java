package dev.tenon.server.http.api;

import static dev.tenon.server.http.wire.Route.field;

import dev.tenon.core.json.Json;
import dev.tenon.server.http.wire.Route;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.JobEventType;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.PlanUse;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The things that requests and answers are made of, by the names that the document gives them. A
/// member that an answer has and that is not written here fails every test that meets it.
final class Components {
  private Components() {}

  /// A thing with its members.
  record Component(String name, String meaning, List<Route.Field> fields) {
    Component {
      fields = List.copyOf(fields);
    }
  }

  static Component component(String name, String meaning, Route.Field... fields) {
    return new Component(name, meaning, List.of(fields));
  }

  /// The members of a thing.
  static List<Route.Field> fields(String name) {
    for (Component each : everything()) {
      if (each.name.equals(name)) {
        return each.fields;
      }
    }
    throw new IllegalArgumentException("there is no component '" + name + "'");
  }

  static Json.Obj schemas() {
    var schemas = Json.object();
    for (Component each : everything()) {
      schemas.put(
          each.name,
          Json.object()
              .put("description", each.meaning)
              .putAll(SchemaTypes.object(each.fields))
              .build());
    }
    return schemas.build();
  }

  private static List<Component> everything() {
    return Stream.of(all(), CheckApi.COMPONENTS, HistoryApi.COMPONENTS, SettingsApi.COMPONENTS)
        .flatMap(List::stream)
        .toList();
  }

  private static String statuses() {
    return "=" + String.join("|", Arrays.stream(JobStatus.values()).map(JobStatus::label).toList());
  }

  private static List<Component> all() {
    return List.of(
        SESSION,
        SESSION_WITH_CHAT,
        CHAT_MESSAGE,
        TOOL_CALL,
        TOOL_RESULT,
        USAGE,
        CONTEXT_ROW,
        TOOL_CONFIG,
        JOB,
        JOB_STARTED,
        QUESTION,
        FAILURE,
        EVENT,
        EVENT_PAGE,
        TRACE,
        PROPOSED_EDIT,
        DIFF_BUNDLE,
        FILE_DIFF,
        HUNK,
        APPLIED,
        APPLIED_FILE,
        CHECKPOINT,
        AFFECTED_FILE,
        REVERSIBLE_HUNK,
        DIFF3,
        PIECE,
        ROLLBACK,
        BUFFER,
        DIRTY_BUFFER,
        LOGGED_CHANGE,
        LINES,
        PASSAGE,
        ERROR,
        PROBLEM);
  }

  private static final Component SESSION =
      component(
          "Session",
          "A conversation about one project, with its jobs.",
          field("session_id", "string", "Its name."),
          field("root", "count", "Which of the served projects, from 0."),
          field("title", "string", "A name for people; the first line of the first instruction."),
          field("status", "=active|archived", "An archived one takes no jobs."),
          field("created_at", "time", "When it began."),
          field("updated_at", "time", "When it last changed."),
          field("context_rows", "[ContextRow]", "What lies beside every run."),
          field("last_job_id", "string|null", "Its latest job."),
          field("tool_config", "CommandConfig", "Whether its jobs may run commands."),
          field("model", "string|null", "The remote model of its jobs; null for the usual one."),
          field(
              "revision",
              "count",
              "Another one whenever what is staged or said in it may have changed, by whomever; to"
                  + " be compared with the one before."));

  private static final Component SESSION_WITH_CHAT =
      component(
          "SessionWithChat",
          "A session with its chat and what waits for review.",
          with(
              SESSION,
              field("chat", "[ChatMessage]", "The messages, in order."),
              field("pending_review", "DiffBundle|null", "What waits for a decision.")));

  private static final String STOP_REASONS =
      "=needs_tools|needs_clarification|proposed_edits|done|error?";

  private static final Component CHAT_MESSAGE =
      component(
          "ChatMessage",
          "A message of the conversation, the same for every provider.",
          field("role", "=user|assistant|tool", "Who says it."),
          field("text", "string?", "What a person or a model says."),
          field("tool_calls", "[ToolCall]?", "What the model wants to have done."),
          field("tool_results", "[ToolResult]?", "What tools answered."),
          field("model", "string?", "Which model it was."),
          field("stop_reason", STOP_REASONS, "Why the model ended."),
          field("raw_usage", "Usage?", "Tokens."));

  private static final Component TOOL_CALL =
      component(
          "ToolCall",
          "A call of a tool, the same for every provider.",
          field("tool_call_id", "string", "By which its result refers to it."),
          field("name", "string", "Which tool."),
          field("arguments", "object", "By the tool's schema."));

  private static final Component TOOL_RESULT =
      component(
          "ToolResult",
          "The answer to a call.",
          field("tool_call_id", "string", "Which call."),
          field("name", "string", "Which tool."),
          field("ok", "boolean", "Whether it succeeded."),
          field("result", "object|null", "By the tool's contract; null after a failure."),
          field("error", "object|null", "Code and message; null after a success."));

  private static final Component USAGE =
      component(
          "Usage",
          "Tokens of one answer; the four add up to what was processed.",
          field("input_tokens", "count", "Neither read from nor written to a cache."),
          field("output_tokens", "count", "Written by the model."),
          field("cache_read_tokens", "count", "Read from the provider's cache."),
          field("cache_write_tokens", "count", "Written to it."));

  private static final Component CONTEXT_ROW =
      component(
          "ContextRow",
          "Something laid beside the instruction.",
          field("id", "string?", "Its name; made when left out."),
          field("kind", "=selection|file|pinned", "Pinned ones stay for the whole session."),
          field("file_path", "string?", "Where it is from; only a pinned one may do without."),
          field("start_line", "count?", "The first line of a selection, from 1."),
          field("end_line", "count?", "The last line, included."),
          field("content", "string?", "The text."));

  private static final Component TOOL_CONFIG =
      component(
          "ToolConfig",
          "Bounds of one job.",
          field("max_tool_calls", "line?", "How many tool calls, up to max_tool_calls_cap."),
          field("commands", "=off|ask|auto?", "For this job only; see CommandConfig."));

  private static final Component JOB =
      component(
          "Job",
          "One instruction, carried out in the background.",
          field("job_id", "string", "Its name."),
          field("session_id", "string", "Where it belongs."),
          field("instruction", "string", "What to do."),
          field("context_rows", "[ContextRow]", "What lay beside it."),
          field("max_tool_calls", "count", "How many tool calls it has."),
          field("agent_mode", "=" + String.join("|", AgentMode.labels()), "Which model it asks."),
          field("commands", "=off|ask|auto", "Whether it may run commands; see CommandConfig."),
          field("model", "string|null", "The remote model it asks; null for the usual one."),
          field(
              "plan",
              "=" + String.join("|", PlanUse.labels()),
              "first: it only looks until its plan is approved; then approved."),
          field("status", statuses(), "Where it stands."),
          field("created_at", "time", "When it was asked for."),
          field("started_at", "time|null", "When it began to run."),
          field("finished_at", "time|null", "When it was over."),
          field("cursor", "count", "The cursor of its latest event."),
          field("tool_calls", "count", "How many tool calls its model has made so far."),
          field("checkpoint_id", "string|null", "The state before its run."),
          field("proposed_edits", "[ProposedEdit]", "What the model proposed, as it stood."),
          field("diff_bundle", "DiffBundle?", "What is to be reviewed."),
          field("pending_question", "Question|null", "What it waits for."),
          field("pending_approval", "Approval|null", "What it waits to be allowed."),
          field("check", "Check|null", "The last check of its edits."),
          field("error", "Failure|null", "Why it failed."),
          field("answer", "string", "What the model said in the end."),
          field(
              "queue_position",
              "line?",
              "Its place while it waits, from 1: in the queue, or behind another of its session."),
          field(
              "behind",
              "string?",
              "The job of its session that has to be over first, where it waits for one."),
          field("questions", "count", "How many it has asked."));

  private static final Component JOB_STARTED =
      component(
          "JobStarted",
          "A job that has been queued.",
          field("job_id", "string", "Its name."),
          field("session_id", "string", "Where it belongs."),
          field("status", "=queued", "Where it stands."),
          field(
              "behind",
              "string?",
              "The job of its session that has to be over first, where it waits for one."));

  private static final Component QUESTION =
      component(
          "Question",
          "What a job asks a person.",
          field("question_id", "string", "To be sent with the answer."),
          field("question", "string", "In the model's words."),
          field("choices", "[string]", "Answers that it offers; any other will do, too."));

  private static final Component FAILURE =
      component(
          "Failure",
          "Why a job failed.",
          field(
              "code",
              "string",
              "cancelled, superseded, interrupted, store_failed, or the model's trouble."),
          field("message", "string", "For people."));

  private static final Component EVENT =
      component(
          "Event",
          "One thing that happened to a job.",
          field("cursor", "line", "Counts from 1 without gaps."),
          field("type", "=" + String.join("|", JobEventType.labels()), "What it was."),
          field("ts", "time", "When."),
          field("data", "object", "A summary, by type."));

  private static final Component EVENT_PAGE =
      component(
          "EventPage",
          "The events after a cursor.",
          field("job_id", "string", "Whose."),
          field("status", statuses(), "Where the job stands; over means that all events are here."),
          field("next_cursor", "count", "What to ask for next."),
          field("events", "[Event]", "In order, each once."),
          field("draft", "Draft|null", "The answer that is under way."),
          field("missed", "line?", "How many older ones are no longer kept."));

  private static final Component TRACE =
      component(
          "Trace",
          "A job with everything that is known of its run; long texts and lists are cut.",
          field("format", "=tenon.trace.1", "What this is."),
          field("job", "object", "The job."),
          field("provider_choices", "[object]", "Which model was taken when, and why."),
          field("steps", "[object]", "What the model answered, step by step."),
          field("tool_calls", "[ToolCall]", "In order."),
          field("tool_results", "[ToolResult]", "In order."),
          field("timings", "object", "Milliseconds in the queue, the run, models, tools, waiting."),
          field("usage", "[object]", "Requests and tokens by model."),
          field("checkpoint", "object|null", "What the run changed."),
          field("receipt", "object|null", "What it proposed, and what was checked after that."),
          field("events", "[Event]", "In order."),
          field("missed_events", "count", "How many older ones are no longer kept."));

  private static final Component PROPOSED_EDIT =
      component(
          "ProposedEdit",
          "An edit of a range of lines, whichever way the model wrote it.",
          field("edit_id", "string", "By which hunks refer to it."),
          field("file_path", "string", "Which file."),
          field("operation", "=replace|insert|delete", "What to do with the lines."),
          field("start_line", "line", "The first; an insert goes before it."),
          field("end_line", "line?", "The last, included; an insert has none."),
          field("new_text", "string", "The lines that come in; none for delete."),
          field("expected_hash", "hash", "Of the lines as they were, joined by LF."),
          field("rationale", "string?", "Why."),
          field("file_operation", "=create|delete|move?", "When the file comes, goes or moves."),
          field("target_path", "string?", "Where it moves."));

  private static final Component DIFF_BUNDLE =
      component(
          "DiffBundle",
          "All that is staged and not yet on the disk.",
          field("job_id", "string", "Whose run staged it last."),
          field("files", "[FileDiff]", "File by file."),
          field("selections", "Selections?", "What a check can be about, as it is now."));

  private static final Component FILE_DIFF =
      component(
          "FileDiff",
          "The hunks of one file.",
          field("file_path", "string", "Where it is on the disk, or is to be."),
          field("target_path", "string?", "Where it is to go, if that is elsewhere."),
          field("base_file_hash", "hash", "What it has to be when hunks are applied."),
          field("working_file_hash", "hash?", "The working buffer; none when it is to be deleted."),
          field("hunks", "[Hunk]", "In the order of their lines."));

  private static final Component HUNK =
      component(
          "Hunk",
          "A change that is decided about as one.",
          field("hunk_id", "string", "Its name."),
          field("kind", "=edit|create|delete|move", "What it does to the file."),
          field("origin", "=agent|user|shell|formatter|hook", "Who made it."),
          field("patch", "string", "In unified form; empty where no lines change."),
          field("description", "string?", "What it does to a file that is no text, as a whole."),
          field("accepted", "boolean|null", "null while nothing is decided."),
          field("decided_by", "string?", "Who decided, where that was said; see Tenon-Actor."),
          field(
              "rationale",
              "string?",
              "What the model said right before; a reason of one edit is in proposed_edits."),
          field("edit_ids", "[string]", "The proposed edits in it."),
          field("change_ids", "[string]", "The changes of the change log in it."),
          field("requires", "[string]?", "Hunks that have to be accepted with it."),
          field("oversized_hunk", "boolean?", "Too large, and nowhere to split."));

  private static final Component APPLIED =
      component(
          "Applied",
          "What was written.",
          field("status", "=completed?", "Where the job stands."),
          field("applied_files", "[AppliedFile]", "How many hunks of each file."),
          field("change_ids", "[string]", "The entries of the journal, which can be undone."));

  private static final Component APPLIED_FILE =
      component(
          "AppliedFile",
          "How many hunks of a file had which fate.",
          field("file_path", "string", "Which."),
          field("applied_hunks", "count", "Written."),
          field("rejected_hunks", "count", "Rejected."),
          field("pending_hunks", "count", "Not decided."),
          field("dropped_hunks", "count", "Dropped without a decision."));

  private static final Component CHECKPOINT =
      component(
          "Checkpoint",
          "The files as they were before a run.",
          field("checkpoint_id", "string", "Its name."),
          field("session_id", "string", "Where it belongs."),
          field("job_id", "string", "Whose run."),
          field("created_at", "time", "When the run began."),
          field("affected_files", "[AffectedFile]", "What the run changed."));

  private static final Component AFFECTED_FILE =
      component(
          "AffectedFile",
          "A file that a run changed.",
          field("file_path", "string", "Which."),
          field("base_snapshot_hash", "hash", "What it was before."),
          field("hunks", "[ReversibleHunk]", "What was changed."));

  private static final Component REVERSIBLE_HUNK =
      component(
          "ReversibleHunk",
          "A hunk and how to take it back.",
          field("hunk_id", "string", "Its name."),
          field("status", "=pending|accepted|rejected|applied", "What became of it."),
          field("reverse_patch", "string", "In unified form."));

  private static final Component DIFF3 =
      component(
          "Diff3",
          "A file three times; null stands for no file.",
          field("file_path", "string", "Which."),
          field("current_file", "string|null", "Now."),
          field("checkpoint_base", "string|null", "Before the run."),
          field("agent_proposed", "string|null", "As proposed."),
          field("pieces", "[Piece]", "How the three go together, in order."));

  private static final Component PIECE =
      component(
          "Piece",
          "A part of the three-way comparison.",
          field("origin", "=base|current|proposed|both|conflict", "Whose text it is."),
          field("text", "string?", "The text, unless they conflict."),
          field("current", "string?", "Now, in a conflict."),
          field("base", "string?", "Before, in a conflict."),
          field("proposed", "string?", "As proposed, in a conflict."));

  private static final Component ROLLBACK =
      component(
          "Rollback",
          "Working buffers that were taken back.",
          field("checkpoint_id", "string", "To where."),
          field("status", "=completed", "How it went."),
          field("files", "[string]", "Which were taken back."),
          field("saved", "boolean", "Whether it is on the disk; save to write it."));

  private static final Component BUFFER =
      component(
          "Buffer",
          "A file as it is in the working buffers, whole.",
          field("file_path", "string", "Which."),
          field("content", "string", "Its text with LF line ends."),
          field("file_hash", "hash", "To be sent with an edit."),
          field("change_log", "[LoggedChange]", "Every change with its origin and status."));

  private static final Component DIRTY_BUFFER =
      component(
          "DirtyBuffer",
          "A file whose working buffer is not what is on the disk.",
          field("file_path", "string", "Where it is on the disk, or is to be."),
          field("target_path", "string?", "Where it is to go, if that is elsewhere."),
          field("base_file_hash", "hash", "What is on the disk."),
          field("file_hash", "hash|null", "The working buffer; null when it is to be deleted."),
          field("deleted", "boolean", "Whether it is to be deleted."),
          field("pending_hunks", "count", "Not decided."),
          field("accepted_hunks", "count", "To be written by a save."),
          field("origins", "[string]", "Whose changes they are."));

  private static final Component LOGGED_CHANGE =
      component(
          "LoggedChange",
          "A change of a working buffer.",
          field("id", "string", "Its name."),
          field("origin", "=agent|user|shell|formatter|hook", "Who made it."),
          field("forward_patch", "string", "What it does."),
          field("reverse_patch", "string", "How to take it back."),
          field(
              "status",
              "string",
              "What the review made of it: pending, accepted, rejected, applied, or a mixture."),
          field("file_hash_before", "hash", "The buffer before it."));

  private static final Component LINES =
      component(
          "Lines",
          "Lines of a file.",
          field("file_path", "string", "Which."),
          field("content", "string", "The lines, with LF line ends."),
          field("start_line", "count", "The first, from 1."),
          field("end_line", "count", "The last, included."),
          field("total_lines", "count?", "How many the file has."),
          field("truncated", "boolean?", "There are more lines than these."),
          field("line_cut", "boolean?", "The one line is longer than shown."),
          field("encoding", "string?", "When it is not plain UTF-8."));

  private static final Component PASSAGE =
      component(
          "Passage",
          "A place where the words stand.",
          field("file_path", "string", "Which file."),
          field("start_line", "line", "The first line shown."),
          field("end_line", "line", "The last."),
          field("snippet", "string", "The lines."));

  private static final Component ERROR =
      component(
          "Error",
          "A request that was refused or failed.",
          field("error", "Problem", "Why, and what to do about it."));

  private static final Component PROBLEM =
      component(
          "Problem",
          "What is wrong.",
          field("code", "string", "A word for programs."),
          field("message", "string", "A sentence for people."),
          field("suggestions", "[string]", "What to do about it; at least one."),
          field("details", "object?", "More, by code."));

  private static Route.Field[] with(Component other, Route.Field... more) {
    return Stream.concat(other.fields.stream(), Arrays.stream(more)).toArray(Route.Field[]::new);
  }
}
