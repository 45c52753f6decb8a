package dev.tenon.server.job.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tenon.core.json.Json;
import dev.tenon.server.job.record.EventRecord;
import dev.tenon.server.job.record.JobEventType;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class EventLogTest {
  /// A client that hears `diff.generated` asks for the job at once, and the diff has to be there.
  @Test
  @Timeout(60)
  void nobodySeesAnEventBeforeWhatItTells() throws Exception {
    var log = new EventLog(10, Clock.systemUTC(), List.of());
    var seen = new AtomicLong(-1);
    Thread reader = new Thread(() -> seen.set(log.last()));
    EventRecord event = log.next(JobEventType.DIFF_GENERATED, Json.object().build());

    log.publish(
        event,
        () -> {
          reader.start();
          await().until(() -> reader.getState() == Thread.State.WAITING);
          assertThat(seen).hasValue(-1);
        });

    reader.join();
    assertThat(seen).hasValue(1);
    assertThat(log.after(0).events()).containsExactly(event);
  }
}
