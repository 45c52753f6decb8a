package dev.tenon.cli.login;

import dev.tenon.cli.slash.Prompter;
import dev.tenon.cli.terminal.dialog.ChoiceMenu;
import dev.tenon.cli.terminal.input.ListMenu;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.model.KeyRing;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.model.StoredKeys;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Providers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Logging in and out with a person: the same for `/login` and for `tenon login`.
final class LoginDialogue {
  /// How long a provider may take to answer a test.
  static final Duration SOON = Duration.ofSeconds(3);

  private final ModelOpener models;
  private final Map<String, String> variables;
  private final StoredKeys keys;
  private final KeyStates states;
  private final Prompter prompts;

  LoginDialogue(ModelOpener models, ProjectOptions options, Prompter prompts) {
    this.models = models;
    this.variables = options.environment();
    this.keys = new StoredKeys(options.keysFile(), KeyRing.of(options.environment()));
    this.states = new KeyStates(models, keys, variables);
    this.prompts = prompts;
  }

  KeyStates states() {
    return states;
  }

  StoredKeys keys() {
    return keys;
  }

  /// Answers whose key was stored, if one was.
  ///
  /// @param named the provider, or empty to let the person choose
  Optional<Provider> login(String named) throws SetupException, InterruptedException {
    Optional<Provider> provider =
        named.isEmpty() ? chosen("Whose key?", states.takers()) : Optional.of(states.find(named));
    if (provider.isEmpty()) {
      prompts.print("Nothing was stored.");
      return Optional.empty();
    }
    var login = new KeyLogin(models, keys, prompts, SOON);
    Optional<KeyLogin.Accepted> accepted = login.ask(provider.get());
    try {
      Optional<String> place =
          accepted.isEmpty() ? Optional.empty() : login.keep(provider.get(), accepted.get().key());
      if (place.isEmpty()) {
        prompts.print("Nothing was stored.");
        return Optional.empty();
      }
      prompts.print("The key of " + provider.get().name() + " is kept in " + place.get() + ".");
    } catch (IOException unwritable) {
      throw SetupException.failure("the key cannot be kept: " + IoFailure.named(unwritable));
    }
    overruled(provider.get()).ifPresent(prompts::print);
    return provider;
  }

  /// What to say if the environment has a key as well.
  Optional<String> overruled(Provider provider) {
    return Providers.keyVariablePresent(provider, variables)
        .map(variable -> "The variable " + variable + " is set, too, and wins over it.");
  }

  /// Whether the person has said already that they mean it.
  enum Consent {
    GIVEN,
    ASKED
  }

  /// Answers whose key was forgotten, if one was.
  ///
  /// @param named the provider, or empty to let the person choose
  Optional<Provider> logout(String named, Consent consent)
      throws SetupException, InterruptedException {
    try {
      List<String> stored = keys.providers();
      String full = models.providers().find(named).map(Provider::name).orElse(named);
      if (stored.isEmpty() || (!named.isEmpty() && !stored.contains(full))) {
        throw SetupException.failure(absent(full, stored));
      }
      if (named.isEmpty() && stored.size() > 1) {
        var offered = new ArrayList<Provider>();
        for (String name : stored) {
          models.providers().find(name).ifPresent(offered::add);
        }
        Optional<Provider> chosen = chosen("Whose key should be forgotten?", offered);
        if (chosen.isEmpty()) {
          prompts.print("Nothing was forgotten.");
          return Optional.empty();
        }
        full = chosen.get().name();
      } else if (named.isEmpty()) {
        full = stored.getFirst();
      }
      if (consent == Consent.ASKED && !meant(full)) {
        prompts.print("Nothing was forgotten.");
        return Optional.empty();
      }
      keys.forget(full);
      prompts.print("The key of " + full + " is forgotten.");
      return models.providers().find(full);
    } catch (IOException unusable) {
      throw SetupException.failure(IoFailure.named(unusable));
    }
  }

  /// A key that is forgotten has to be made or found again.
  private boolean meant(String provider) throws IOException, InterruptedException {
    String where =
        keys.place(provider).orElse(StoredKeys.Place.FILE) == StoredKeys.Place.RING
            ? "the key ring of your desktop"
            : keys.path().toString();
    var menu =
        ChoiceMenu.besideSecrets(
            "Forget the key of " + provider + " in " + where + "? Nothing brings it back.",
            List.of("Keep it", "Forget it"),
            prompts.look());
    return prompts.choose(menu) == Menu.Step.CHOSEN && menu.chosen() == 1;
  }

  private String absent(String name, List<String> stored) throws SetupException {
    String remains = models.providers().find(name).map(states::remaining).orElse("");
    if (!remains.isEmpty()) {
      return "no key of "
          + name
          + " is stored; it has a "
          + remains
          + ", which is not Tenon's to forget";
    }
    return stored.isEmpty()
        ? "no key is stored; keys in the environment are not Tenon's to forget"
        : "no key of '" + name + "' is stored, but of " + String.join(", ", stored);
  }

  private Optional<Provider> chosen(String title, List<Provider> offered)
      throws InterruptedException {
    var menu =
        new ListMenu<Provider>(
            title,
            prompts.look(),
            words -> ListMenu.fitting(offered, Provider::name, words),
            each -> String.format("%-12s %s", each.name(), states.of(each)));
    return prompts.choose(menu) == Menu.Step.CHOSEN ? menu.chosen() : Optional.empty();
  }
}
