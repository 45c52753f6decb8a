package dev.tenon.engine.model;

import dev.tenon.core.http.Transport;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Probe;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Providers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// The models that servers of one's own offer, of which no catalog knows: those of the configured
/// addresses, and that of the model in use. They are asked; what one answered last is kept. For any
/// thread.
public final class ServerModels {
  /// How long a server may take to be found.
  private static final Duration SOON = Duration.ofSeconds(1);

  private final ModelOpener models;
  private final Map<String, List<String>> known = new ConcurrentHashMap<>();
  private final AtomicBoolean asked = new AtomicBoolean();

  public ServerModels(ModelOpener models) {
    this.models = models;
  }

  /// The servers that can be asked.
  ///
  /// @param current the full name of the model in use
  public List<Provider> servers(String current) throws SetupException {
    var servers = new ArrayList<Provider>();
    for (Provider provider : models.providers().all()) {
      boolean used = current.startsWith(provider.name() + "/") && !hasCatalog(provider);
      if (!provider.baseUrl().isEmpty() && (used || models.isOwnAddress(provider.name()))) {
        servers.add(provider);
      }
    }
    return servers;
  }

  private boolean hasCatalog(Provider provider) throws SetupException {
    return models.catalog().list().stream()
        .map(ModelInfo::name)
        .anyMatch(name -> name.startsWith(provider.name() + "/"));
  }

  /// The full names of the models that these offered when they were last asked.
  public List<String> known(List<Provider> servers) {
    var names = new ArrayList<String>();
    for (Provider server : servers) {
      known
          .getOrDefault(server.name(), List.of())
          .forEach(model -> names.add(server.name() + "/" + model));
    }
    return names;
  }

  /// Asks servers, all at once, and waits for them. One that does not answer changes nothing.
  public void ask(List<Provider> servers) throws InterruptedException {
    asked.set(true);
    var asking = new ArrayList<Thread>();
    try {
      for (Provider server : servers) {
        asking.add(asking(server));
      }
      for (Thread thread : asking) {
        thread.join();
      }
    } finally {
      asking.forEach(Thread::interrupt);
    }
  }

  /// Asks servers that nobody has asked yet, without waiting for them.
  public void askSoon(List<Provider> servers) {
    if (!servers.isEmpty() && asked.compareAndSet(false, true)) {
      servers.forEach(this::asking);
    }
  }

  private Thread asking(Provider server) {
    return Thread.ofVirtual()
        .start(() -> offered(server).ifPresent(list -> known.put(server.name(), list)));
  }

  private Optional<List<String>> offered(Provider server) {
    try (Transport hasty = models.hastyTransport(models.trust(), SOON)) {
      return Providers.probe(Providers.endpoint(server, models.environment()), hasty)
              instanceof Probe.Answers answers
          ? Optional.of(answers.models())
          : Optional.empty();
    } catch (IllegalArgumentException unusable) {
      // Its address or key cannot be used; whoever uses a model of it is told.
      return Optional.empty();
    } catch (InterruptedException stopped) {
      return Optional.empty();
    }
  }
}
