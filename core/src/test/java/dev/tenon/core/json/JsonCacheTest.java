package dev.tenon.core.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What is remembered gives the very text that is written without it.
class JsonCacheTest {
  private final JsonCache cache = new JsonCache();

  private Json.Obj written(List<String> things) {
    var all = new ArrayList<Json>();
    for (String thing : things) {
      List<Json.Obj> known = cache.get(thing);
      if (known == null) {
        known = List.of(Json.object().put("is", thing).object("in", in -> in.put("a", 1)).build());
        cache.put(thing, known);
      }
      all.addAll(known);
    }
    return Json.object().put("count", things.size()).array("all", all).build();
  }

  @Test
  void aGrowingListIsWrittenAsItIs() {
    var things = new ArrayList<String>();
    for (int i = 0; i < 50; i++) {
      things.add("thing \"" + i + "\"\n\u2028 ü");
      Json.Obj whole = written(things);
      assertThat(cache.compact(whole)).isEqualTo(whole.compact());
    }
  }

  @Test
  void theObjectsAreTheSameTheNextTime() {
    var things = List.of("one");
    cache.compact(written(things));
    List<Json.Obj> first = cache.get(things.getFirst());
    cache.compact(written(things));
    assertThat(cache.get(things.getFirst()).getFirst()).isSameAs(first.getFirst());
  }

  @Test
  void equalThingsAreNotTheSame() {
    cache.put("one", List.of(Json.Obj.EMPTY));
    assertThat(cache.get(String.valueOf(new char[] {'o', 'n', 'e'}))).isNull();
  }

  @Test
  void whatIsNotWantedAnyMoreIsForgotten() {
    cache.compact(written(List.of("one", "two")));
    cache.compact(written(List.of("two")));
    assertThat(cache.get("one")).isNull();
    assertThat(cache.get("two")).isNotNull();
  }

  @Test
  void anyOrderAndAnyPartOfThingsIsWrittenAsItIs() {
    var random = new Random(7);
    var pool = new ArrayList<String>();
    for (int i = 0; i < 20; i++) {
      pool.add("t" + i);
    }
    for (int round = 0; round < 500; round++) {
      var things = new ArrayList<String>();
      for (int i = random.nextInt(12); i > 0; i--) {
        things.add(pool.get(random.nextInt(pool.size())));
      }
      Json.Obj whole = written(things);
      assertThat(cache.compact(whole)).as("round %d", round).isEqualTo(whole.compact());
    }
  }
}
