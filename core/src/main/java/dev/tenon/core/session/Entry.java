package dev.tenon.core.session;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One entry of a session: where it hangs in the tree, when it was made, and what it says.
///
/// @param parentId the entry it follows; null for a root
/// @param timestamp in the ISO form of the file, UTC
public record Entry(String id, @Nullable String parentId, String timestamp, Body body) {

  /// What an entry says. [SessionLog#append] makes an entry of it.
  public sealed interface Body {
    /// The entry's `type` in the file.
    String type();

    /// Adds the members that are this body's own.
    void write(Json.Builder out);
  }

  /// A message in the form of the file; [MessageFormat] knows it.
  public record Said(Json.Obj message) implements Body {
    public String role() {
      return message.string("role", "");
    }

    @Override
    public String type() {
      return "message";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("message", message);
    }
  }

  /// Another model answers from here on.
  ///
  /// @param model its full name
  /// @param role which part it plays; null for the one that answers
  public record ModelChanged(String model, @Nullable String role) implements Body {
    @Override
    public String type() {
      return "model_change";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("model", model).put("role", role);
    }
  }

  public record ThinkingLevelChanged(String level) implements Body {
    @Override
    public String type() {
      return "thinking_level_change";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("thinkingLevel", level);
    }
  }

  public record ServiceTierChanged(@Nullable String tier) implements Body {
    @Override
    public String type() {
      return "service_tier_change";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("serviceTier", tier == null ? Json.Null.VALUE : Json.of(tier));
    }
  }

  /// Everything on the path before `firstKeptEntryId` is told by the summary from here on.
  public record Compacted(
      String summary,
      @Nullable String shortSummary,
      String firstKeptEntryId,
      long tokensBefore,
      @Nullable Json details,
      @Nullable Json preserveData,
      boolean fromExtension)
      implements Body {
    public Compacted(
        String summary,
        @Nullable String shortSummary,
        String firstKeptEntryId,
        long tokensBefore,
        @Nullable Json details) {
      this(summary, shortSummary, firstKeptEntryId, tokensBefore, details, null, false);
    }

    @Override
    public String type() {
      return "compaction";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("summary", summary).put("shortSummary", shortSummary);
      out.put("firstKeptEntryId", firstKeptEntryId).put("tokensBefore", tokensBefore);
      out.put("details", details).put("preserveData", preserveData);
      out.put("fromExtension", fromExtension);
    }
  }

  /// What happened on a branch that was left; stands where the conversation goes on.
  ///
  /// @param fromId where it goes on, or [#ROOT]
  public record BranchSummarized(
      String fromId, String summary, @Nullable Json details, boolean fromExtension)
      implements Body {
    public static final String ROOT = "root";

    @Override
    public String type() {
      return "branch_summary";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("fromId", fromId).put("summary", summary).put("details", details);
      out.put("fromExtension", fromExtension);
    }
  }

  /// State of some part of Tenon, or of an extension, that no model sees.
  ///
  /// @param customType whose it is; Tenon's own begin with `tenon.`
  public record Custom(String customType, @Nullable Json data) implements Body {
    @Override
    public String type() {
      return "custom";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("customType", customType).put("data", data);
    }
  }

  /// A message that a part of Tenon, or an extension, puts into the model's context.
  ///
  /// @param content a string, or blocks of text and images
  /// @param display whether people see it
  /// @param attribution `user` or `agent`: who wanted it
  public record CustomSaid(
      String customType,
      Json content,
      boolean display,
      @Nullable Json details,
      @Nullable String attribution)
      implements Body {
    @Override
    public String type() {
      return "custom_message";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("customType", customType).put("content", content).put("display", display);
      out.put("details", details).put("attribution", attribution);
    }
  }

  /// Names an entry, or takes its name away.
  public record Labelled(String targetId, @Nullable String label) implements Body {
    @Override
    public String type() {
      return "label";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("targetId", targetId).put("label", label);
    }
  }

  /// Stream rules that were put into the context.
  public record RulesInjected(List<String> rules) implements Body {
    public RulesInjected {
      rules = List.copyOf(rules);
    }

    @Override
    public String type() {
      return "ttsr_injection";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("injectedRules", Json.strings(rules));
    }
  }

  /// The tools that were taken from the shelf so far, in order.
  public record ToolsSelected(List<String> names) implements Body {
    public ToolsSelected {
      names = List.copyOf(names);
    }

    @Override
    public String type() {
      return "mcp_tool_selection";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("selectedToolNames", Json.strings(names));
    }
  }

  /// What a helper was started with.
  public record Initialized(
      String systemPrompt, String task, List<String> tools, @Nullable Json outputSchema)
      implements Body {
    public Initialized {
      tools = List.copyOf(tools);
    }

    @Override
    public String type() {
      return "session_init";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("systemPrompt", systemPrompt).put("task", task);
      out.put("tools", Json.strings(tools)).put("outputSchema", outputSchema);
    }
  }

