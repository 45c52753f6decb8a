package dev.tenon.cli.acp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.ConversationOptions.Selection;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.acp.SessionUpdates;
import dev.tenon.providers.Resolution;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// What an editor can choose for a session: mode, model and effort.
final class EditorOptions {
  static final String MODE = "mode";
  static final String MODEL = "model";
  static final String EFFORT = "effort";

  private final ProjectConversation conversation;
  private final SessionUpdates updates;
  private Chosen told;

  /// What is chosen at a moment.
  private record Chosen(Mode mode, String model, Effort effort) {}

  EditorOptions(ProjectConversation conversation, SessionUpdates updates) {
    this.conversation = conversation;
    this.updates = updates;
    this.told = chosen();
  }

  private Chosen chosen() {
    Selection now = conversation.selection();
    return new Chosen(now.mode(), now.model().name(), now.effort());
  }

  /// Goes on with what the editor has chosen, which knows of it.
  synchronized void choose(Selection another) {
    conversation.use(another);
    told = chosen();
  }

  /// Tells the editor what has changed without it, such as the model that a command from a file
  /// wants for its prompt.
  synchronized void tellChanged() {
    Chosen now = chosen();
    if (now.equals(told)) {
      return;
    }
    if (now.mode != told.mode) {
      tellMode();
    }
    tellAll();
    told = now;
  }

  void tellMode() {
    updates.tell(
        SessionUpdates.update("current_mode_update")
            .put("currentModeId", conversation.selection().mode().label())
            .build());
  }

  void tellAll() {
    updates.tell(
        SessionUpdates.update("config_option_update").array("configOptions", all()).build());
  }

  Json.Obj modes() {
    var modes = new ArrayList<Json.Obj>();
    for (Mode mode : Mode.values()) {
      modes.add(
          Json.object()
              .put("id", mode.label())
              .put("name", name(mode.label()))
              .put("description", about(mode))
              .build());
    }
    return Json.object()
        .put("currentModeId", conversation.selection().mode().label())
        .array("availableModes", modes)
        .build();
  }

  List<Json.Obj> all() {
    var modes = new ArrayList<Json.Obj>();
    for (Mode mode : Mode.values()) {
      modes.add(value(mode.label(), name(mode.label()), about(mode)));
    }
    var efforts = new ArrayList<Json.Obj>();
    for (Effort effort : Effort.values()) {
      efforts.add(value(label(effort), name(label(effort)), ""));
    }
    var models = new ArrayList<Json.Obj>();
    for (String model : models()) {
      models.add(value(model, model, ""));
    }
    return List.of(
        option(MODE, "Mode", MODE, conversation.selection().mode().label(), modes),
        option(MODEL, "Model", MODEL, conversation.selection().model().name(), models),
        option(
            EFFORT, "Effort", "thought_level", label(conversation.selection().effort()), efforts));
  }

  private static Json.Obj option(
      String id, String name, String category, String now, List<Json.Obj> values) {
    return Json.object()
        .put("id", id)
        .put("name", name)
        .put("category", category)
        .put("type", "select")
        .put("currentValue", now)
        .array("options", values)
        .build();
  }

  private static Json.Obj value(String value, String name, String about) {
    return Json.object()
        .put("value", value)
        .put("name", name)
        .put("description", about.isEmpty() ? null : about)
        .build();
  }

  /// Those that can be asked now, and the one that is.
  private Set<String> models() {
    Set<String> names = new LinkedHashSet<>();
    names.add(conversation.selection().model().name());
    ModelOpener models = conversation.project().models();
    try {
      for (ModelInfo info : models.catalog().list()) {
        if (models.providers().resolve(info.name(), models.environment())
            instanceof Resolution.Found) {
          names.add(info.name());
        }
      }
    } catch (SetupException unusable) {
      // The models section of the configuration is broken; that was told at the start.
      return names;
    }
    return names;
  }

  static Mode mode(String label) throws RpcException {
    for (Mode mode : Mode.values()) {
      if (mode.label().equals(label)) {
        return mode;
      }
    }
    throw RpcException.invalidParams(
        "there is no mode '" + label + "'; there are plan, ask, edit, auto and full");
  }

  static Effort effort(String label) throws RpcException {
    for (Effort effort : Effort.values()) {
      if (label(effort).equals(label)) {
        return effort;
      }
    }
    throw RpcException.invalidParams(
        "there is no effort '" + label + "'; there are default, off, low, medium, high and max");
  }

  private static String label(Effort effort) {
    return effort.name().toLowerCase(Locale.ROOT);
  }

  private static String name(String label) {
    return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
  }

  private static String about(Mode mode) {
    return switch (mode) {
      case PLAN -> "Nothing is changed";
      case ASK -> "Every change is asked, and every command that does more than read";
      case EDIT -> "Edits are free, commands that do more than read are asked";
      case AUTO -> "Edits are free, and so are commands inside the sandbox";
      case FULL -> "Nothing is asked but what a rule wants asked";
    };
  }
}
