package dev.tenon.server.job.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.core.change.review.PinnedSelection;
import dev.tenon.core.change.review.Selection;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What every event is on the wire. Clients and stored events rely on each letter of it.
class JobEventTest {
  private static EngineException conflict() {
    return new EngineException(
        EngineException.Kind.CONFLICT,
        "conflict",
        "a.md has changed",
        Json.object().put("rerun_required", true).build());
  }

  /// An event and its type and data.
  private record Sent(JobEvent event, String type, String data) {}

  private static final List<Sent> ALL =
      List.of(
          new Sent(new JobEvent.Queued("do it", ""), "job.queued", "{'instruction':'do it'}"),
          new Sent(
              new JobEvent.Queued("do it", "Ada"),
              "job.queued",
              "{'instruction':'do it','actor':'Ada'}"),
          new Sent(new JobEvent.Started("sess_1"), "job.started", "{'session_id':'sess_1'}"),
          new Sent(
              new JobEvent.Completed("Done.", 3), "job.completed", "{'answer':'Done.','steps':3}"),
          new Sent(
              new JobEvent.Failed(new JobRecord.Failure("cancelled", "it was cancelled")),
              "job.failed",
              "{'code':'cancelled','message':'it was cancelled'}"),
          new Sent(new JobEvent.Resumed(), "job.resumed", "{}"),
          new Sent(
              new RunEvent.ProviderSelected(AgentMode.Side.LOCAL, "test/m", 1, "why", ""),
              "provider.selected",
              "{'provider':'local','model':'test/m','attempt':1,'reason':'why'}"),
          new Sent(
              new RunEvent.ProviderSelected(AgentMode.Side.REMOTE, "", 2, "why", "no key"),
              "provider.selected",
              "{'provider':'remote','model':null,'attempt':2,'reason':'why','error':'no key'}"),
          new Sent(
              new RunEvent.ProviderFellBack(
                  AgentMode.Side.LOCAL, AgentMode.Side.REMOTE, 1, "timeout", "too slow"),
              "provider.fallback",
              "{'from':'local','to':'remote','attempt':1,'reason':'timeout','message':'too slow'}"),
          new Sent(
              new RunEvent.AssistantAnswered(2, answer(), Duration.ofMillis(7)),
              "assistant.message",
              "{'step':2,'text':'Looking.','stop_reason':'needs_tools',"
                  + "'tool_calls':[{'tool_call_id':'c_1','name':'read_file'}],"
                  + "'raw_usage':{'input_tokens':1,'output_tokens':2,'cache_read_tokens':3,"
                  + "'cache_write_tokens':4,'latency_ms':7,'model':'m'}}"),
          new Sent(
              new RunEvent.AssistantFailed(1, "overloaded"),
              "assistant.message",
              "{'step':1,'text':'','stop_reason':'error','error':'overloaded'}"),
          new Sent(
              new RunEvent.ToolRequested(call(), "a.md"),
              "tool.call.requested",
              "{'tool_call_id':'c_1','tool':'read_file','title':'a.md',"
                  + "'arguments':{'file_path':'a.md'}}"),
          new Sent(
              new RunEvent.ToolCompleted(
                  result("list_files", Part.Outcome.OK, "{'data':{'files':['a','b']}}"),
                  Duration.ofMillis(5)),
              "tool.call.completed",
              "{'tool_call_id':'c_1','tool':'list_files','ok':true,'millis':5,'result_count':2,"
                  + "'result':{'files':['a','b']}}"),
          new Sent(
              new RunEvent.ToolCompleted(
                  result(
                      "read_file",
                      Part.Outcome.FAILED,
                      "{'error':{'code':'not_found','message':'no','more':1}}"),
                  Duration.ZERO),
              "tool.call.completed",
              "{'tool_call_id':'c_1','tool':'read_file','ok':false,'millis':0,"
                  + "'error':{'code':'not_found','message':'no'}}"),
          new Sent(
              new RunEvent.ClarificationRequested(
                  new JobRecord.Question("q_1", "Terse?", List.of("yes", "no"))),
              "clarification.requested",
              "{'question_id':'q_1','question':'Terse?','choices':['yes','no']}"),
          new Sent(
              new RunEvent.HelperReported("0-Fix", new RunEvent.AssistantFailed(2, "no answer")),
              "helper.reported",
              "{'helper':'0-Fix','type':'assistant.message','data':{'step':2,'text':'',"
                  + "'stop_reason':'error','error':'no answer'}}"),
          new Sent(
              new RunEvent.ClarificationReceived("q_1", "yes"),
              "clarification.received",
              "{'question_id':'q_1','answer':'yes'}"),
          new Sent(
              new RunEvent.ApprovalRequested(
                  new Approval(
                      "ap_1",
                      "0-Fix",
                      "bash",
                      "make",
                      ".",
                      List.of("run: make"),
                      "why",
                      List.of("bash(make *)"),
                      true,
                      null)),
              "approval.requested",
              "{'approval_id':'ap_1','helper':'0-Fix','tool':'bash','command':'make','folder':'.',"
                  + "'what':['run: make'],'reason':'why','offers':['bash(make *)'],"
                  + "'can_last':true,'plan':null}"),
          new Sent(
              new RunEvent.ApprovalReceived("ap_1", "allow", "once", "", "Ada", null),
              "approval.received",
              "{'approval_id':'ap_1','decision':'allow','scope':'once','reason':'',"
                  + "'actor':'Ada'}"),
          new Sent(
              new RunEvent.EditsProposed(
                  "c_1",
                  "propose_edits",
                  List.of(
                      json("{'edit_id':'e_1','file_path':'a.md'}"),
                      json("{'edit_id':'e_2','file_path':'a.md'}"))),
              "edits.proposed",
              "{'tool_call_id':'c_1','tool':'propose_edits','edits':2,"
                  + "'edit_ids':['e_1','e_2'],'files':['a.md']}"),
          new Sent(
              new ReviewEvent.DiffGenerated(1, 2, "Done."),
              "diff.generated",
              "{'files':1,'hunks':2,'answer':'Done.'}"),
          new Sent(
              ReviewEvent.ReviewUpdated.ofHunks("accept", List.of("h_1")),
              "review.updated",
              "{'action':'accept','hunk_ids':['h_1']}"),
          new Sent(
              ReviewEvent.ReviewUpdated.ofFiles("discard", List.of("a.md")),
              "review.updated",
              "{'action':'discard','files':['a.md']}"),
          new Sent(new ReviewEvent.ApplyStarted(2), "apply.started", "{'accepted':2}"),
          new Sent(
              new ReviewEvent.ApplyCompleted(json("{'files':['a.md']}")),
              "apply.completed",
              "{'status':'completed','files':['a.md']}"),
          new Sent(
              new ReviewEvent.ApplyRefused(conflict()),
              "apply.conflict",
              "{'code':'conflict','message':'a.md has changed','rerun_required':true}"),
          new Sent(
              new CheckEvent.CheckStarted(check()),
              "check.started",
              "{'check_id':'chk_1','command':'make test','selection':'accepted',"
                  + "'fingerprint':'sha256:0','total':5,'pinned':'hunks 1–3, 5 accepted',"
                  + "'actor':'Ada'}"),
          new Sent(
              new CheckEvent.CheckPrinted("chk_1", "ok\n"),
              "check.output",
              "{'check_id':'chk_1','text':'ok\\n'}"),
          new Sent(
              new CheckEvent.CheckFinished(
                  check()
                      .ended(
                          new CheckRecord.End(CheckRecord.Status.FAILED, 2, "ok\n", 3, "why"),
                          Instant.EPOCH.plusMillis(7))),
              "check.finished",
              "{'check_id':'chk_1','status':'failed','exit_code':2,'millis':7,"
                  + "'pinned':'hunks 1–3, 5 accepted','message':'why'}"),
          new Sent(
              new ReviewEvent.CheckpointCreated("cp_1"),
              "checkpoint.created",
              "{'checkpoint_id':'cp_1'}"),
          new Sent(
              new ReviewEvent.RollbackStarted("cp_1", ReviewEvent.Scope.ALL),
              "checkpoint.rollback.started",
              "{'checkpoint_id':'cp_1','mode':'hard_all'}"),
          new Sent(
              new ReviewEvent.RollbackStarted("cp_1", ReviewEvent.Scope.SELECTED),
              "checkpoint.rollback.started",
              "{'checkpoint_id':'cp_1','mode':'scoped_selected'}"),
          new Sent(
              new ReviewEvent.RollbackCompleted("cp_1", List.of("a.md")),
              "checkpoint.rollback.completed",
              "{'checkpoint_id':'cp_1','status':'completed','files':['a.md'],'saved':false}"),
          new Sent(
              new ReviewEvent.RollbackFailed("cp_1", conflict()),
              "checkpoint.rollback.failed",
              "{'checkpoint_id':'cp_1','code':'conflict','message':'a.md has changed',"
                  + "'rerun_required':true}"));

