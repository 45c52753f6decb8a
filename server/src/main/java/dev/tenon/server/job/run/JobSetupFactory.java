package dev.tenon.server.job.run;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Setup;
import dev.tenon.core.change.Editing;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Usage;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.Policy;
import dev.tenon.core.tool.AddressReader;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.engine.check.ReviewChecks;
import dev.tenon.server.job.record.AgentMode;
import dev.tenon.server.job.record.CommandUse;
import dev.tenon.server.job.record.JobRecord;
import dev.tenon.server.job.record.PlanUse;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Gives the server what it does not know itself: the models, their edit tools and system prompts,
/// and what must not be told.
public interface JobSetupFactory {

  /// Whether there is a model on this side.
  boolean has(AgentMode.Side side);

  /// Puts together what a conversation works with: the model of that side, its edit tools beside
  /// the given ones, and the system prompt.
  Assembled assemble(Bench bench) throws WorkbenchException;

  /// The text without keys, tokens and whatever else must not be told.
  default String withoutSecrets(String text) {
    return text;
  }

  /// Checks of a project before its hunks are accepted; empty where no command can be run.
  default Optional<ReviewChecks> checks(Workspace workspace) {
    return Optional.empty();
  }

  /// Someone who listens to the run of a job.
  default JobObserver observer(JobRecord job) {
    return JobObserver.nobody();
  }

  /// The full name of the model on a side, as far as it is known before it is opened.
  default Optional<String> modelName(AgentMode.Side side) {
    return Optional.empty();
  }

  /// The remote models that a session can choose instead of the usual one.
  default List<ModelInfo> models() {
    return List.of();
  }

  /// What usage of a model costs in US dollars, where that is known.
  default OptionalDouble cost(String model, Usage usage) {
    return OptionalDouble.empty();
  }

  /// The tools that run commands in a project; none where no command can be run.
  default List<Tool<?>> commandTools(Workspace workspace, CommandUse use, PlanUse plan) {
    return List.of();
  }

  /// What helpers of a session gave back, by their addresses; null where there are none.
  default @Nullable AddressReader results(Workspace workspace, String session) {
    return null;
  }

  /// @param model the remote model that the session has chosen; empty for the usual one
  /// @param tools the server's own; they replace others of the same name
  /// @param steps requests to the model in one prompt
  /// @param delegating null for a job without helpers
  /// @param instruction what the person said
  record Bench(
      AgentMode.Side side,
      String model,
      Workspace workspace,
      Editing editing,
      List<Tool<?>> tools,
      Policy policy,
      int steps,
      Commands commands,
      @Nullable Delegating delegating,
      String instruction) {
    public Bench {
      tools = List.copyOf(tools);
    }
  }

  /// How far commands of a job go.
  ///
  /// @param plan while a plan comes first they only look
  /// @param session whose answers for longer than once hold
  /// @param approver is asked what the rules want asked
  record Commands(CommandUse use, PlanUse plan, String session, Approver approver) {}

  /// What helpers of a job need.
  ///
  /// @param conversation that calls them; asked for when it does
  /// @param counted puts the job's budget around a tool
  record Delegating(Supplier<Conversation> conversation, UnaryOperator<Tool<?>> counted) {}

  /// @param model the full name of the model
  record Assembled(Setup setup, String model) {}

  /// There is no such model, or it cannot be used. The message is for a person.
  final class WorkbenchException extends Exception {
    private static final long serialVersionUID = 1L;

    public WorkbenchException(String message) {
      super(message);
    }
  }
}
