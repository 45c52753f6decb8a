package dev.tenon.core.exec.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoticesTest {
  private final Notices notices = new Notices();

  @Test
  void theOrderIsThatOfHappeningForBoth() {
    var heard = new ArrayList<String>();
    notices.listen(notice -> heard.add(notice.text()));
    notices.post(printed("bash-1", "a"));
    notices.post(new Notice(Notice.Kind.PROMPT, "cron", "s", "wake up"));
    notices.post(printed("bash-2", "b"));
    assertThat(heard).containsExactly("a", "wake up", "b");
    assertThat(notices.take()).extracting(Notice::text).containsExactly("a", "b");
    assertThat(notices.take()).isEmpty();
    assertThat(notices.takePrompt()).map(Notice::text).hasValue("wake up");
    assertThat(notices.waiting()).isFalse();
  }

  @Test
  void aSourceThatPrintsWithoutEndIsBounded() {
    var heard = new ArrayList<Notice>();
    notices.listen(heard::add);
    for (int i = 0; i < 1000; i++) {
      notices.post(printed("bash-1", "line " + i));
    }
    notices.post(printed("bash-2", "other"));
    List<Notice> taken = notices.take();
    assertThat(taken).hasSize(Notices.WAITING + 1);
    assertThat(heard).hasSize(Notices.WAITING + 1);
    assertThat(taken.get(Notices.WAITING - 1).text())
        .contains("line 49", "[950 more lines of bash-1 not shown]");
    assertThat(taken.getLast().text()).isEqualTo("other");
  }

  @Test
  void aPromptThatWaitsIsNotQueuedTwice() {
    notices.post(new Notice(Notice.Kind.PROMPT, "ab12cd34", "s", "check"));
    notices.post(new Notice(Notice.Kind.PROMPT, "ab12cd34", "s", "check"));
    assertThat(notices.takePrompt()).isPresent();
    assertThat(notices.takePrompt()).isEmpty();
  }

  @Test
  void manyThreadsTellEveryNoticeOnce() throws Exception {
    List<String> heard = Collections.synchronizedList(new ArrayList<>());
    notices.listen(notice -> heard.add(notice.source() + notice.text()));
    var threads = new ArrayList<Thread>();
    for (int t = 0; t < 8; t++) {
      String source = "bash-" + t + ":";
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int i = 0; i < Notices.WAITING; i++) {
                      notices.post(printed(source, "" + i));
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    List<String> taken =
        notices.take().stream().map(notice -> notice.source() + notice.text()).toList();
    assertThat(heard).hasSize(8 * Notices.WAITING).doesNotHaveDuplicates().isEqualTo(taken);
  }

  private static Notice printed(String source, String text) {
    return new Notice(Notice.Kind.PRINTED, source, text, text);
  }
}
