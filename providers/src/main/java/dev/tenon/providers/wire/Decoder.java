package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;

/// Reads the frames of one attempt and tells an [Output] what they mean. Used by one thread.
abstract class Decoder {
  final Output output;
  Progress progress = Progress.OPEN;
  StopReason reason = StopReason.STOP;
  Usage usage = Usage.NONE;

  Decoder(Output output) {
    this.output = output;
  }

  abstract void accept(Json.Obj frame) throws ModelException;

  final Progress progress() {
    return progress;
  }

  /// Why the message ended; asked once it has.
  final StopReason reason() {
    return reason;
  }

  final Usage usage() {
    return usage;
  }

  /// How far a stream has come.
  enum Progress {
    /// The message goes on: an end here is a cut.
    OPEN,
    /// The message is whole, though more frames (usage) may follow.
    WHOLE,
    /// The last frame was read.
    ENDED
  }
}
