package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.StopReason;
import dev.tenon.core.model.Usage;

/// Reads the frames of one attempt and tells an [Output] what they mean. Used by one thread.
interface Decoder {

  void accept(Json.Obj frame) throws ModelException;

  Progress progress();

  /// Why the message ended; asked once it has.
  StopReason reason();

  Usage usage();

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
