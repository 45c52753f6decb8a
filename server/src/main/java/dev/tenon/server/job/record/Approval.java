package dev.tenon.server.job.record;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.JsonFields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a job wants to do and a person has to allow.
///
/// @param helper the id of the helper that asks; empty for the conversation itself
/// @param command the command line; empty if it is about something else
/// @param folder where it would run
/// @param what everything that is asked, each in a few words
/// @param reason why it is asked
/// @param offers the rules that would allow it from now on
/// @param canLast whether it can be allowed for longer than once
/// @param plan the plan that waits to be approved; null if it is about something else
public record Approval(
    String id,
    String helper,
    String tool,
    String command,
    String folder,
    List<String> what,
    String reason,
    List<String> offers,
    boolean canLast,
    Json.@Nullable Obj plan) {
  public Approval {
    what = List.copyOf(what);
    offers = List.copyOf(offers);
  }

  /// Whether it asks the same, whenever it does.
  public boolean sameAs(Approval other) {
    return tool.equals(other.tool)
        && helper.equals(other.helper)
        && command.equals(other.command)
        && folder.equals(other.folder)
        && what.equals(other.what);
  }

  Approval redacted(Redaction redaction) {
    return new Approval(
        id,
        helper,
        tool,
        redaction.text(command),
        folder,
        what.stream().map(redaction::text).toList(),
        redaction.text(reason),
        offers.stream().map(redaction::text).toList(),
        canLast,
        plan == null ? null : redaction.object(plan));
  }

  /// The same with its id.
  public Approval named(String name) {
    return new Approval(name, helper, tool, command, folder, what, reason, offers, canLast, plan);
  }

  public Json.Obj toJson() {
    return Json.object()
        .put("approval_id", id)
        .put("helper", helper)
        .put("tool", tool)
        .put("command", command)
        .put("folder", folder)
        .put("what", Json.strings(what))
        .put("reason", reason)
        .put("offers", Json.strings(offers))
        .put("can_last", canLast)
        .put("plan", plan == null ? Json.Null.VALUE : plan)
        .build();
  }

  static Approval of(Json.Obj json) throws JsonException {
    JsonFields fields = JsonFields.of(json, "pending_approval");
    return new Approval(
        fields.string("approval_id"),
        json.string("helper", ""),
        fields.string("tool"),
        fields.string("command"),
        fields.string("folder"),
        fields.strings("what"),
        fields.string("reason"),
        fields.strings("offers"),
        fields.bool("can_last", false),
        json.object("plan"));
  }
}
