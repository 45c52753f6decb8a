package dev.tenon.cli.terminal;

import dev.tenon.cli.terminal.device.Attention;
import dev.tenon.cli.terminal.device.Notifications;
import dev.tenon.cli.terminal.dialog.AskTiming;
import dev.tenon.cli.terminal.dialog.Dialogs;
import dev.tenon.cli.terminal.dialog.QuestionDialog;
import dev.tenon.cli.terminal.render.DisplayOptions;
import dev.tenon.cli.terminal.render.LivePage;
import dev.tenon.core.tool.Asker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Puts the model's questions below the text as menus. Stopping the prompt withdraws them; without
/// an answer in time they answer themselves.
final class LiveAsker implements Asker {
  private final Dialogs dialogs;
  private final LivePage page;
  private final DisplayOptions look;
  private final AskTiming timing;
  private final LongSupplier nanos;
  private final Attention attention;

  LiveAsker(
      Dialogs dialogs,
      LivePage page,
      DisplayOptions look,
      AskTiming timing,
      LongSupplier nanos,
      Attention attention) {
    this.attention = attention;
    this.dialogs = dialogs;
    this.page = page;
    this.look = look;
    this.timing = timing;
    this.nanos = nanos;
  }

  @Override
  public Optional<List<Reply>> ask(List<Question> questions) throws InterruptedException {
    if (timing.rings()) {
      page.ring();
      attention.asks(Notifications.Bell.RANG);
    }
    var readAt = new AtomicReference<@Nullable Long>();
    var shown = new AtomicReference<@Nullable QuestionDialog>();
    Supplier<Optional<Duration>> left = () -> left(shown.get(), readAt);
    var dialog = new QuestionDialog(questions, look, left);
    shown.set(dialog);
    boolean answered = dialogs.show(dialog, left);
    // What was answered stands on the card of the call.
    return Optional.of(answered ? dialog.replies() : dialog.timedOut());
  }

  /// How long questions wait: for ever as soon as somebody is there, and while they cannot be seen
  /// or a part of them was not on the screen yet.
  ///
  /// @param readAt since when all of them was
  private Optional<Duration> left(
      @Nullable QuestionDialog dialog, AtomicReference<@Nullable Long> readAt) {
    long patience = timing.patience().toNanos();
    OptionalLong untouched = dialogs.untouchedSince();
    if (dialog == null || dialog.unread()) {
      return Optional.empty();
    }
    readAt.compareAndSet(null, nanos.getAsLong());
    Long read = readAt.get();
    if (patience == 0 || untouched.isEmpty() || read == null) {
      return Optional.empty();
    }
    long from = Math.max(read, untouched.getAsLong());
    return Optional.of(Duration.ofNanos(patience - (nanos.getAsLong() - from)));
  }
}
