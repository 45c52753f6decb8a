package dev.tenon.core.workspace.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ManyFilesTest {
  private static final List<Integer> MANY = IntStream.range(0, 500).boxed().toList();

  @Test
  void eachIsDoneOnceWhateverTheirNumber() throws Exception {
    for (int count : List.of(0, 1, 3, 4, 500)) {
      var done = new ConcurrentSkipListSet<Integer>();
      var calls = new AtomicInteger();
      ManyFiles.each(
          MANY.subList(0, count),
          each -> {
            done.add(each);
            calls.incrementAndGet();
          });
      assertThat(done).hasSize(count);
      assertThat(calls).hasValue(count);
    }
  }

  @Test
  void aFailureIsToldAndNobodyWorksOn() {
    var working = new AtomicInteger();
    assertThatThrownBy(
            () ->
                ManyFiles.each(
                    MANY,
                    each -> {
                      working.incrementAndGet();
                      try {
                        if (each % 100 == 7) {
                          throw new IOException("refused " + each);
                        }
                      } finally {
                        working.decrementAndGet();
                      }
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("refused 7");
    assertThat(working).hasValue(0);
  }

  @Test
  void anInterruptEndsItAndIsKept() throws Exception {
    var begun = new CountDownLatch(1);
    Thread caller = Thread.currentThread();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                begun.await();
                caller.interrupt();
              } catch (InterruptedException never) {
                Thread.currentThread().interrupt();
              }
            });
    assertThatThrownBy(
            () ->
                ManyFiles.each(
                    MANY,
                    each -> {
                      begun.countDown();
                      try {
                        new CountDownLatch(1).await(50, TimeUnit.SECONDS);
                      } catch (InterruptedException stopped) {
                        throw new IOException("stopped", stopped);
                      }
                    }))
        .isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
