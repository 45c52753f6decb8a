package dev.tenon.engine.model;

import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.fetch.Fetch;
import dev.tenon.core.http.tls.Trust;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.core.model.Pricing;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Providers;
import dev.tenon.providers.Resolution;
import dev.tenon.providers.catalog.ModelCatalog;
import dev.tenon.providers.meter.Budget;
import dev.tenon.providers.meter.Meter;
import dev.tenon.providers.resilience.Candidate;
import dev.tenon.providers.resilience.Resilience;
import dev.tenon.providers.resilience.ResilienceSettings;
import dev.tenon.providers.script.RecordingModel;
import dev.tenon.providers.script.ReplayingModel;
import dev.tenon.providers.script.ScriptFile;
import dev.tenon.providers.wire.Endpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Opens models by name: `provider/model`, a known bare name, `scripted:FILE`, `replay:DIR`; with
/// the decorators around them that the settings ask for.
public final class ModelOpener implements AutoCloseable {
  /// The chain of fallbacks that a conversation uses.
  private static final String ROLE = "default";

  private static final String MODEL = "model";
  private static final String FALLBACK = "retry.fallbackChains." + ROLE;

  private static final String SCRIPTED = "scripted:";
  private static final String REPLAY = "replay:";

  private final Map<String, String> variables;
  private final Path folder;
  private volatile Settings settings;
  private volatile Configuration configuration;
  private volatile Map<String, String> environment;
  private volatile @Nullable Providers providers;
  private volatile @Nullable ModelCatalog catalog;
  private @Nullable Transport transport;
  private final Meter meter;

  /// @param folder what relative paths of scripts and recordings start from
  public ModelOpener(Configuration configuration, Map<String, String> environment, Path folder) {
    this.settings = configuration.settings();
    this.configuration = configuration;
    this.variables = environment;
    this.environment = ConfiguredProviders.withKeys(settings, environment);
    this.folder = folder;
    Settings.Budget budget = settings.budget();
    this.meter = new Meter(new Budget(budget.maxCost(), budget.maxTokens()), new CatalogPrices());
  }

  /// Keys, providers and the choice of the model are from now on what a configuration says that was
  /// loaded again. Models that are open stay as they are, and so do connections and limits.
  public void adopt(Configuration changed) {
    settings = changed.settings();
    configuration = changed;
    environment = ConfiguredProviders.withKeys(changed.settings(), variables);
    providers = null;
    catalog = null;
  }

  /// Whether nobody has chosen a model, configured a provider or given a key: somebody who starts
  /// the program for the first time.
  public boolean unconfigured() throws SetupException {
    if (configuration.modelChosen() || !settings.providers().isEmpty()) {
      return false;
    }
    for (Provider provider : providers().all()) {
      if (Providers.keyVariablePresent(provider, environment).isPresent()) {
        return false;
      }
    }
    return !environment.containsKey("OLLAMA_HOST")
        && resolve(settings.model()) instanceof Resolution.MissingKey;
  }

  /// Counts what all models that are opened here use.
  public Meter meter() {
    return meter;
  }

  /// Shows what goes over the wire from now on.
  public void tapWire(Consumer<String> lines) {
    transport().tap(lines);
  }

  /// Tells what is odd about the models' answers from now on.
  public void remarks(Consumer<String> listener) {
    transport().remarks(listener);
  }

  /// What the catalog knows of prices.
  private final class CatalogPrices implements Meter.Prices {
    /// The one that was asked for last: a conversation asks for the same one in every turn.
    private volatile @Nullable ModelInfo last;

    @Override
    public @Nullable Pricing of(String name) {
      ModelInfo known = last;
      if (known != null && known.name().equals(name)) {
        return known.price();
      }
      try {
        ModelInfo described = catalog().describe(name);
        last = described;
        return described.price();
      } catch (SetupException unusable) {
        // The models section of the configuration is broken; that was told when it was opened.
        return null;
      }
    }
  }

  /// A model ready for use.
  public record Opened(Model model, ModelInfo info) {
    public String name() {
      return info.name();
    }
  }

  /// The model that the settings name, or, when they name none, the best that can be had.
  public Opened open() throws SetupException, InterruptedException {
    return configuration.modelChosen()
        ? open(settings.model(), MODEL)
        : open(new DefaultModel(this, settings.model()).choose());
  }

  /// The models of the catalog that can be opened: their providers are known and have a key.
  public List<ModelInfo> usable() throws SetupException {
    var usable = new ArrayList<ModelInfo>();
    for (ModelInfo each : catalog().list()) {
      if (resolve(each.name()) instanceof Resolution.Found) {
        usable.add(each);
      }
    }
    return usable;
  }