  public record ModeChanged(String mode, @Nullable Json data) implements Body {
    @Override
    public String type() {
      return "mode_change";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("mode", mode).put("data", data);
    }
  }

  /// A name for the whole session, as some programs write it instead of a title in the header.
  public record Renamed(String name) implements Body {
    @Override
    public String type() {
      return "session_info";
    }

    @Override
    public void write(Json.Builder out) {
      out.put("name", name);
    }
  }

  /// An entry that this version does not know, or cannot make sense of. It is kept as it is.
  ///
  /// @param fields all members but those that every entry has
  public record Unknown(String type, Json.Obj fields) implements Body {
    @Override
    public void write(Json.Builder out) {
      out.putAll(fields);
    }
  }

  public Json.Obj toJson() {
    Json.Builder out =
        Json.object()
            .put("type", body.type())
            .put("id", id)
            .put("parentId", parentId == null ? Json.Null.VALUE : Json.of(parentId))
            .put("timestamp", timestamp);
    body.write(out);
    return out.build();
  }

  /// Reads an entry of version 3. A known type with members that do not fit becomes [Unknown].
  public static Entry of(Json.Obj json) {
    return new Entry(
        json.string("id", ""), json.string("parentId"), json.string("timestamp", ""), body(json));
  }

  private static Body body(Json.Obj json) {
    String type = json.string("type", "");
    Body known =
        switch (type) {
          case "message" -> said(json);
          case "model_change" -> modelChanged(json);
          case "thinking_level_change" ->
              json.get("thinkingLevel") instanceof Json.Str level
                  ? new ThinkingLevelChanged(level.value())
                  : null;
          case "service_tier_change" -> new ServiceTierChanged(json.string("serviceTier"));
          case "compaction" -> compacted(json);
          case "branch_summary" ->
              new BranchSummarized(
                  json.string("fromId", BranchSummarized.ROOT),
                  json.string("summary", ""),
                  json.get("details"),
                  fromExtension(json));
          case "custom" -> new Custom(json.string("customType", ""), json.get("data"));
          case "custom_message" -> customSaid(json);
          case "label" ->
              json.get("targetId") instanceof Json.Str target
                  ? new Labelled(target.value(), json.string("label"))
                  : null;
          case "ttsr_injection" -> new RulesInjected(strings(json, "injectedRules"));
          case "mcp_tool_selection" -> new ToolsSelected(strings(json, "selectedToolNames"));
          case "session_init" ->
              new Initialized(
                  json.string("systemPrompt", ""),
                  json.string("task", ""),
                  strings(json, "tools"),
                  json.get("outputSchema"));
          case "mode_change" -> new ModeChanged(json.string("mode", "none"), json.get("data"));
          case "session_info" ->
              json.get("name") instanceof Json.Str name ? new Renamed(name.value()) : null;
          default -> null;
        };
    return known == null ? unknown(type, json) : known;
  }

  private static @Nullable Body said(Json.Obj json) {
    Json.Obj message = json.object("message");
    return message == null ? null : new Said(message);
  }

  /// Some programs write provider and model apart.
  private static @Nullable Body modelChanged(Json.Obj json) {
    String model = json.string("model");
    String provider = json.string("provider");
    String id = json.string("modelId");
    if (model == null && provider != null && id != null) {
      model = provider + "/" + id;
    }
    return model == null ? null : new ModelChanged(model, json.string("role"));
  }

  private static @Nullable Body compacted(Json.Obj json) {
    String summary = json.string("summary");
    return summary == null
        ? null
        : new Compacted(
            summary,
            json.string("shortSummary"),
            json.string("firstKeptEntryId", ""),
            json.number("tokensBefore", 0),
            json.get("details"),
            json.get("preserveData"),
            fromExtension(json));
  }

  private static @Nullable Body customSaid(Json.Obj json) {
    Json content = json.get("content");
    return content == null
        ? null
        : new CustomSaid(
            json.string("customType", ""),
            content,
            json.bool("display", true),
            json.get("details"),
            json.string("attribution"));
  }

  private static boolean fromExtension(Json.Obj json) {
    return json.bool("fromExtension", json.bool("fromHook", false));
  }

  private static Unknown unknown(String type, Json.Obj json) {
    Json.Builder rest = Json.object();
    for (var member : json.members().entrySet()) {
      switch (member.getKey()) {
        case "type", "id", "parentId", "timestamp" -> {}
        default -> rest.put(member.getKey(), member.getValue());
      }
    }
    return new Unknown(type, rest.build());
  }

  private static List<String> strings(Json.Obj json, String name) {
    var strings = new ArrayList<String>();
    for (Json item : json.array(name)) {
      if (item instanceof Json.Str text) {
        strings.add(text.value());
      }
    }
    return strings;
  }
}
