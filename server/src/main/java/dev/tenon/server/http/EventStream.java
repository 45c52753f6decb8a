package dev.tenon.server.http;

import dev.tenon.core.json.Json;
import dev.tenon.server.job.EngineException;
import dev.tenon.server.job.EventLog;
import dev.tenon.server.job.JobEngine;
import dev.tenon.server.job.JobEvent;
import io.avaje.jex.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// The events of a job as server-sent events: every one after `Last-Event-ID`, once and in order,
/// until the job is over. A client that went away is noticed at the next write; one that reads
/// slowly holds up nobody but itself.
final class EventStream {
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private final JobEngine engine;

  EventStream(JobEngine engine) {
    this.engine = engine;
  }

  void serve(Context context, Call call) throws Problem, EngineException, InterruptedException {
    String id = call.path("job_id");
    EventLog log = engine.events(id);
    long cursor = cursor(call);
    context.header("Content-Type", "text/event-stream; charset=utf-8");
    context.header("X-Accel-Buffering", "no");
    try (OutputStream out = begin(context)) {
      write(out, "retry: 2000\n\n");
      while (true) {
        boolean over = engine.job(id).status().over();
        EventLog.Page page = over ? log.after(cursor) : log.await(cursor, HEARTBEAT);
        if (page.missed() > 0) {
          write(out, "event: missed\ndata: {\"missed\":" + page.missed() + "}\n\n");
        }
        for (JobEvent event : page.events()) {
          write(
              out,
              "id: "
                  + event.cursor()
                  + "\nevent: "
                  + event.type()
                  + "\ndata: "
                  + event.toJson().compact()
                  + "\n\n");
          cursor = event.cursor();
        }
        if (over && page.events().isEmpty()) {
          String status = engine.job(id).status().label();
          Json end = Json.object().put("status", status).build();
          write(out, "event: end\ndata: " + end + "\n\n");
          return;
        }
        if (page.events().isEmpty()) {
          write(out, ": still here\n\n");
        }
      }
    } catch (IOException gone) {
      // The client went away; it comes back with Last-Event-ID if it wants more.
      return;
    }
  }

  private static OutputStream begin(Context context) throws IOException {
    context.exchange().sendResponseHeaders(200, 0);
    return context.exchange().getResponseBody();
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

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