  /// The full name of the model that the settings name, if they name one that can be had.
  public Optional<String> configured() {
    String name = settings.model();
    if (!configuration.modelChosen() || name.startsWith(SCRIPTED) || name.startsWith(REPLAY)) {
      return Optional.empty();
    }
    try {
      return Optional.of(fullName(name));
    } catch (SetupException unknown) {
      return Optional.empty();
    }
  }

  /// Where the model is that [#open()] would open; empty if none could be opened, or none that is a
  /// provider's.
  public Optional<Endpoint> chosenEndpoint() throws InterruptedException {
    String name = settings.model();
    try {
      if (!configuration.modelChosen()) {
        name = new DefaultModel(this, name).choose();
      }
      return name.startsWith(SCRIPTED) || name.startsWith(REPLAY)
          ? Optional.empty()
          : resolve(name) instanceof Resolution.Found found
              ? Optional.of(found.endpoint())
              : Optional.empty();
    } catch (SetupException none) {
      return Optional.empty();
    }
  }

  public Opened open(String name) throws SetupException {
    return open(name, "");
  }

  /// @param key the setting that names it, whose place is told if it is wrong; empty for none
  private Opened open(String name, String key) throws SetupException {
    Opened opened = plain(name, key);
    return new Opened(meter.around(opened.name(), opened.model()), opened.info());
  }

  /// What is wrong with a name that a setting is to have; empty if nothing is. A key that is
  /// missing can be given later.
  Optional<String> problem(String name) {
    try {
      if (name.startsWith(SCRIPTED) || name.startsWith(REPLAY)) {
        plain(name, "");
        return Optional.empty();
      }
      return resolve(name) instanceof Resolution.Unusable unusable
          ? Optional.of(unusable.message())
          : Optional.empty();
    } catch (SetupException wrong) {
      return Optional.of(String.valueOf(wrong.getMessage()));
    }
  }

  private Opened plain(String name, String key) throws SetupException {
    if (name.startsWith(SCRIPTED)) {
      return scripted(folder.resolve(name.substring(SCRIPTED.length())));
    }
    if (name.startsWith(REPLAY)) {
      return replay(folder.resolve(name.substring(REPLAY.length())));
    }
    var candidates = new ArrayList<Candidate>();
    Resolution.Found first = find(name, key);
    candidates.add(candidate(first));
    for (String next : settings.retry().fallbackChains().getOrDefault(ROLE, List.of())) {
      Resolution.Found found = find(next, FALLBACK);
      if (candidates.stream().noneMatch(known -> known.name().equals(found.name()))) {
        candidates.add(candidate(found));
      }
    }
    return new Opened(
        Resilience.assemble(resilience(), ROLE, candidates), catalog().describe(first.name()));
  }

  /// The same model, recorded into a folder.
  public Opened recorded(Opened opened, Path into, Consumer<String> warnings)
      throws SetupException {
    try {
      return new Opened(
          RecordingModel.of(opened.model(), folder.resolve(into), warnings), opened.info());
    } catch (IOException unusable) {
      throw SetupException.usage("--record " + into + ": " + unusable.getMessage());
    }
  }

  /// The full name that a name stands for.
  Resolution resolve(String name) throws SetupException {
    return providers().resolve(fullName(name), environment);
  }

  private Resolution.Found find(String name, String key) throws SetupException {
    Resolution resolved;
    try {
      resolved = resolve(name);
    } catch (SetupException unknown) {
      throw SetupException.usage(placed(key, String.valueOf(unknown.getMessage())));
    }
    return switch (resolved) {
      case Resolution.Found found -> found;
      case Resolution.MissingKey missing -> throw SetupException.failure(withoutKey(missing));
      case Resolution.Unusable unusable ->
          throw SetupException.usage(placed(key, unusable.message()));
    };
  }

  /// A message with the file and line of the setting that it is about, if a file has it.
  private String placed(String key, String message) {
    return configuration
        .place(key)
        .map(place -> place + ": " + key + ": " + message)
        .orElse(message);
  }

  private String withoutKey(Resolution.MissingKey missing) {
    String name = missing.provider().name();
    Settings.Provider configured = settings.providers().get(name);
    boolean inRing = configured != null && KeyRing.MARK.equals(configured.apiKey());
    return missing.message()
        + ", or store one with 'tenon login "
        + name
        + "' (/login in a conversation)"
        + (inRing
            ? "; the key ring of the desktop has it, but did not give it: is it locked?"
            : "");
  }

  private String fullName(String name) throws SetupException {
    if (name.indexOf('/') >= 0) {
      return name;
    }
    return switch (catalog().resolveBare(name)) {
      case dev.tenon.providers.catalog.Resolution.Found found -> found.fullName();
      case dev.tenon.providers.catalog.Resolution.Unknown unknown ->
          throw SetupException.usage(
              "unknown model '"
                  + name
                  + "'"
                  + (unknown.suggestions().isEmpty()
                      ? "."
                      : "; did you mean " + String.join(" or ", unknown.suggestions()) + "?")
                  + " A model that 'tenon models' does not list needs its provider: provider/"
                  + name);
    };
  }

