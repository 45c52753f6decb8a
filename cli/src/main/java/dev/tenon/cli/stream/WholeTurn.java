package dev.tenon.cli.stream;

import dev.tenon.core.agent.Conversation;
import dev.tenon.core.agent.Outcome;
import dev.tenon.core.exec.background.Background;
import dev.tenon.core.exec.background.Job;
import dev.tenon.core.helper.HelperTree;
import dev.tenon.core.model.Message;
import dev.tenon.engine.ProjectConversation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One prompt of a program to its very end. Helpers belong to the turn that called them: it ends
/// when they have given back and the model has heard of it, since such a program has no turns that
/// begin by themselves. Who stops it stops them.
public final class WholeTurn {
  private static final Duration LOOKING = Duration.ofSeconds(1);

  private final ProjectConversation conversation;
  private final Conversation live;

  public WholeTurn(ProjectConversation conversation) {
    this.conversation = conversation;
    this.live = conversation.conversation();
  }

  /// Answers how the last part of it ended.
  public Outcome run(Message.User prompt) throws InterruptedException {
    try {
      return whole(live.prompt(prompt));
    } catch (InterruptedException stopped) {
      throw stoppedHelpers(stopped);
    }
  }

  /// The same with what was queued and came too late for the turn before. Answers nothing when none
  /// of it waits.
  public Optional<Outcome> runQueued() throws InterruptedException {
    try {
      Optional<Outcome> first = live.promptWithQueued();
      return first.isEmpty() ? first : Optional.of(whole(first.get()));
    } catch (InterruptedException stopped) {
      throw stoppedHelpers(stopped);
    }
  }

  private InterruptedException stoppedHelpers(InterruptedException stopped) {
    conversation.helpers().ifPresent(HelperTree::stopAll);
    return stopped;
  }

  /// Goes on while somebody has something to say: the person, who is heard first, or helpers.
  private Outcome whole(Outcome first) throws InterruptedException {
    Outcome outcome = first;
    int unasked = conversation.project().settings().jobs().unaskedTurns();
    while (outcome.ending() == Outcome.Ending.COMPLETED) {
      if (unasked > 0) {
        awaitHelpers();
      }
      Optional<Outcome> more = live.promptWithQueued();
      if (more.isEmpty() && unasked > 0) {
        unasked--;
        more = live.promptWithNews();
      }
      if (more.isEmpty()) {
        return outcome;
      }
      outcome = more.get();
    }
    if (outcome.ending() == Outcome.Ending.ABORTED) {
      throw new InterruptedException();
    }
    return outcome;
  }

  private void awaitHelpers() throws InterruptedException {
    Background background = conversation.background().orElse(null);
    if (background == null) {
      return;
    }
    List<Job> helpers = helpers(background);
    while (!helpers.isEmpty() && !live.hasNews() && !live.hasQueued()) {
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
}