  private static CheckRecord check() {
    var pinned =
        new PinnedSelection(Selection.ACCEPTED, "sha256:0", List.of(1, 2, 3, 5), List.of("h_1"), 5);
    return CheckRecord.started("chk_1", "make test", pinned, "Ada", Instant.EPOCH);
  }

  private static Part.Call call() {
    return Part.Call.of("c_1", "read_file", json("{'file_path':'a.md'}"));
  }

  private static Message.Assistant answer() {
    return new Message.Assistant(
        List.of(new Part.Text("Looking."), call()),
        StopReason.TOOL_USE,
        new Usage(1, 2, 3, 4),
        "m");
  }

  private static Part.Result result(String tool, Part.Outcome outcome, String envelope) {
    return new Part.Result("c_1", tool, outcome, json(envelope), "", List.of());
  }

  private static Json.Obj json(String text) {
    try {
      return Json.parseObject(text.replace('\'', '"'));
    } catch (JsonException wrong) {
      throw new AssertionError(wrong);
    }
  }

  @Test
  void everyEventIsSentAsItAlwaysWas() {
    for (Sent each : ALL) {
      assertThat(each.event.type().label()).isEqualTo(each.type);
      assertThat(each.event.data().compact()).isEqualTo(each.data.replace('\'', '"'));
    }
  }

  /// A new record has to be written down above.
  @Test
  void everyRecordAndEveryTypeIsTried() {
    Set<Class<?>> tried =
        ALL.stream().map(each -> each.event.getClass()).collect(Collectors.toSet());
    assertThat(tried).isEqualTo(records(JobEvent.class).collect(Collectors.toSet()));
    assertThat(ALL.stream().map(each -> each.event.type()).collect(Collectors.toSet()))
        .isEqualTo(new HashSet<>(List.of(JobEventType.values())));
  }

  private static Stream<Class<?>> records(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(JobEventTest::records)
        : Stream.of(type);
  }

  @Test
  void aStoredEventComesBackAsItWas() throws Exception {
    for (JobEventType type : JobEventType.values()) {
      var record =
          new EventRecord(7, type, Instant.parse("2026-11-15T12:00:00Z"), json("{'left_out':'x'}"));
      assertThat(EventRecord.of(record.toJson())).isEqualTo(record);
    }
    assertThatThrownBy(() -> EventRecord.of(json("{'cursor':1,'type':'job.danced'}")))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("job.danced");
  }
}
