package dev.tenon.server.http.api;

import static dev.tenon.server.http.wire.Route.field;

import dev.tenon.core.json.Json;
import dev.tenon.server.http.wire.Call;
import dev.tenon.server.http.wire.HttpLimits;
import dev.tenon.server.http.wire.OpenRequests;
import dev.tenon.server.http.wire.Problem;
import dev.tenon.server.http.wire.Reply;
import dev.tenon.server.http.wire.Route;
import dev.tenon.server.job.engine.JobEngine;
import dev.tenon.server.job.live.AnswerDraft;
import dev.tenon.server.job.live.EventLog;
import dev.tenon.server.job.record.EngineException;
import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobEventType;
import dev.tenon.server.job.record.JobStatus;
import dev.tenon.server.job.record.Store;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// The events of a job as server-sent events: every one after `Last-Event-ID`, once and in order,
/// until the job is over. A client that went away is noticed at the next write; one that does not
/// read is cut off after a while and holds up nobody but itself.
final class EventStream {
  private static final Duration AFTER_THE_LAST = Duration.ofMillis(20);
  private static final int BUSY_SECONDS = 5;

  /// How often it is looked whether a model has said more.
  private static final Duration DRAFT_LOOK = Duration.ofMillis(200);

  private final JobEngine engine;
  private final HttpLimits limits;
  private final Semaphore room;

  EventStream(JobEngine engine, HttpLimits limits) {
    this.engine = engine;
    this.limits = limits;
    this.room = new Semaphore(limits.streams());
  }

  Route route() {
    return Route.get(
            "/api/agent/jobs/{job_id}/stream",
            "streamEvents",
            "The events as they happen (server-sent events): each with its cursor as id, and end"
                + " when the job is over. Last-Event-ID goes on from there.")
        .query(field("cursor", "count?", "Where to begin, without Last-Event-ID."))
        .streams("text/event-stream")
        .orNothing("The job is over and there is nothing new: an EventSource ends at this.")
        .fails("unknown_job", "too_many_streams")
        .served(this::serve);
  }

  /// How many are open.
  int open() {
    return limits.streams() - room.availablePermits();
  }

  private void serve(Call call, Reply reply)
      throws Problem, EngineException, IOException, InterruptedException {
    String id = call.path("job_id");
    long cursor = cursor(call);
    EventLog log = engine.events(id);
    if (engine.job(id).status().over() && log.last() <= cursor) {
      reply.empty(204);
      return;
    }
    if (!room.tryAcquire()) {
      throw new Problem(
              503, "too_many_streams", "all " + limits.streams() + " event streams are in use")
          .retryAfter(BUSY_SECONDS);
    }
    try (OutputStream out =
        reply.header("X-Accel-Buffering", "no").stream("text/event-stream; charset=utf-8")) {
      if (out != null) {
        follow(id, log, cursor, call.open(), out);
      }
    } finally {
      room.release();
    }
  }

  private void follow(
      String id, EventLog log, long from, OpenRequests.Request request, OutputStream out)
      throws IOException {
    var text = new StringBuilder("retry: 2000\n\n");
    long cursor = from;
    Duration patience = limits.heartbeat();
    var draft = new DraftReader();
    try {
      while (true) {
        // The status first: a job that is over has all its events by now.
        String over = over(id);
        boolean waits = over == null && text.isEmpty();
        EventLog.Page page =
            waits ? await(request, id, log, cursor, patience, draft) : log.after(cursor);
        cursor = append(text, page, cursor);
        String said = page.events().isEmpty() && over == null ? draft.news(engine.draft(id)) : "";
        text.append(said);
        if (!said.isEmpty()) {
          patience = limits.heartbeat();
        } else if (!page.events().isEmpty()) {
          patience = ends(page.events().getLast().type()) ? AFTER_THE_LAST : limits.heartbeat();
        } else if (over != null) {
          text.append("event: end\ndata: ").append(status(over)).append("\n\n");
          write(request, out, text);
          return;
        } else if (waits && patience.compareTo(limits.heartbeat()) < 0) {
          patience = patience.multipliedBy(2);
        } else if (waits) {
          text.append(": still here\n\n");
        }
        write(request, out, text);
      }
    } catch (InterruptedException | EngineException | Store.StoreException stopping) {
      append(text, log.after(cursor), cursor);
      text.append("event: stopping\ndata: {}\n\n");
      write(request, out, text);
    }
  }

