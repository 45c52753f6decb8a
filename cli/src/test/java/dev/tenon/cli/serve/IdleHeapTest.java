package dev.tenon.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdleHeapTest {
  private static final long MEGABYTE = 1024 * 1024;

  private final IdleHeap heap = new IdleHeap();

  @Test
  void collectsOnceWhenNothingHappensAnyMore() {
    assertThat(look(10, 40)).isFalse();
    assertThat(look(30, 60)).isFalse();
    assertThat(look(20, 60)).isFalse();
    assertThat(look(20, 60)).isTrue();
    heap.collected(8 * MEGABYTE, 20 * MEGABYTE);
    assertThat(look(8, 20)).isFalse();
    assertThat(look(8, 20)).isFalse();
  }

  @Test
  void leavesAServerAtWorkAlone() {
    for (int used = 10; used < 40; used++) {
      assertThat(look(used, 60)).isFalse();
    }
  }

  @Test
  void leavesSmallChangeAlone() {
    heap.collected(8 * MEGABYTE, 20 * MEGABYTE);
    assertThat(look(11, 20)).isFalse();
    assertThat(look(11, 20)).isFalse();
    assertThat(look(13, 20)).isFalse();
    assertThat(look(13, 20)).isTrue();
  }

  private boolean look(long used, long total) {
    return heap.worthwhile(used * MEGABYTE, total * MEGABYTE);
  }
}
