package dev.tenon.engine;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.change.Editing;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Enforcement;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.permission.ModePolicy;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.permission.ProtectedPaths;
import dev.tenon.core.permission.RuleBook;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.tools.BuiltinTools;
import dev.tenon.tools.EditDialect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Work whose edits a person decides about hunk by hunk, such as a job of a server: its own files
/// and buffers, and commands only where somebody allows them.
///
/// @param tools the caller's own; they replace others of the same name
/// @param policy what the work may do at all; the person's rules come on top
/// @param steps requests to the model in one prompt
/// @param commands null where nothing runs
/// @param delegating null where there are no helpers
/// @param instruction what the person said; it may call a command from a file or a skill
public record ReviewedWork(
    Workspace workspace,
    Editing editing,
    List<Tool<?>> tools,
    Policy policy,
    int steps,
    @Nullable Commands commands,
    @Nullable Delegating delegating,
    String instruction) {
  public ReviewedWork {
    tools = List.copyOf(tools);
  }

  /// What decides about commands.
  ///
  /// @param ruled what the mode and the person's rules say
  /// @param approver is asked what they want asked
  public record Commands(Policy ruled, Approver approver) {}

  /// What helpers of the work need.
  ///
  /// @param session whose helpers they are, and which can resume them
  /// @param conversation that calls them; asked for when it does
  /// @param commands of the folder, for agents that may do less than the work
  /// @param mode what they may do at most
  /// @param counted puts the bounds of the work around a tool
  /// @param approver is asked whether there may be many of them
  /// @param problems told what is wrong with agents and their sessions
  public record Delegating(
      String session,
      Supplier<Conversation> conversation,
      ReviewedCommands commands,
      Mode mode,
      UnaryOperator<Tool<?>> counted,
      Approver approver,
      Consumer<String> problems) {}

  /// Without commands only the number of helpers is asked about.
  Approver approver() {
    if (commands != null) {
      return commands.approver;
    }
    Approver many = delegating == null ? Approver.nobody() : delegating.approver;
    return question ->
        question.items().stream().allMatch(item -> item.access() instanceof Access.Delegate)
            ? many.ask(question)
            : Approver.Answer.ABSENT;
  }

  /// The caller's tools and those that edit.
  List<Tool<?>> toolsWith(EditDialect dialect) {
    var all = new ArrayList<Tool<?>>(tools);
    for (Tool<?> tool : BuiltinTools.staging(dialect)) {
      if (tools.stream().noneMatch(own -> own.name().equals(tool.name()))) {
        all.add(tool);
      }
    }
    return all;
  }

  /// @param state Tenon's own folder
  Policy policyWithin(Rules rules, Path state) {
    return new Within(policy, commands == null ? ruled(rules, state) : commands.ruled);
  }

  /// What the work may do: no more than its own policy says, and nothing that a rule denies. A
  /// write that a rule would ask about is staged, because a person decides about every hunk anyway;
  /// a read that it would ask about is refused where there is nobody to ask.
  ///
  /// @param own what such work may do at all
  /// @param ruled what the person's rules say
  record Within(Policy own, Policy ruled) implements Policy {

    @Override
    public Decision decide(String tool) {
      return ruled.decide(tool);
    }

    @Override
    public Optional<String> allowed(
        String tool, Access access, Decision.Ask ask, Approver.Answer answer) {
      return ruled.allowed(tool, access, ask, answer);
    }

    @Override
    public Decision decide(String tool, Access access) {
      Decision first = own.decide(tool, access);
      if (!(first instanceof Decision.Allow)) {
        return first;
      }
      Decision second = ruled.decide(tool, access);
      return second instanceof Decision.Ask && access instanceof Access.Write ? first : second;
    }
  }

  private Policy ruled(Rules rules, Path state) {
    return new ModePolicy(
        Mode.EDIT,
        new RuleBook(rules, null),
        ProtectedPaths.of(workspace.sandbox(), HomeFolders.home(), state),
        new Enforcement.None("jobs run no commands"));
  }
}
