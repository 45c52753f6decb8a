package dev.tenon.server.http.wire;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Every code that an answer may have as its `error.code`, with its status and what to do about it
/// when whoever refused says nothing more precise. `docs/server.md` has the same table; a test
/// compares them, and another one looks for codes in the source that are missing here.
public final class ErrorCodes {
  private ErrorCodes() {}

  /// @param meaning a phrase for the documentation
  /// @param suggestion a sentence for people
  public record Entry(String code, int status, String meaning, String suggestion) {}

  /// Those that every operation may answer.
  public static final List<String> ANYWHERE =
      List.of(
          "invalid_request",
          "unauthorized",
          "wrong_host",
          "wrong_origin",
          "too_many_requests",
          "internal",
          "stopping",
          "store_failed");

  /// Those of operations that read a body.
  public static final List<String> WITH_BODY = List.of("body_too_large", "not_json");

  private static Entry of(String code, int status, String meaning, String suggestion) {
    return new Entry(code, status, meaning, suggestion);
  }

  static final List<Entry> ALL =
      List.of(
          of(
              "invalid_request",
              400,
              "a parameter, a header or the body is malformed",
              "GET /api/openapi.json describes every operation and its fields."),
          of(
              "unauthorized",
              401,
              "the token is missing or wrong",
              "Send Authorization: Bearer TOKEN with the token that the server printed."),
          of(
              "wrong_host",
              403,
              "the Host header is not a name of this server",
              "Use the address that the server printed when it started."),
          of(
              "wrong_origin",
              403,
              "a page of another origin calls, or a cookie comes without a proof of its origin",
              "Start the server with --origin URL if that page may call it."),
          of(
              "not_found",
              404,
              "there is nothing at this path",
              "GET /api/openapi.json describes all operations."),
          of(
              "method_not_allowed",
              405,
              "the path knows other methods only",
              "The Allow header names the methods that it knows."),
          of(
              "body_too_large",
              413,
              "the body is larger than the server takes",
              "Send less at once."),
          of(
              "not_json",
              415,
              "the body is not declared as JSON",
              "Send Content-Type: application/json."),
          of(
              "too_many_requests",
              429,
              "too many requests, or too many wrong tokens",
              "Wait for as many seconds as Retry-After says."),
          of(
              "internal",
              500,
              "a bug; its id is in the server's log",
              "Look for the id in the server's log and report it."),
          of("stopping", 503, "the server is about to end", "Try again when it is back."),
          of(
              "too_many_streams",
              503,
              "as many event streams are open as may be",
              "Poll the events instead, or close other streams."),
          of(
              "store_failed",
              507,
              "the store cannot be written, for example because the disk is full",
              "Make room on the disk; the log has the reason."),
          of(
              "unknown_root",
              400,
              "there is no project with this number",
              "The projects count from 0, in the order of the command line."),
          of("empty_instruction", 400, "the instruction is empty", "Say what the job is to do."),
          of(
              "invalid_context_row",
              400,
              "a context row cannot be shown: its file is missing, outside or not text",
              "Name a file of the project, or give the row a content."),
          of("empty_query", 400, "the query is empty", "Say which words to look for."),
          of(
              "denied_path",
              400,
              "the path leads out of the project or is closed",
              "Name a file under the project's root."),
          of(
              "unusable_file",
              400,
              "the file is not text in UTF-8, or cannot be edited",
              "Only text files can be edited here."),
          of(
              "review_invalid",
              400,
              "the hunk cannot be split like this",
              "Name another line, or decide about it as one."),
          of(
              "unknown_session",
              404,
              "there is no such session",
              "GET /api/agent/sessions lists them."),
          of(
              "unknown_job",
              404,
              "there is no such job, or it has outlived its time",
              "The session's last_job_id names its latest job."),
          of(
              "unknown_checkpoint",
              404,
              "there is no such checkpoint",
              "A job's checkpoint_id names its checkpoint."),
          of(
              "unknown_rollback",
              404,
              "there is no such rollback in the session",
              "GET …/checkpoints lists the runs of a session with their rollbacks."),
          of(
              "unknown_file",
              404,
              "there is no such file",
              "GET …/files lists the files of the project."),
          of(
              "unknown_picture",
              404,
              "the call has no such picture, or none that can be shown or is kept",
              "The chat names the calls of a session; large, old and other pictures are not kept."),
          of(
              "unreadable_file",
              404,
              "the file cannot be read",
              "Only text files that the server may read are shown."),
          of(
              "unchanged_file",
              404,
              "the run did not change this file",
              "GET the checkpoint for the files that it did change."),
          of(
              "review_unknown",
              404,
              "there is no such hunk, file or decision",
              "GET the job's diff for the hunks as they are now."),
          of(
              "session_archived",
              409,
              "the session is archived",
              "Unarchive it, or begin another one."),
          of(
              "session_unusable",
              409,
              "the session's project or state cannot be opened",
              "Look whether the project's folder is still there."),
          of(
              "no_local_model",
              409,
              "the agent_mode needs a local model, and there is none",
              "Start the server with --local-model NAME, or set server.local_model."),
          of(
              "no_remote_model",
              409,
              "the agent_mode needs a remote model, and there is none",
              "Start the server with --model NAME."),
          of(
              "strict_local",
              409,
              "the server never uses the remote model",
              "Run it with agent_mode local."),
          of(
              "rollback_undone",
              409,
              "the rollback was taken back already",
              "POST …/rollback does it again."),
          of(
              "rollback_not_kept",
              409,
              "what the files were before the rollback is not kept any more",
              "The journal has what was saved: tenon undo takes it back."),
          of("job_running", 409, "a job of the session is at work", "Wait for it or cancel it."),
          of(
              "job_over",
              409,
              "the job is over already",
              "Start another one with POST /api/agent/run."),
          of(
              "not_interrupted",
              409,
              "only an interrupted job can be resumed",
              "Run it again with POST …/rerun."),
          of(
              "no_pending_question",
              409,
              "the job asks nothing",
              "Follow its events; it may have been answered already."),
          of(
              "other_question",
              409,
              "the job asks something else by now",
              "GET the job for its pending_question."),
          of(
              "no_pending_approval",
              409,
              "the job asks for no approval",
              "GET the job to see where it stands."),
          of(
              "other_approval",
              409,
              "the job asks for something else by now",
              "GET the job and answer what it asks."),
          of(
              "other_session",
              409,
              "the job belongs to another session",
              "GET the job for its session_id."),
          of(
              "review_pending",
              409,
              "edits of the session wait for a decision",
              "POST /api/agent/apply with the hunks to accept; an empty list rejects all."),
          of(
              "not_awaiting_review",
              409,
              "the job has nothing to decide about",
              "GET the job for its status."),
          of(
              "review_incomplete",
              409,
              "a hunk is accepted without one that it needs",
              "Accept the hunks that it requires, too."),
          of(
              "review_conflict",
              409,
              "two hunks or files cannot be there together",
              "Reject one of them."),
          of(
              "review_applied",
              409,
              "the hunk is on the disk already",
              "Take it back with a rollback."),
          of(
              "stale_buffer",
              409,
              "the buffer has changed since it was read",
              "Read it again and repeat the edit."),
          of(
              "conflict",
              409,
              "a file has changed meanwhile; nothing was written",
              "POST …/rerun makes the edits anew."),
          of(
              "not_writable",
              409,
              "a file cannot be written; nothing was written",
              "Look at the rights of the file and its folder."),
          of(
              "io_error",
              409,
              "the disk refused; nothing was written",
              "Look at the disk and the rights of the project."),
          of(
              "queue_full",
              429,
              "as many jobs wait as may",
              "Try again when some of them are over."),
          of(
              "invalid_command",
              400,
              "the command of a check is empty or cannot be run",
              "Say what to run, such as the project's tests."),
          of(
              "command_denied",
              403,
              "a rule or the deny-list refuses the command",
              "Run another command, or change the rule in the configuration."),
          of(
              "unknown_model",
              404,
              "no such model can be used here",
              "GET /api/agent/models lists those that can."),
          of(
              "no_commands",
              409,
              "no command can be run here",
              "Apply the hunks and run the command yourself."),
          of("check_running", 409, "a check of the job runs already", "Wait for it or cancel it."),
          of(
              "no_check",
              409,
              "no check of the job runs",
              "GET …/check tells how the last one ended."),
          of(
              "too_many_checks",
              429,
              "as many checks run as may",
              "Try again when one of them is over."));

  private static final Map<String, Entry> BY_CODE = byCode();

  private static Map<String, Entry> byCode() {
    var entries = new LinkedHashMap<String, Entry>();
    for (Entry entry : ALL) {
      entries.put(entry.code, entry);
    }
    return entries;
  }

  /// What to do about a code; good for any if it is not known here.
  static String suggestion(String code) {
    Entry entry = BY_CODE.get(code);
    return entry == null ? "GET /api/openapi.json describes all operations." : entry.suggestion;
  }

  public static Entry entry(String code) {
    Entry entry = BY_CODE.get(code);
    if (entry == null) {
      throw new IllegalArgumentException("there is no error code '" + code + "'");
    }
    return entry;
  }
}
