package dev.tenon.providers.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Pricing;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.Usage;
import dev.tenon.core.model.script.ScriptedModel;
import dev.tenon.core.model.script.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeterTest {
  private static final Request REQUEST =
      Request.of("system", List.of(Message.User.of("x".repeat(394))), List.of());
  private static final Usage USED = new Usage(1000, 500, 200, 100);

  private final List<MeasuredRequest> measured = new ArrayList<>();

  @Test
  void everyRequestIsTold() throws Exception {
    Meter meter = meter(Budget.NONE);
    Json.Obj nothing = Json.Obj.EMPTY;
    Model model =
        meter.around(
            "scripted/test",
            ScriptedModel.of(
                Step.answer().call("look", nothing).call("look", nothing).using(USED)));
    model.stream(REQUEST, event -> {});
    MeasuredRequest one = measured.getFirst();
    assertThat(one.model()).isEqualTo("scripted/test");
    assertThat(one.usage()).isEqualTo(USED);
    assertThat(one.cost()).hasValue((1000 * 2 + 500 * 4) / 1e6);
    assertThat(one.tools()).containsExactly("look", "look");
    assertThat(one.ending()).isEqualTo(MeasuredRequest.Ending.DONE);
    assertThat(meter.totals())
        .isEqualTo(new Meter.Totals(USED, (1000 * 2 + 500 * 4) / 1e6, true, 1));
  }

  /// Parts for processes that count for themselves: all of them and the rest are the whole.
  @Test
  void whatIsGivenAwayCountsAsUsed() throws Exception {
    Meter meter = meter(new Budget(0, 4000));
    assertThat(List.of(meter.give(4).tokens(), meter.give(3).tokens(), meter.give(2).tokens()))
        .containsExactly(1000L, 1000L, 1000L);
    assertThat(meter.give(4).tokens()).as("one that is started again").isEqualTo(250);
    Model model =
        meter.around("scripted/test", ScriptedModel.of(Step.says("a").using(USED), Step.says("b")));
    model.stream(REQUEST, event -> {});
    assertThatThrownBy(() -> model.stream(REQUEST, event -> {}))
        .hasMessageContaining("(1800 used, 3250 given to workers)");
    assertThat(meter(Budget.NONE).give(4)).isEqualTo(Budget.NONE);
  }

  @Test
  void theRequestAfterTheBudgetIsNotMade() throws Exception {
    Meter meter = meter(new Budget(0, 2000));
    ScriptedModel script =
        ScriptedModel.of(Step.says("a").using(USED), Step.says("b").using(USED), Step.says("c"));
    Model model = meter.around("scripted/test", script);
    // A helper that goes through the same meter counts too.
    Model helper = meter.around("scripted/test", script);
    model.stream(REQUEST, event -> {});
    helper.stream(REQUEST, event -> {});
    var events = new ArrayList<ModelEvent>();
    assertThatThrownBy(() -> model.stream(REQUEST, events::add))
        .isInstanceOfSatisfying(
            ModelException.class,
            refused -> {
              assertThat(refused.kind()).isEqualTo(ModelException.Kind.BUDGET);
              assertThat(refused)
                  .hasMessage(
                      "the budget of 2000 tokens is spent (3600 used); --max-tokens-total raises"
                          + " it");
            });
    assertThat(script.requests()).hasSize(2);
    assertThat(events).hasSize(1);
  }

  @Test
  void moneyIsCountedByThePriceOfWhoAnswered() throws Exception {
    Meter meter = meter(new Budget(0.005, 0));
    ScriptedModel script = ScriptedModel.of(Step.says("a").using(USED), Step.says("b").using(USED));
    Model model = meter.around("scripted/test", script);
    model.stream(REQUEST, event -> {});
    model.stream(REQUEST, event -> {});
    assertThatThrownBy(() -> model.stream(REQUEST, event -> {}))
        .hasMessage("the budget of $0.0050 is spent ($0.0080 used); --max-cost raises it");
    assertThatThrownBy(() -> meter.around("other/model", script).stream(REQUEST, event -> {}))
        .hasMessageContaining("the price of other/model is not known");
  }

  @Test
  void whatWasStoppedOrFailedIsEstimated() {
    Meter meter = meter(Budget.NONE);
    Model failing =
        meter.around(
            "scripted/test",
            ScriptedModel.of(
                Step.answer()
                    .text("y".repeat(40))
                    .failing(ModelException.Kind.SERVER, "gone", null)));
    assertThatThrownBy(() -> failing.stream(REQUEST, event -> {}))
        .isInstanceOf(ModelException.class);
    assertThat(measured.getFirst().usage()).isEqualTo(new Usage(100, 10, 0, 0));
    assertThat(measured.getFirst().ending()).isEqualTo(MeasuredRequest.Ending.FAILED);
    Model stopped =
        meter.around("scripted/test", ScriptedModel.of(Step.says("abc def ghi").hanging()));
    assertThatThrownBy(
            () ->
                stopped.stream(
                    REQUEST,
                    event -> {
                      if (event instanceof ModelEvent.TextDelta) {
                        Thread.currentThread().interrupt();
                      }
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(measured.get(1).ending()).isEqualTo(MeasuredRequest.Ending.STOPPED);
  }

  private Meter meter(Budget budget) {
    var meter =
        new Meter(budget, model -> model.equals("scripted/test") ? new Pricing(2, 4, 0, 0) : null);
    meter.listen(measured::add);
    return meter;
  }
}