  /// While a model may be answering, it is looked often whether it has said more.
  private EventLog.Page await(
      OpenRequests.Request request,
      String id,
      EventLog log,
      long cursor,
      Duration most,
      DraftReader draft)
      throws InterruptedException, EngineException {
    long end = System.nanoTime() + most.toNanos();
    while (true) {
      boolean answers = engine.job(id).status() == JobStatus.RUNNING;
      long left = end - System.nanoTime();
      Duration next =
          answers && left > DRAFT_LOOK.toNanos() ? DRAFT_LOOK : Duration.ofNanos(Math.max(0, left));
      EventLog.Page page = request.await(() -> log.await(cursor, next));
      boolean done = !page.events().isEmpty() || page.missed() > 0;
      if (done || draft.hasNews(engine.draft(id)) || end - System.nanoTime() <= 0) {
        return page;
      }
    }
  }

  /// What one client has got of the answer that is under way.
  private static final class DraftReader {
    private int step;
    private String got = "";

    boolean hasNews(AnswerDraft.Shown shown) {
      return !shown.text().isEmpty() && !(shown.step() == step && shown.text().equals(got));
    }

    /// An event with what is new; it has no id, since it is not kept.
    String news(AnswerDraft.Shown shown) {
      if (!hasNews(shown)) {
        return "";
      }
      int offset = shown.step() == step && shown.text().startsWith(got) ? got.length() : 0;
      step = shown.step();
      got = shown.text();
      Json.Obj data =
          Json.object()
              .put("step", step)
              .put("offset", offset)
              .put("text", got.substring(offset))
              .build();
      return "event: assistant.delta\ndata: " + data.compact() + "\n\n";
    }
  }

  private @Nullable String over(String id) throws EngineException {
    var status = engine.job(id).status();
    return status.over() ? status.label() : null;
  }

  /// After these the status changes in a moment, if it has not yet.
  private static boolean ends(JobEventType type) {
    return type == JobEventType.JOB_COMPLETED
        || type == JobEventType.JOB_FAILED
        || type == JobEventType.APPLY_COMPLETED;
  }

  private static Json status(String status) {
    return Json.object().put("status", status).build();
  }

  private static long append(StringBuilder text, EventLog.Page page, long cursor) {
    if (page.missed() > 0) {
      text.append("event: missed\ndata: {\"missed\":").append(page.missed()).append("}\n\n");
    }
    long last = cursor;
    for (EventRecord event : page.events()) {
      text.append("id: ").append(event.cursor());
      text.append("\nevent: ").append(event.type().label());
      text.append("\ndata: ").append(event.toJson().compact()).append("\n\n");
      last = event.cursor();
    }
    return last;
  }

  private static void write(OpenRequests.Request request, OutputStream out, StringBuilder text)
      throws IOException {
    if (!text.isEmpty()) {
      request.write(out, text.toString().getBytes(StandardCharsets.UTF_8));
      text.setLength(0);
    }
  }

  private static long cursor(Call call) throws Problem {
    String last = call.header("Last-Event-ID");
    if (last == null || last.isBlank()) {
      return call.number("cursor", 0, 0, Long.MAX_VALUE);
    }
    try {
      return Math.max(0, Long.parseLong(last.strip()));
    } catch (NumberFormatException unreadable) {
      throw Problem.invalid("Last-Event-ID must be a cursor, was '" + last + "'");
    }
  }
}
