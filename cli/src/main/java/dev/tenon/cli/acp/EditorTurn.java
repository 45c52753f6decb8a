package dev.tenon.cli.acp;

import dev.tenon.cli.stream.WholeTurn;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.json.rpc.RpcException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.protocols.acp.AcpAgent;

/// One prompt of an editor, which ends in the words of its protocol.
final class EditorTurn {
  static final String END = "end_turn";

  private final ProjectConversation conversation;

  EditorTurn(ProjectConversation conversation) {
    this.conversation = conversation;
  }

  /// Answers why it stopped.
  String run(Message.User prompt) throws RpcException, InterruptedException {
    Outcome outcome = new WholeTurn(conversation).run(prompt);
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
