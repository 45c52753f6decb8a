package dev.tenon.engine.content;

import dev.tenon.engine.config.Consent.Decision;
import java.io.IOException;
import java.util.Optional;

/// Content of a project that a person is asked about.
public interface Questioned {

  /// What it is and does, in lines, if somebody has to decide about it.
  Optional<String> question();

  /// Remembers the answer to [#question].
  void decide(Decision decision) throws IOException;
}
