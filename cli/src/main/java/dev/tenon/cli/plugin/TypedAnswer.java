package dev.tenon.cli.plugin;

import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.problem.SetupException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// What a person types in answer to a question on the command line.
final class TypedAnswer {
  private TypedAnswer() {}

  /// Reads a line. Anything but a yes is a no.
  static boolean isYes(InputStream in) throws SetupException {
    var line = new ByteArrayOutputStream();
    try {
      for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
        line.write(b);
      }
    } catch (IOException gone) {
      throw SetupException.failure("the terminal cannot be read: " + IoFailure.named(gone));
    }
    return line.toString(StandardCharsets.UTF_8).strip().toLowerCase(Locale.ROOT).matches("y|yes");
  }
}
