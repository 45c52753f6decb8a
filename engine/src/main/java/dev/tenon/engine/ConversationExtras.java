package dev.tenon.engine;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.agent.Compactor;
import dev.tenon.core.agent.PromptReader;
import dev.tenon.core.model.Message;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.session.compaction.Compaction;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.core.tool.Asker;
import dev.tenon.core.tool.CallHooks;
import dev.tenon.core.tool.ReturnPoint;
import dev.tenon.core.tool.TakenTools;
import dev.tenon.core.tool.Tool;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.discovery.FileRules;
import dev.tenon.engine.discovery.GivenRules;
import dev.tenon.engine.skill.SkillLoader;
import dev.tenon.tools.BuiltinTools;
import dev.tenon.tools.MarkReturnPoint;
import dev.tenon.tools.RecallHistory;
import dev.tenon.tools.todo.TodoList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a conversation has beside the tools for files and commands: its plan, its return point, its
/// stream rules, what it took from the shelf. They live as long as the conversation, and come back
/// with it. Hears the events of the conversation.
public final class ConversationExtras implements Consumer<AgentEvent> {
  private final Settings.Dialog settings;
  private final TodoList todo = new TodoList();
  private final ReturnPoint point = new ReturnPoint();
  private final TakenTools taken = new TakenTools();
  private final @Nullable StreamRules rules;
  private final @Nullable SkillLibrary skills;
  private final @Nullable GivenRules given;
  private volatile @Nullable Tool<?> substitute;
  private volatile boolean compactsUnasked = true;

  ConversationExtras(
      Settings.Dialog settings,
      @Nullable StreamRules rules,
      @Nullable SkillLibrary skills,
      FileRules files) {
    this.settings = settings;
    this.rules = rules;
    this.skills = skills;
    this.given = files.isEmpty() ? null : files.begin();
  }

  static ConversationExtras of(Project project, @Nullable StreamRules rules) {
    return new ConversationExtras(
        project.settings().dialog(), rules, library(project), project.instructions().rules());
  }

  /// The same hooks, and the project's instructions about files with results.
  CallHooks instructing(CallHooks hooks) {
    return given == null ? hooks : given.around(hooks);
  }

  /// The same reader, and the project's instructions about files with prompts.
  PromptReader instructing(PromptReader reader) {
    return given == null ? reader : given.around(reader);
  }

  /// What can be loaded, and what was; empty where there are no skills.
  public Optional<SkillLibrary> skills() {
    return Optional.ofNullable(skills);
  }

  /// The plan that the model keeps and the person may change.
  public TodoList todo() {
    return todo;
  }

  /// What the model took from the shelf, whatever the set-up.
  TakenTools taken() {
    return taken;
  }

  /// A history that lost its beginning begins another cache anyway: from here on the model has the
  /// tool that looks up what it lost.
  @Override
  public void accept(AgentEvent event) {
    if (event instanceof AgentEvent.HistoryCompacted
        || event instanceof AgentEvent.HistoryTrimmed) {
      taken.take(RecallHistory.NAME, "");
      if (given != null) {
        given.forget();
      }
    }
    if (event instanceof AgentEvent.HistoryTrimmed && skills != null) {
      // What was dropped may be the text of a skill: it can be loaded again.
      skills.resumed(List.of());
    }
  }

  /// Watch what the model says; null for none.
  @Nullable StreamRules rules() {
    return rules;
  }

  /// Whether the history is shortened when it comes near to the window; a person can always ask.
  public void compactUnasked(boolean wanted) {
    compactsUnasked = wanted;
  }

  public boolean compactsUnasked() {
    return compactsUnasked;
  }

  /// The compactor that minds that.
  Compactor heeding(Compactor compactor) {
    return (occasion, situation, start) ->
        compactsUnasked || occasion instanceof Compactor.Occasion.Asked
            ? compactor.compact(occasion, situation, start)
            : Optional.empty();
  }

  /// Lets a tool take the place of the built-in one of its name; before the conversation starts.
  public void substitute(Tool<?> tool) {
    substitute = tool;
  }

  /// Puts the tool that takes the place of another one there.
  void exchange(List<Tool<?>> tools) {
    Tool<?> other = substitute;
    if (other != null) {
      tools.replaceAll(tool -> tool.name().equals(other.name()) ? other : tool);
    }
  }

  /// The tools of a conversation with a person.
  List<Tool<?>> tools(Asker asker) {
    var tools = new ArrayList<Tool<?>>(BuiltinTools.talking(todo, asker));
    if (settings.checkpoint()) {
      tools.addAll(BuiltinTools.returning(point));
    }
    return tools;
  }

  /// Where `checkpoint` and `rewind` meet the loop; null without them.
  @Nullable ReturnPoint returnPoint() {
    return settings.checkpoint() ? point : null;
  }

  /// The conversation goes on from other messages: another session, another branch, or none.
  void resumed(List<Message> messages) {
    todo.restore(messages, messages.isEmpty() ? "" : remembered(messages.getFirst()));
    MarkReturnPoint.restore(point, messages);
    if (skills != null) {
      skills.resumed(messages);
    }
  }

  /// The plan in the note that stands for the older part of a long conversation.
  private static String remembered(Message first) {
    return first instanceof Message.User user ? Compaction.todoIn(user).orElse("") : "";
  }

  /// The skills that a conversation of the project has; null for none.
  static @Nullable SkillLibrary library(Project project) {
    SkillLoader skills = project.skills().orElse(null);
    SkillLibrary library = skills == null ? null : skills.load();
    return library == null || library.isEmpty() ? null : library;
  }
}
