package dev.tenon.providers.script;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelEvent;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Writes every exchange with a model to a folder, as `0001.json`, `0002.json` and so on, for
/// [ReplayingModel]. It stands outside of all retries, so that one file is one turn as the loop saw
/// it.
///
/// A file appears when it is complete. Numbers go on after what the folder already holds, also with
/// several programs at work in it. A recording that cannot be written is told to `warnings` and
/// never costs the answer. Requests hold no keys, so none can get into a file; what tools have read
/// is in it, and therefore only the owner may read the files.
public final class RecordingModel implements Model {
  private final Model inner;
  private final Path folder;
  private final Consumer<String> warnings;
  private final LongSupplier nanoTime;
  private final AtomicInteger next;

  RecordingModel(Model inner, Path folder, Consumer<String> warnings, LongSupplier nanoTime)
      throws IOException {
    this.inner = inner;
    this.folder = Files.createDirectories(folder);
    this.warnings = warnings;
    this.nanoTime = nanoTime;
    this.next = new AtomicInteger(RecordedFile.last(folder) + 1);
  }

  /// Records `inner` in this folder, which is made when it is missing.
  public static RecordingModel of(Model inner, Path folder, Consumer<String> warnings)
      throws IOException {
    return new RecordingModel(inner, folder, warnings, System::nanoTime);
  }

  @Override
  public Message.Assistant stream(Request request, Consumer<ModelEvent> sink)
      throws ModelException, InterruptedException {
    int number = next.getAndIncrement();
    long begun = nanoTime.getAsLong();
    var events = new ArrayList<Exchange.Timed>();
    Consumer<ModelEvent> tape =
        event -> {
          events.add(new Exchange.Timed((nanoTime.getAsLong() - begun) / 1_000_000, event));
          sink.accept(event);
        };
    try {
      Message.Assistant message = inner.stream(request, tape);
      write(number, request, events, new Exchange.Outcome.Answered(message));
      return message;
    } catch (ModelException failure) {
      write(number, request, events, new Exchange.Outcome.Failed(failure));
      throw failure;
    } catch (InterruptedException cancelled) {
      write(number, request, events, new Exchange.Outcome.Cancelled());
      throw cancelled;
    }
  }

  private void write(
      int number, Request request, List<Exchange.Timed> events, Exchange.Outcome outcome) {
    try {
      byte[] bytes = new Exchange(request, events, outcome).text().getBytes(StandardCharsets.UTF_8);
      int free = number;
      while (!write(free, bytes)) {
        free = next.getAndIncrement();
      }
    } catch (IOException full) {
      warnings.accept("could not record this exchange in " + folder + ": " + full.getMessage());
    }
  }

  /// Writes the file of this number unless somebody has it already.
  private boolean write(int number, byte[] bytes) throws IOException {
    Path file = folder.resolve(RecordedFile.name(number));
    Path part = folder.resolve(RecordedFile.name(number) + ".part");
    try {
      Files.createFile(part, ownerOnly());
    } catch (FileAlreadyExistsException taken) {
      return false;
    }
    try {
      // Checked with the .part in hand: whoever wants this number needs that file first.
      if (Files.exists(file)) {
        return false;
      }
      // Not a channel: an interrupt that arrives now must not close the file half written.
      try (OutputStream out = new FileOutputStream(part.toFile())) {
        out.write(bytes);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private FileAttribute<?>[] ownerOnly() {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
