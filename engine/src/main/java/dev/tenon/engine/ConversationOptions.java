package dev.tenon.engine;

import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Model;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.session.ActiveSession;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/// What a conversation is opened with. Immutable.
///
/// @param selection model, mode and effort to begin with
/// @param attendance whether the conversation waits for more
/// @param observing whether usage, log and telemetry are kept as the settings want it
/// @param rules watch what the model says; null for none
/// @param session records it, and is closed with it; null: nothing is written
public record ConversationOptions(
    Selection selection,
    Attendance attendance,
    Observing observing,
    @Nullable StreamRules rules,
    @Nullable ActiveSession session) {

  /// What can be switched in the middle of a conversation, all of it at once.
  public record Selection(ModelOpener.Opened model, Mode mode, Effort effort) {
    public Selection with(ModelOpener.Opened another) {
      return new Selection(another, mode, effort);
    }

    public Selection in(Mode another) {
      return new Selection(model, another, effort);
    }

    public Selection with(Effort another) {
      return new Selection(model, mode, another);
    }
  }

  /// Who is there.
  public enum Attendance {
    /// A person or a program that goes on prompting, so that something can happen in the meantime:
    /// background work and schedules.
    ATTENDED,
    /// Nobody: it is one prompt. It runs on a platform thread: a virtual one that waits for a
    /// socket needs the JVM's poller, and a JVM whose poller runs takes 300 ms longer to exit.
    SINGLE_PROMPT;

    /// Makes the thread of each prompt.
    ThreadFactory threads() {
      return this == ATTENDED
          ? Thread.ofVirtual().name("prompt").factory()
          : Thread.ofPlatform().daemon().name("prompt").factory();
    }
  }

  /// What is kept about a conversation beside its session.
  public enum Observing {
    /// Usage, log and telemetry, as the settings want it.
    AS_CONFIGURED,
    NOTHING
  }

  /// An attended conversation in a mode, with nothing written about it.
  public static ConversationOptions of(ModelOpener.Opened model, Mode mode) {
    return new ConversationOptions(
        new Selection(model, mode, Effort.DEFAULT),
        Attendance.ATTENDED,
        Observing.NOTHING,
        null,
        null);
  }

  /// The same with a model that is no provider's, such as a scripted one.
  public static ConversationOptions of(Model model, Mode mode) {
    return of(ModelOpener.named("embedded/model", model), mode);
  }

  /// For one prompt alone.
  public ConversationOptions once() {
    return new ConversationOptions(selection, Attendance.SINGLE_PROMPT, observing, rules, session);
  }

  public ConversationOptions with(Effort effort) {
    return new ConversationOptions(selection.with(effort), attendance, observing, rules, session);
  }

  /// With usage, log and telemetry as the settings want it.
  public ConversationOptions observed() {
    return new ConversationOptions(selection, attendance, Observing.AS_CONFIGURED, rules, session);
  }

  public ConversationOptions watchedBy(@Nullable StreamRules watching) {
    return new ConversationOptions(selection, attendance, observing, watching, session);
  }

  /// Recorded in a session, whose effort wins if it has one.
  public ConversationOptions recordedIn(ActiveSession kept) {
    return new ConversationOptions(
        selection.with(kept.effort().orElse(selection.effort())),
        attendance,
        observing,
        rules,
        kept);
  }
}
