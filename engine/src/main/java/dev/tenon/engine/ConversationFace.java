package dev.tenon.engine;

import dev.tenon.core.agent.AgentEvent;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.tool.Asker;
import dev.tenon.tools.HandedPictures;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The face that drives a conversation, as the conversation sees it: who hears its events and
/// answers its questions.
///
/// @param events gets all events, one at a time
/// @param approver is asked what the policy leaves to a person
/// @param asker answers the model's questions; null: it cannot ask any
/// @param diagnostics gets lines about what does not work, without disturbing the screen
/// @param handed pictures that a person has handed over; null for none
public record ConversationFace(
    Consumer<AgentEvent> events,
    Approver approver,
    @Nullable Asker asker,
    Consumer<String> diagnostics,
    @Nullable HandedPictures handed) {

  /// A face that is handed no pictures.
  public ConversationFace(
      Consumer<AgentEvent> events,
      Approver approver,
      @Nullable Asker asker,
      Consumer<String> diagnostics) {
    this(events, approver, asker, diagnostics, null);
  }

  /// The same, and somebody else hears all events behind it.
  public ConversationFace alsoHeardBy(Consumer<AgentEvent> further) {
    return new ConversationFace(events.andThen(further), approver, asker, diagnostics, handed);
  }

  /// Someone who only listens: what would be asked is refused.
  public static ConversationFace listening(Consumer<AgentEvent> events) {
    return new ConversationFace(events, Approver.nobody(), null, line -> {});
  }
}
