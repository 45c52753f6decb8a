package dev.tenon.providers;

import dev.tenon.core.model.ModelException;
import java.time.Duration;
import java.util.List;

/// How a provider reacted to a cheap question.
public sealed interface Probe {

  /// It answers and accepts the key. The models are empty if it keeps no list.
  record Answers(List<String> models, Duration time) implements Probe {
    public Answers {
      models = List.copyOf(models);
    }
  }

  /// It does not answer, or not as hoped: the kind and the message say why.
  record Fails(ModelException failure) implements Probe {}
}
