package dev.tenon.providers.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallIdsTest {
  @Test
  void idsThatFitStayAsTheyAre() {
    assertThat(CallIds.plain("toolu_01-Ab", 64)).isEqualTo("toolu_01-Ab");
    assertThat(CallIds.nine("abcDEF123")).isEqualTo("abcDEF123");
  }

  @Test
  void otherIdsAreBroughtIntoForm() {
    assertThat(CallIds.plain("call|a:b", 64)).isEqualTo("call_a_b");
    assertThat(CallIds.plain("x".repeat(100), 40)).hasSize(40).isNotEqualTo("x".repeat(40));
    assertThat(CallIds.plain("x".repeat(99), 40)).isNotEqualTo(CallIds.plain("x".repeat(100), 40));
    assertThat(CallIds.plain("", 40)).isNotEmpty();
    assertThat(CallIds.nine("toolu_01")).matches("[a-z0-9]{9}").isEqualTo(CallIds.nine("toolu_01"));
    assertThat(CallIds.nine("toolu_01")).isNotEqualTo(CallIds.nine("toolu_02"));
  }

  @Test
  void madeIdsAreNew() {
    Message before =
        Fixtures.said("m/m", Part.Call.of("call_2_0", "clock", Json.Obj.EMPTY), new Part.Text("x"));
    var ids = new CallIds.Maker(Request.of("", List.of(Message.User.of("x"), before), List.of()));

    assertThat(ids.next()).isEqualTo("call_2_1");
    assertThat(ids.idOr("given")).isEqualTo("given");
    assertThat(ids.idOr("given")).isEqualTo("call_2_2");
    assertThat(ids.idOr("")).isEqualTo("call_2_3");
    assertThat(CallIds.made("call_2_3")).isTrue();
    assertThat(CallIds.made("call_abc")).isFalse();
    assertThat(CallIds.made("toolu_1")).isFalse();
  }
}
