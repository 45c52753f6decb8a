package dev.tenon.engine.model;

import dev.tenon.core.http.Transport;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Probe;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Providers;
import dev.tenon.providers.Resolution;
import java.util.Optional;

/// Which model to use when nobody chose one: the default if its key is there, else the first model
/// of a provider whose key is there, else what a local Ollama has. If there is nothing at all, a
/// page tells what to do.
final class DefaultModel {
  private final ModelOpener opener;
  private final String preferred;

  DefaultModel(ModelOpener opener, String preferred) {
    this.opener = opener;
    this.preferred = preferred;
  }

  String choose() throws SetupException, InterruptedException {
    if (opener.resolve(preferred) instanceof Resolution.Found) {
      return preferred;
    }
    for (Provider provider : opener.providers().all()) {
      if (Providers.keyVariablePresent(provider, opener.environment()).isPresent()) {
        Optional<String> model = firstOf(provider);
        if (model.isPresent()) {
          return model.get();
        }
      }
    }
    Optional<String> local = ollama();
    if (local.isPresent()) {
      return local.get();
    }
    throw SetupException.failure(page());
  }

  private Optional<String> firstOf(Provider provider) throws SetupException {
    return opener.catalog().list().stream()
        .map(ModelInfo::name)
        .filter(name -> name.startsWith(provider.name() + "/"))
        .findFirst();
  }

  private Optional<String> ollama() throws SetupException, InterruptedException {
    Provider provider = opener.providers().find("ollama").orElseThrow();
    try (Transport hasty = opener.hastyTransport()) {
      return switch (Providers.probe(Providers.endpoint(provider, opener.environment()), hasty)) {
        case Probe.Answers answers ->
            answers.models().stream().findFirst().map(name -> "ollama/" + name);
        case Probe.Fails ignored -> Optional.empty();
      };
    } catch (IllegalArgumentException unusable) {
      throw SetupException.usage(String.valueOf(unusable.getMessage()));
    }
  }

  private String page() {
    return """
    no model can be reached yet. Choose one of these:

      1. A key: 'tenon login' asks for it, tries it and keeps it for you alone,
         or set it in the environment and start again:
           export ANTHROPIC_API_KEY=…      (default model: %s)
           export OPENAI_API_KEY=…
           export GEMINI_API_KEY=…
         'tenon doctor' lists the variables of all providers.

      2. A local model, without any key: start Ollama and pull a model,
           ollama pull qwen3-coder
         or name a server of yours: tenon --model lmstudio/NAME

      3. Just look: 'tenon demo' shows a whole session without key or network.
    """
        .formatted(preferred)
        .stripTrailing();
  }
}