  private Candidate candidate(Resolution.Found found) {
    return new Candidate(
        found.name(), Providers.open(found.endpoint(), found.modelId(), transport()));
  }

  private static Opened scripted(Path file) throws SetupException {
    try {
      return named("scripted/" + file.getFileName(), ScriptFile.load(file));
    } catch (IOException | JsonException unusable) {
      throw SetupException.usage(String.valueOf(unusable.getMessage()));
    }
  }

  private static Opened replay(Path recording) throws SetupException {
    try {
      return named(
          "replay/" + recording.getFileName(),
          ReplayingModel.of(recording, ReplayingModel.Match.EXACT));
    } catch (IOException unusable) {
      throw SetupException.usage(String.valueOf(unusable.getMessage()));
    }
  }

  /// A model that is no provider's.
  public static Opened named(String name, Model model) {
    return new Opened(
        model, new ModelInfo(name, 200_000, 64_000, null, Set.of(ModelInfo.Ability.TOOLS)));
  }

  private ResilienceSettings resilience() {
    Settings.Retry retry = settings.retry();
    return new ResilienceSettings(
        retry.enabled()
            ? ResilienceSettings.TurnRetries.ENABLED
            : ResilienceSettings.TurnRetries.DISABLED,
        retry.maxRetries(),
        Duration.ofMillis(retry.baseDelayMs()),
        Duration.ofMillis(retry.maxDelayMs()),
        retry.requestMaxRetries(),
        retry.streamMaxRetries(),
        switch (retry.fallbackRevertPolicy()) {
          case COOLDOWN_EXPIRY -> ResilienceSettings.RevertPolicy.COOLDOWN_EXPIRY;
          case NEVER -> ResilienceSettings.RevertPolicy.NEVER;
        });
  }

  /// The environment with the keys of the configuration.
  public Map<String, String> environment() {
    return environment;
  }

  public Providers providers() throws SetupException {
    Providers known = providers;
    if (known == null) {
      known = ConfiguredProviders.of(settings);
      providers = known;
    }
    return known;
  }

  /// Whether the address of a provider is one that the settings name.
  boolean isOwnAddress(String provider) {
    Settings.Provider wanted = settings.providers().get(provider);
    return wanted != null && wanted.baseUrl() != null;
  }

  public ModelCatalog catalog() throws SetupException {
    ModelCatalog known = catalog;
    if (known == null) {
      known = ModelCatalog.builtin();
      if (!settings.models().isEmpty()) {
        try {
          known = known.extendedBy(ExtraModels.json(settings.models()));
        } catch (JsonException wrong) {
          throw SetupException.usage("models: " + wrong.getMessage());
        }
      }
      catalog = known;
    }
    return known;
  }

  public Transport transport() {
    Transport known = transport;
    if (known == null) {
      known = new Transport(waiting(), Proxies.of(environment), trust());
      transport = known;
    }
    return known;
  }

  private HttpSettings waiting() {
    Settings.Http http = settings.http();
    return new HttpSettings(
        Duration.ofMillis(http.connectTimeoutMs()),
        Duration.ofMillis(http.requestTimeoutMs()),
        Duration.ofMillis(http.idleTimeoutMs()),
        HttpSettings.DEFAULTS.silence());
  }

  /// Fetches addresses that nobody configured, behind the guard, with the models' time limits,
  /// proxies and trust.
  public Fetch fetch() {
    return new Fetch(waiting(), Proxies.of(environment), trust());
  }

  /// A transport that does not wait long, for questions whose answer may be no.
  public Transport hastyTransport() {
    return hastyTransport(trust());
  }

  /// The same with another trust, to find out what is wrong with this one.
  public Transport hastyTransport(Trust trust) {
    return hastyTransport(trust, Duration.ofSeconds(3));
  }

  /// The same for whoever knows how long is long.
  ///
  /// @param soon to connect, and between pieces of an answer; the answer may take twice as long to
  ///   begin
  public Transport hastyTransport(Trust trust, Duration soon) {
    return new Transport(
        new HttpSettings(soon, soon.multipliedBy(2), soon, soon.multipliedBy(2)),
        Proxies.of(environment),
        trust);
  }

  /// Whom secure connections trust.
  public Trust trust() {
    Settings.Http http = settings.http();
    return Trust.of(http.caFile(), http.systemRoots(), environment);
  }

  @Override
  public void close() {
    if (transport != null) {
      transport.close();
    }
  }
}
