package dev.tenon.cli;

import dev.tenon.cli.config.Settings;
import dev.tenon.core.model.Message;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.session.compaction.Compaction;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.Tool;
import dev.tenon.tools.BuiltinTools;
import dev.tenon.tools.MarkCheckpoint;
import dev.tenon.tools.todo.TodoList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What goes along with a conversation at a terminal: its plan, its checkpoint, its rules. They
/// live as long as the conversation, and come back with it.
final class Companions {
  private final Settings.Dialog settings;
  private final TodoList todo = new TodoList();
  private final ReturnPoint point = new ReturnPoint();
  private final @Nullable StreamRules rules;

  Companions(Settings.Dialog settings, @Nullable StreamRules rules) {
    this.settings = settings;
    this.rules = rules;
  }

  TodoList todo() {
    return todo;
  }

  Extras extras(Asker asker) {
    var tools = new ArrayList<Tool<?>>(BuiltinTools.talking(todo, asker));
    if (settings.checkpoint()) {
      tools.addAll(BuiltinTools.returning(point));
    }
    return new Extras(tools, rules, settings.checkpoint() ? point : null);
  }

  /// The conversation goes on from other messages: another session, another branch, or none.
  void resumed(List<Message> messages) {
    todo.restore(messages, messages.isEmpty() ? "" : remembered(messages.getFirst()));
    MarkCheckpoint.restore(point, messages);
  }

  /// The plan in the note that stands for the older part of a long conversation.
  private static String remembered(Message first) {
    return first instanceof Message.User user ? Compaction.todoIn(user).orElse("") : "";
  }
}
