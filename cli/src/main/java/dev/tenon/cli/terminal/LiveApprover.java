package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.render.LivePage;
import dev.tenon.core.permission.Approver;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Asks with single keys. The question is put by the thread of the prompt and answered by the
/// thread that reads the keyboard; stopping the prompt withdraws it, which means no.
final class LiveApprover implements Approver {
  private final LivePage page;
  private final ApprovalText text;
  private final AtomicReference<@Nullable CompletableFuture<Answer>> pending =
      new AtomicReference<>();

  LiveApprover(LivePage page, ApprovalText text) {
    this.page = page;
    this.text = text;
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    var answer = new CompletableFuture<Answer>();
    text.show(question);
    pending.set(answer);
    page.question(text.choices());
    try {
      Answer said = answer.get();
      text.answered(question.tool(), said);
      return said;
    } catch (InterruptedException stopped) {
      text.answered(question.tool(), Answer.NO);
      throw stopped;
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } finally {
      pending.set(null);
      page.question("");
    }
  }

  /// Whether a question waits for a key.
  boolean waiting() {
    return pending.get() != null;
  }

  /// Takes what was typed as the answer to the open question. Answers whether it was one.
  boolean answer(String typed) {
    CompletableFuture<Answer> open = pending.get();
    Optional<Answer> said = ApprovalText.answer(typed);
    return open != null && said.isPresent() && open.complete(said.get());
  }
}
