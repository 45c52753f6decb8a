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
  private final AtomicReference<@Nullable Open> pending = new AtomicReference<>();

  /// A question that waits for its answer.
  private record Open(Question question, CompletableFuture<Answer> answer) {}

  LiveApprover(LivePage page, ApprovalText text) {
    this.page = page;
    this.text = text;
  }

  @Override
  public Answer ask(Question question) throws InterruptedException {
    var answer = new CompletableFuture<Answer>();
    text.show(question);
    pending.set(new Open(question, answer));
    page.question(text.choices(question));
    try {
      Answer said = answer.get();
      text.answered(question, said);
      return said;
    } catch (InterruptedException stopped) {
      text.answered(question, Answer.NO);
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
    Open open = pending.get();
    if (open == null) {
      return false;
    }
    Optional<Answer> said = ApprovalText.answer(typed, open.question());
    return said.isPresent() && open.answer().complete(said.get());
  }

  @Override
  public void told(String note) {
    text.told(note);
  }
}
