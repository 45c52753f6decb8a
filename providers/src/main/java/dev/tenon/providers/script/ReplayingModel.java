package dev.tenon.providers.script;

import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// Answers requests from a folder that [RecordingModel] has written, in order and without waiting.
/// A request that differs from the recorded one, or one more than was recorded, fails as
/// `INVALID_REQUEST` and says how; nothing is made up.
///
/// Safe for several threads; the order of arrival decides who gets which recording.
public final class ReplayingModel implements Model {

  /// How like its recording a request has to be.
  public enum Match {
    /// Equal in everything that the model sees; only the order of JSON members and the counted
    /// tokens of earlier answers do not matter.
    EXACT,
    /// The same kinds of messages in the same order, with calls and results of the same tools.
    LENIENT
  }

  private final Path folder;
  private final List<RecordedFile> files;
  private final Match match;
  private final AtomicInteger asked = new AtomicInteger();

  private ReplayingModel(Path folder, List<RecordedFile> files, Match match) {
    this.folder = folder;
    this.files = files;
    this.match = match;
  }

  public static ReplayingModel of(Path folder, Match match) throws IOException {
    List<RecordedFile> files;
    try {
      files = RecordedFile.in(folder);
    } catch (NoSuchFileException | NotDirectoryException missing) {
      throw new IOException("cannot replay " + folder + ": there is no such folder", missing);
    }
    if (files.isEmpty()) {
      throw new IOException(
          "cannot replay " + folder + ": it holds no recording (0001.json and so on)");
    }
    return new ReplayingModel(folder, files, match);
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    int index = asked.getAndIncrement();
    Exchange exchange;
    try {
      exchange = fitting(index, request);
    } catch (ModelException unfit) {
      sink.accept(new ModelEvent.Started("replay/" + folder.getFileName()));
      sink.accept(new ModelEvent.Failed(unfit));
      throw unfit;
    }
    ModelException told = null;
    for (Exchange.Timed timed : exchange.events()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      sink.accept(timed.event());
      told = timed.event() instanceof ModelEvent.Failed failed ? failed.failure() : told;
    }
    switch (exchange.outcome()) {
      case Exchange.Outcome.Answered answered -> {
        return answered.message();
      }
      case Exchange.Outcome.Failed failed -> throw told == null ? failed.failure() : told;
      case Exchange.Outcome.Cancelled ignored -> {
        ModelException cancelled =
            unfit(files.get(index).path() + " was cancelled while it was recorded and ends here");
        sink.accept(new ModelEvent.Failed(cancelled));
        throw cancelled;
      }
    }
  }

  /// How many recordings nobody has asked for yet.
  public int remaining() {
    return Math.max(0, files.size() - asked.get());
  }

  private Exchange fitting(int index, Request request) throws ModelException {
    if (index >= files.size()) {
      throw unfit(
          "the recording "
              + folder
              + " is exhausted: it holds "
              + files.size()
              + " exchange(s), and this is request "
              + (index + 1));
    }
    Path file = files.get(index).path();
    Exchange exchange;
    try {
      exchange = Exchange.parse(Files.readString(file));
    } catch (IOException unreadable) {
      throw unfit("cannot read the recording " + file + ": " + unreadable.getMessage());
    } catch (JsonException broken) {
      throw unfit("the recording " + file + " is broken: " + broken.getMessage());
    }
    List<String> differences =
        switch (match) {
          case EXACT -> RequestDifference.exact(exchange.request(), request);
          case LENIENT -> RequestDifference.lenient(exchange.request(), request);
        };
    if (!differences.isEmpty()) {
      throw unfit(
          "request "
              + (index + 1)
              + " differs from the recorded one in "
              + file
              + ":\n  "
              + String.join("\n  ", differences));
    }
    return exchange;
  }

  private static ModelException unfit(String message) {
    return new ModelException(ModelException.Kind.INVALID_REQUEST, message);
  }
}
