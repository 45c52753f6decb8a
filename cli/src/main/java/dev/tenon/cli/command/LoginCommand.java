package dev.tenon.cli.command;

import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Output;
import dev.tenon.cli.base.Streams;
import dev.tenon.core.http.Transport;
import dev.tenon.core.model.ModelException;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.model.StoredKeys;
import dev.tenon.engine.problem.Nearest;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Probe;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Providers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// `tenon login` and `tenon logout`: the keys that the user has given once.
public final class LoginCommand {
  private static final int MOST_CHARACTERS = 8192;

  private final LaunchContext context;
  private final ModelOpener models;
  private final Streams streams;
  private final StoredKeys keys;

  public LoginCommand(LaunchContext context, ModelOpener models, Streams streams) {
    this.context = context;
    this.models = models;
    this.streams = streams;
    this.keys = new StoredKeys(context.options().keysFile());
  }

  public int login() throws SetupException, InterruptedException {
    Provider provider = provider();
    String key = key(provider);
    if (!context.arguments().has(TenonCommandLine.UNCHECKED)) {
      check(provider, key);
    }
    try {
      keys.store(provider.name(), key);
    } catch (IOException unwritable) {
      throw SetupException.failure("the key cannot be kept: " + unwritable.getMessage());
    }
    Output out = streams.out();
    out.println(
        "The key of "
            + provider.name()
            + " is kept in "
            + out.cell(keys.path().toString())
            + ", which only you can read.");
    Optional<String> variable = Providers.keyVariablePresent(provider, context.environment());
    if (variable.isPresent()) {
      out.println("The variable " + variable.get() + " is set, too, and wins over it.");
    }
    return 0;
  }

  private Provider provider() throws SetupException {
    Optional<String> named = context.arguments().operand(0);
    return named.isPresent() ? find(named.get()) : chosen();
  }

  private Provider find(String name) throws SetupException {
    Optional<Provider> found = models.providers().find(name);
    if (found.isEmpty()) {
      throw SetupException.usage(
          "there is no provider '"
              + name
              + "'"
              + Nearest.hint(name, names(models.providers().all())));
    }
    if (found.get().keys().isEmpty()) {
      throw SetupException.usage(found.get().name() + " needs no key");
    }
    return found.get();
  }

  private static List<String> names(List<Provider> providers) {
    return providers.stream().map(Provider::name).toList();
  }

  private Provider chosen() throws SetupException {
    var offered = new ArrayList<Provider>();
    for (Provider provider : models.providers().all()) {
      if (provider.keyNeed() == Provider.KeyNeed.REQUIRED && !provider.baseUrl().isEmpty()) {
        offered.add(provider);
      }
    }
    if (!streams.tty().in()) {
      throw SetupException.usage(
          "name the provider: tenon login " + String.join("|", names(offered)));
    }
    Output out = streams.out();
    for (int i = 0; i < offered.size(); i++) {
      out.println(String.format("%3d. %s", i + 1, offered.get(i).name()));
    }
    out.print("Whose key? A number or a name: ");
    out.flush();
    String said = line();
    if (said.matches("[0-9]{1,3}")) {
      int place = Integer.parseInt(said);
      if (place >= 1 && place <= offered.size()) {
        return offered.get(place - 1);
      }
    }
    if (said.isEmpty()) {
      throw SetupException.failure("nothing was stored");
    }
    return find(said);
  }

  private String line() throws SetupException {
    try {
      return HiddenInput.read(streams.in());
    } catch (IOException broken) {
      throw SetupException.failure("standard input cannot be read: " + broken.getMessage());
    }
  }

  private String key(Provider provider) throws SetupException, InterruptedException {
    String key;
    if (streams.tty().in()) {
      streams.out().print("Key of " + provider.name() + " (it is not shown): ");
      streams.out().flush();
      try {
        key = HiddenInput.line(streams.in());
      } catch (IOException broken) {
        throw SetupException.failure("the key cannot be read: " + broken.getMessage());
      }
      streams.out().println();
    } else {
      key = line();
    }
    if (key.isEmpty()) {
      throw SetupException.failure("no key was given; nothing was stored");
    }
    boolean odd = key.chars().anyMatch(c -> c <= ' ' || c >= 127);
    if (odd || key.length() > MOST_CHARACTERS) {
      throw SetupException.failure(
          "that is no key: it has blanks, control or foreign characters, or is too long;"
              + " nothing was stored");
    }
    return key;
  }

  /// One request that costs nothing. A key that is refused is not kept; whether one is right that
  /// cannot be tried is for the first prompt to show.
  private void check(Provider provider, String key) throws SetupException, InterruptedException {
    var environment = new HashMap<>(models.environment());
    provider.keys().forEach(variable -> environment.remove(variable.name()));
    environment.put(provider.keys().getFirst().name(), key);
    Probe probe;
    try (Transport hasty = models.hastyTransport()) {
      probe = Providers.probe(Providers.endpoint(provider, environment), hasty);
    } catch (IllegalArgumentException unusable) {
      throw SetupException.failure(String.valueOf(unusable.getMessage()));
    }
    switch (probe) {
      case Probe.Answers answers ->
          streams
              .out()
              .println(
                  provider.name()
                      + " accepts it"
                      + (answers.models().isEmpty()
                          ? "."
                          : " and has " + answers.models().size() + " models."));
      case Probe.Fails fails -> {
        String reason = String.valueOf(fails.failure().getMessage());
        if (fails.failure().kind() == ModelException.Kind.AUTHENTICATION) {
          throw SetupException.failure(
              provider.name() + " does not accept this key; nothing was stored: " + reason);
        }
        streams.err().note("the key could not be tried: " + reason);
      }
    }
  }

  public int logout() throws SetupException {
    try {
      List<String> stored = keys.providers();
      Optional<String> named = context.arguments().operand(0);
      if (named.isEmpty() && stored.size() > 1) {
        throw SetupException.usage("name whose key to forget: " + String.join(", ", stored));
      }
      String name = named.orElse(stored.isEmpty() ? "" : stored.getFirst());
      String full = models.providers().find(name).map(Provider::name).orElse(name);
      if (!stored.contains(full)) {
        throw SetupException.failure(
            stored.isEmpty()
                ? "no key is stored; keys in the environment are not Tenon's to forget"
                : "no key of '" + name + "' is stored, but of " + String.join(", ", stored));
      }
      keys.forget(full);
      streams.out().println("The key of " + full + " is forgotten.");
      return 0;
    } catch (IOException unusable) {
      throw SetupException.failure(String.valueOf(unusable.getMessage()));
    }
  }
}
