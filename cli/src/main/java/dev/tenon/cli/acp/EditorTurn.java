package dev.tenon.cli.acp;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.exec.background.Background;
import dev.tenon.core.exec.background.Job;
import dev.tenon.core.helper.HelperTree;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.protocols.acp.AcpAgent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One prompt of an editor to its very end. Helpers belong to the turn that called them: it ends
/// when they have given back and the model has heard of it, since an editor has no turns that begin
/// by themselves. Who cancels it stops them.
final class EditorTurn {
  static final String END = "end_turn";
  private static final Duration LOOKING = Duration.ofSeconds(1);

  private final ProjectConversation conversation;
  private final Conversation live;

  EditorTurn(ProjectConversation conversation) {
    this.conversation = conversation;
    this.live = conversation.conversation();
  }

  /// Answers why it stopped, in the words of the protocol.
  String run(Message.User prompt) throws RpcException, InterruptedException {
    try {
      String reason = reason(live.prompt(prompt));
      int turns = conversation.project().settings().jobs().unaskedTurns();
      for (int turn = 0; turn < turns && reason.equals(END); turn++) {
        awaitHelpers();
        Optional<Outcome> more = live.promptWithNews();
        if (more.isEmpty()) {
          return reason;
        }
        reason = reason(more.get());
      }
      return reason;
    } catch (InterruptedException stopped) {
      conversation.helpers().ifPresent(HelperTree::stopAll);
      throw stopped;
    }
  }

  private void awaitHelpers() throws InterruptedException {
    Background background = conversation.background().orElse(null);
    if (background == null) {
      return;
    }
    List<Job> helpers = helpers(background);
    while (!helpers.isEmpty() && !live.hasNews()) {
      background.jobs().awaitAny(helpers, LOOKING);
      helpers = helpers(background);
    }
  }

  private static List<Job> helpers(Background background) {
    var helpers = new ArrayList<Job>();
    for (Job job : background.jobs().running()) {
      if (background.jobs().snapshot(job).type() == Job.Type.TASK) {
        helpers.add(job);
      }
    }
    return helpers;
  }

  private static String reason(Outcome outcome) throws RpcException, InterruptedException {
    return switch (outcome.ending()) {
      case COMPLETED -> END;
      case OUTPUT_LIMIT -> "max_tokens";
      case STEP_LIMIT, BUDGET -> "max_turn_requests";
      case ABORTED -> throw new InterruptedException();
      case REFUSED ->
          throw new RpcException(
              RpcException.INVALID_REQUEST, outcome.problemText().orElse("a hook refused it"));
      case FAILED -> {
        String problem = outcome.problemText().orElse("the model failed");
        if (outcome.failure() == ModelException.Kind.REFUSAL) {
          yield "refusal";
        }
        throw new RpcException(
            outcome.failure() == ModelException.Kind.AUTHENTICATION
                ? AcpAgent.AUTH_REQUIRED
                : RpcException.INTERNAL_ERROR,
            problem);
      }
    };
  }
}
