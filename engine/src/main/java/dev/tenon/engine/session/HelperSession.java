package dev.tenon.engine.session;

import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.helper.HelperNode;
import dev.tenon.core.helper.HelperOpener;
import dev.tenon.core.helper.OutputSchema;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.ToolSpec;
import dev.tenon.core.session.Entry;
import dev.tenon.core.session.SessionLog;
import dev.tenon.core.tool.Helpers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the session of a helper says of it beside its messages: who it is, what it was told, how it
/// ended.
public final class HelperSession {
  /// What a helper is.
  private static final String HELPER = "tenon.helper";

  /// How it ended.
  private static final String ENDED = "tenon.helper.ended";

  /// It goes on: how it ended before counts no more.
  private static final String RESUMED = "tenon.helper.resumed";

  private HelperSession() {}

  /// @param context what its caller and hooks told it
  public static void begin(
      SessionLog log,
      HelperOpener.Opening opening,
      String system,
      String context,
      List<ToolSpec> tools)
      throws IOException {
    HelperNode helper = opening.helper();
    var names = new ArrayList<String>();
    tools.forEach(spec -> names.add(spec.name()));
    OutputSchema schema = opening.schema();
    log.append(
        new Entry.Initialized(
            system, helper.assignment(), names, schema == null ? null : schema.json()));
    log.append(
        new Entry.Custom(
            HELPER,
            Json.object()
                .put("id", helper.id())
                .put("agent", helper.agent().name())
                .put("description", helper.description())
                .put("isolation", helper.limits().isolation().label())
                .put("context", context)
                .build()));
  }

  public static Entry.Custom ended(Helpers.Ending ending) {
    return new Entry.Custom(ENDED, Json.object().put("ending", ending.label()).build());
  }

  /// It goes on, and is told what holds now.
  public static Entry.Custom resumed(SessionLog log, String system) throws IOException {
    return new Entry.Custom(
        RESUMED,
        systemPrompt(log).orElse("").equals(system)
            ? Json.Obj.EMPTY
            : Json.object().put("systemPrompt", system).build());
  }

  /// What the helper was told when it began.
  public static Optional<String> systemPrompt(SessionLog log) throws IOException {
    for (Entry entry : log.entries()) {
      if (entry.body() instanceof Entry.Initialized begun && !begun.systemPrompt().isBlank()) {
        return Optional.of(begun.systemPrompt());
      }
    }
    return Optional.empty();
  }

  /// What its caller and hooks told it; empty where its session does not say so.
  public static Optional<String> context(SessionLog log) throws IOException {
    for (Entry entry : log.entries()) {
      if (entry.body() instanceof Entry.Custom custom
          && custom.customType().equals(HELPER)
          && custom.data() instanceof Json.Obj data
          && data.get("context") instanceof Json.Str context) {
        return Optional.of(context.value());
      }
    }
    return Optional.empty();
  }

  public static HelperOpener.Known known(SessionLog log)
      throws IOException, HelperOpener.UnusableException {
    String agent = "";
    String description = "";
    Helpers.Ending ending = Helpers.Ending.INTERRUPTED;
    OutputSchema schema = null;
    AgentDefinition.Isolation isolation = AgentDefinition.Isolation.NONE;
    for (Entry entry : log.entries()) {
      if (entry.body() instanceof Entry.Initialized begun && begun.outputSchema() != null) {
        try {
          schema = OutputSchema.of(begun.outputSchema());
        } catch (JsonException unusable) {
          throw new HelperOpener.UnusableException(
              "its schema cannot be used: " + unusable.getMessage());
        }
      } else if (entry.body() instanceof Entry.Custom custom
          && custom.data() instanceof Json.Obj data) {
        if (custom.customType().equals(HELPER)) {
          agent = data.string("agent", "");
          description = data.string("description", "");
          isolation = AgentDefinition.Isolation.of(data.string("isolation", ""));
        } else if (custom.customType().equals(ENDED)) {
          ending = ending(data.string("ending", ""));
        } else if (custom.customType().equals(RESUMED)) {
          ending = Helpers.Ending.INTERRUPTED;
        }
      }
    }
    if (agent.isEmpty()) {
      throw new HelperOpener.UnusableException("its session does not say which agent it was");
    }
    return new HelperOpener.Known(agent, description, ending, schema, isolation);
  }

  private static Helpers.Ending ending(String word) {
    for (Helpers.Ending each : Helpers.Ending.values()) {
      if (each.label().equals(word)) {
        return each;
      }
    }
    return Helpers.Ending.INTERRUPTED;
  }
}
