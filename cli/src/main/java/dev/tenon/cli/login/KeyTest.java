package dev.tenon.cli.login;

import dev.tenon.core.http.Transport;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.providers.Probe;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Providers;
import dev.tenon.providers.wire.Endpoint;
import dev.tenon.providers.wire.SecretMask;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds out whether a key works, with real requests, and says what is wrong in words that tell the
/// way out. No message holds the key, whatever the server answers.
final class KeyTest {
  /// Enough for a word, and not less than any provider wants.
  private static final int FEW_TOKENS = 64;

  /// What every message about a wrong key says.
  static final String REFUSED = " does not accept this key";

  private final ModelOpener models;
  private final Provider provider;
  private final String key;
  private final Duration soon;

  /// @param key may be empty, where none is needed
  /// @param soon how long an answer may take to come
  KeyTest(ModelOpener models, Provider provider, String key, Duration soon) {
    this.models = models;
    this.provider = provider;
    this.key = key;
    this.soon = soon;
  }

  /// What came of a try.
  sealed interface Verdict {
    /// @param models what the provider offers; empty if it keeps no list
    record Good(List<String> models) implements Verdict {
      public Good {
        models = List.copyOf(models);
      }
    }

    /// @param words what is wrong, for people
    record Bad(Reason reason, String words) implements Verdict {}
  }

  /// What is wrong, as far as it matters for what to do next.
  enum Reason {
    WRONG_KEY,
    /// The key is right, and nobody pays.
    NO_CREDIT,
    /// The model is not there or may not be used with this key.
    WRONG_MODEL,
    WRONG_ADDRESS,
    /// It may be right; this was not the time to find out.
    UNKNOWN
  }

  /// The list of models, which costs nothing. Some providers show it to everybody, so that a key is
  /// known to be right only after [#ask].
  Verdict list() throws InterruptedException {
    try (Transport hasty = models.hastyTransport(models.trust(), soon)) {
      return switch (Providers.probe(endpoint(), hasty)) {
        case Probe.Answers answers -> new Verdict.Good(answers.models());
        case Probe.Fails fails -> bad(fails.failure());
      };
    } catch (IllegalArgumentException unusable) {
      return new Verdict.Bad(Reason.WRONG_ADDRESS, masked(String.valueOf(unusable.getMessage())));
    }
  }

  /// One word of a model, which costs next to nothing.
  Verdict ask(String modelId) throws InterruptedException {
    // A model on the own machine is loaded first.
    Duration patience =
        soon.multipliedBy(provider.keyNeed() == Provider.KeyNeed.OPTIONAL ? 20 : 10);
    try (Transport hasty = models.hastyTransport(models.trust(), patience)) {
      var request =
          new Request(
              "", List.of(Message.User.of("Say OK.")), List.of(), FEW_TOKENS, Effort.DEFAULT);
      Providers.open(endpoint(), modelId, hasty).stream(request, event -> {});
      return new Verdict.Good(List.of());
    } catch (ModelException failure) {
      return bad(failure);
    } catch (IllegalArgumentException unusable) {
      return new Verdict.Bad(Reason.WRONG_ADDRESS, masked(String.valueOf(unusable.getMessage())));
    }
  }

  /// The provider with this key and no other.
  private Endpoint endpoint() {
    Map<String, String> environment = new HashMap<>(models.environment());
    provider.keys().forEach(variable -> environment.remove(variable.name()));
    if (!key.isEmpty()) {
      environment.put(provider.keys().getFirst().name(), key);
    }
    return Providers.endpoint(provider, environment);
  }

  private Verdict bad(ModelException failure) {
    String name = provider.name();
    String why = masked(String.valueOf(failure.getMessage()));
    return switch (failure.kind()) {
      case AUTHENTICATION -> new Verdict.Bad(Reason.WRONG_KEY, refused(why));
      case QUOTA ->
          new Verdict.Bad(
              Reason.NO_CREDIT,
              "The key is right, but there is no credit left for it; top up the account: " + why);
      case RATE_LIMIT, OVERLOADED, SERVER ->
          new Verdict.Bad(Reason.UNKNOWN, name + " has no time to try the key now: " + why);
      case NETWORK, STREAM_CUT_EARLY, STREAM_CUT_LATE ->
          new Verdict.Bad(
              Reason.UNKNOWN, name + " cannot be reached; check the connection: " + why);
      case UNREACHABLE ->
          new Verdict.Bad(Reason.WRONG_ADDRESS, name + " cannot be reached there: " + why);
      case UNKNOWN_MODEL -> new Verdict.Bad(Reason.WRONG_MODEL, why);
      case INVALID_REQUEST ->
          why.contains("base URL") ? stranger(why) : new Verdict.Bad(Reason.UNKNOWN, why);
      case MALFORMED -> stranger(why);
      case CONTEXT_OVERFLOW, REFUSAL, BUDGET -> new Verdict.Bad(Reason.UNKNOWN, why);
    };
  }

  private Verdict stranger(String why) {
    return new Verdict.Bad(
        Reason.WRONG_ADDRESS,
        "What answers there does not speak as "
            + provider.name()
            + " should; is it the right address? "
            + why);
  }

  /// The key was typed a moment ago and comes from no variable yet.
  private String refused(String why) {
    String said = why;
    for (Provider.KeyVariable variable : provider.keys()) {
      said = said.replace("the key from " + variable.name(), "this key");
    }
    String expected = provider.name() + (key.isEmpty() ? " wants a key" : REFUSED);
    return said.startsWith(expected) ? said : expected + ": " + said;
  }

  private String masked(String text) {
    String clean = new SecretMask(List.of(key)).clean(text);
    return clean.isEmpty() || ".?!".indexOf(clean.charAt(clean.length() - 1)) >= 0
        ? clean
        : clean + ".";
  }
}
