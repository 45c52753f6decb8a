package dev.tenon.cli.login;

import dev.tenon.core.http.Loopback;
import dev.tenon.core.http.Transport;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Probe;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Providers;
import dev.tenon.providers.wire.Endpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What is offered at the first start: what is there already, then those who want a key, then other
/// servers, then the demo.
final class Offers {
  /// How long a server on this machine may take to be found. Half of it is for the connection.
  private static final Duration AT_ONCE = Duration.ofMillis(50);

  private static final Map<String, String> WORDS =
      Map.of(
          "anthropic", "Claude",
          "openai", "GPT",
          "google", "Gemini",
          "openrouter", "many models with one key",
          "groq", "open models, fast",
          "mistral", "Mistral and Devstral",
          "xai", "Grok",
          "deepseek", "DeepSeek",
          "together", "open models");

  private final ModelOpener models;

  Offers(ModelOpener models) {
    this.models = models;
  }

  List<Offer> list() throws SetupException, InterruptedException {
    var offers = new ArrayList<Offer>();
    var keyed = new ArrayList<Offer>();
    var local = new ArrayList<Offer.Local>();
    Set<String> variables = new HashSet<>();
    for (Provider provider : models.providers().all()) {
      if (provider.baseUrl().isEmpty() || provider.keys().isEmpty()) {
        continue;
      }
      if (provider.keyNeed() == Provider.KeyNeed.OPTIONAL) {
        int there = provider.name().equals("ollama") ? running(provider) : 0;
        if (there > 0) {
          String count = there + (there == 1 ? " model" : " models");
          offers.add(
              new Offer.Local(
                  provider, provider.name() + " on this machine: " + count + ", no key"));
        } else {
          local.add(new Offer.Local(provider, named(provider, provider.baseUrl())));
        }
      } else if (variables.add(provider.keys().getFirst().name())) {
        // The same account under another name would only be confusing.
        keyed.add(
            new Offer.Keyed(
                provider, named(provider, WORDS.getOrDefault(provider.name(), "with a key"))));
      }
    }
    offers.addAll(keyed);
    if (!local.isEmpty()) {
      offers.add(new Offer.Machine(local, "a server on this machine (Ollama, LM Studio, ...)"));
    }
    offers.add(new Offer.Address("a server at any address that speaks as OpenAI's do"));
    offers.add(new Offer.Skip("skip: show me the demo"));
    return offers;
  }

  private static String named(Provider provider, String words) {
    return String.format("%-12s %s", provider.name(), words);
  }

  /// How many models a server has that answers at once on this machine; 0 if none does.
  private int running(Provider provider) throws InterruptedException {
    try {
      Endpoint endpoint = Providers.endpoint(provider, models.environment());
      if (!Loopback.is(endpoint.host())) {
        return 0;
      }
      try (Transport hasty = models.hastyTransport(models.trust(), AT_ONCE)) {
        return Providers.probe(endpoint, hasty) instanceof Probe.Answers answers
            ? answers.models().size()
            : 0;
      }
    } catch (IllegalArgumentException unusable) {
      // Its address cannot be used; whoever chooses it is told.
      return 0;
    }
  }
}
