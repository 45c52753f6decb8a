package dev.tenon.cli.login;

import dev.tenon.cli.slash.Prompter;
import dev.tenon.cli.terminal.dialog.ChoiceMenu;
import dev.tenon.cli.terminal.input.LineField;
import dev.tenon.cli.terminal.input.ListMenu;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.SettingsWriter;
import dev.tenon.engine.model.KeyRing;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.model.StoredKeys;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Provider;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The first start of the program, when nobody has given a key or chosen a model: a provider, its
/// key, a model, each one tried. Nothing is written before the last step, and then all of it or
/// nothing.
public final class FirstRun {
  private final ModelOpener models;
  private final ProjectOptions options;
  private final Prompter prompts;
  private final KeyLogin login;
  private final Duration soon;

  public FirstRun(ModelOpener models, ProjectOptions options, Prompter prompts) {
    this(models, options, prompts, LoginDialogue.SOON);
  }

  /// @param soon how long a provider may take to answer
  FirstRun(ModelOpener models, ProjectOptions options, Prompter prompts, Duration soon) {
    this.models = models;
    this.options = options;
    this.prompts = prompts;
    this.soon = soon;
    var keys = new StoredKeys(options.keysFile(), KeyRing.of(options.environment()));
    this.login = new KeyLogin(models, keys, prompts, soon);
  }

  /// How it ended.
  public enum Ending {
    /// There is a model; the configuration has to be loaded again.
    READY,
    /// The person wants to see the demo.
    DEMO,
    /// The person left. Nothing was written.
    LEFT
  }

  /// A provider with a model of it that the person has chosen.
  ///
  /// @param key empty if none is needed
  /// @param settings what the configuration has to say for the provider to be known; may be empty
  private record Choice(
      Provider provider, String key, String modelId, Map<String, String> settings) {
    @Override
    public String toString() {
      return provider.name() + "/" + modelId;
    }
  }

  public Ending run() throws SetupException {
    try {
      return asked();
    } catch (InterruptedException stopped) {
      return left();
    }
  }

  private Ending asked() throws SetupException, InterruptedException {
    prompts.print("Welcome to Tenon. It needs a model to talk to; this takes a minute.");
    prompts.print("Nothing is written before the end, Esc goes back, Ctrl-C leaves.");
    List<Offer> offers = new Offers(models).list();
    while (true) {
      Optional<Offer> offer = offered("Whose models?", offers);
      if (offer.isEmpty()) {
        return left();
      }
      if (offer.get() instanceof Offer.Skip) {
        return Ending.DEMO;
      }
      Optional<Choice> choice =
          switch (offer.get()) {
            case Offer.Skip ignored -> Optional.empty();
            case Offer.Keyed keyed -> keyed(keyed.provider());
            case Offer.Local local -> local(local.provider());
            case Offer.Machine machine -> machine(machine.servers());
            case Offer.Address ignored -> address();
          };
      if (choice.isPresent() && keep(choice.get())) {
        return Ending.READY;
      }
    }
  }

  private Ending left() {
    prompts.print(
        "Nothing was written. Start 'tenon' again when you have a key, give one with 'tenon login',"
            + " or look at 'tenon demo' first.");
    return Ending.LEFT;
  }

  private <T extends Offer> Optional<T> offered(String title, List<T> offers)
      throws InterruptedException {
    var menu =
        new ListMenu<T>(
            title,
            prompts.look(),
            words -> ListMenu.fitting(offers, Offer::text, words),
            Offer::text);
    return prompts.choose(menu) == Menu.Step.CHOSEN ? menu.chosen() : Optional.empty();
  }

  private Optional<Choice> keyed(Provider provider) throws SetupException, InterruptedException {
    while (true) {
      Optional<KeyLogin.Accepted> accepted = login.ask(provider);
      if (accepted.isEmpty()) {
        return Optional.empty();
      }
      String key = accepted.get().key();
      Optional<String> model = model(provider, key, accepted.get().models());
      if (model.isPresent()) {
        return Optional.of(new Choice(provider, key, model.get(), Map.of()));
      }
    }
  }

  private Optional<Choice> machine(List<Offer.Local> servers)
      throws SetupException, InterruptedException {
    while (true) {
      Optional<Offer.Local> server = offered("Which one?", servers);
      if (server.isEmpty()) {
        return Optional.empty();
      }
      Optional<Choice> choice = local(server.get().provider());
      if (choice.isPresent()) {
        return choice;
      }
    }
  }

  /// A server on this machine that needs no key.
  private Optional<Choice> local(Provider provider) throws SetupException, InterruptedException {
    Optional<List<String>> found = answering(provider, "");
    if (found.isEmpty()) {
      return Optional.empty();
    }
    return model(provider, "", found.get()).map(id -> new Choice(provider, "", id, Map.of()));
  }

  /// The models of a server, asked for as often as the person wants. Nothing when they give it up.
  private Optional<List<String>> answering(Provider provider, String key)
      throws InterruptedException {
    while (true) {
      KeyTest.Verdict verdict =
          login.attempt("Looking for " + provider.name(), login.test(provider, key)::list);
      switch (verdict) {
        case KeyTest.Verdict.Good good -> {
          return Optional.of(good.models());
        }
        case KeyTest.Verdict.Bad bad -> {
          prompts.print(bad.words());
          var menu =
              ChoiceMenu.besideSecrets(
                  "What now?", List.of("Go back", "Try it again"), prompts.look());
          if (prompts.choose(menu) != Menu.Step.CHOSEN || menu.chosen() == 0) {
            return Optional.empty();
          }
        }
      }
    }
  }

  /// Any server that speaks as OpenAI's do. Whoever comes back to the address finds it as typed.
  private Optional<Choice> address() throws SetupException, InterruptedException {
    String typed = "";
    while (true) {
      Optional<String> wanted =
          prompts.fill(
              new LineField(
                      "The address of the server",
                      List.of("For example http://127.0.0.1:8080/v1 or https://llm.example.org/v1"),
                      LineField.Showing.CLEAR,
                      ServerAddress::problem,
                      prompts.look())
                  .from(typed));
      if (wanted.isEmpty()) {
        return Optional.empty();
      }
      typed = wanted.get();
      Optional<Choice> choice = at(ServerAddress.of(typed));
      if (choice.isPresent()) {
        return choice;
      }
    }
  }

  /// Nothing when the person goes back to the address.
  private Optional<Choice> at(ServerAddress address) throws SetupException, InterruptedException {
    while (true) {
      Optional<String> key =
          prompts.fill(
              new LineField(
                  "Its key, if it wants one. It is not shown; nothing for none.",
                  address.isOpen()
                      ? List.of("The address is not https: others on the way could read the key.")
                      : List.of(),
                  LineField.Showing.HIDDEN,
                  text -> text.isEmpty() ? "" : KeyText.problem(text),
                  prompts.look()));
      if (key.isEmpty()) {
        return Optional.empty();
      }
      Provider server = address.provider(models.providers(), !key.get().isEmpty());
      Listed listed = listed(server, key.get());
      if (listed.next == Next.ADDRESS) {
        return Optional.empty();
      }
      Optional<String> model =
          listed.next == Next.KEY ? Optional.empty() : model(server, key.get(), listed.models);
      if (model.isPresent()) {
        return Optional.of(
            new Choice(server, key.get(), model.get(), address.settings(server.name())));
      }
    }
  }

  /// Where a server that was typed by its address leads to.
  private enum Next {
    MODEL,
    KEY,
    ADDRESS
  }

  /// @param models what it has; empty if that is not known
  private record Listed(Next next, List<String> models) {}

  /// The models of a server, asked for as often as the person wants.
  private Listed listed(Provider server, String key) throws InterruptedException {
    while (true) {
      KeyTest.Verdict verdict =
          login.attempt("Looking for the server", login.test(server, key)::list);
      switch (verdict) {
        case KeyTest.Verdict.Good good -> {
          return new Listed(Next.MODEL, good.models());
        }
        case KeyTest.Verdict.Bad bad -> {
          prompts.print(bad.words());
          var menu =
              ChoiceMenu.besideSecrets(
                  "What now?",
                  List.of(
                      "Correct the address", "Try it again", "Give another key", "Use it anyway"),
                  prompts.look());
          if (prompts.choose(menu) != Menu.Step.CHOSEN) {
            return new Listed(Next.KEY, List.of());
          }
          switch (menu.chosen()) {
            case 0 -> {
              return new Listed(Next.ADDRESS, List.of());
            }
            case 1 -> {}
            case 2 -> {
              return new Listed(Next.KEY, List.of());
            }
            default -> {
              return new Listed(Next.MODEL, List.of());
            }
          }
        }
      }
    }
  }

  /// Lets the person choose a model until one answers, or is wanted anyway.
  private Optional<String> model(Provider provider, String key, List<String> listed)
      throws SetupException, InterruptedException {
    var choice = new ModelChoice(models, provider, listed, prompts);
    while (true) {
      Optional<String> model = choice.ask();
      if (model.isEmpty()) {
        return Optional.empty();
      }
      KeyTest test = new KeyTest(models, provider, key, soon);
      Optional<String> settled = answered(model.get(), test);
      if (settled.isPresent()) {
        return settled;
      }
    }
  }

  private Optional<String> answered(String model, KeyTest test) throws InterruptedException {
    while (true) {
      switch (login.attempt("Asking " + model + " for a word", () -> test.ask(model))) {
        case KeyTest.Verdict.Good ignored -> {
          prompts.print(model + " answers.");
          return Optional.of(model);
        }
        case KeyTest.Verdict.Bad bad -> {
          prompts.print(bad.words());
          var menu =
              ChoiceMenu.besideSecrets(
                  "What now?",
                  List.of("Choose another model, or go back", "Try it again", "Use it anyway"),
                  prompts.look());
          if (prompts.choose(menu) != Menu.Step.CHOSEN || menu.chosen() == 0) {
            return Optional.empty();
          }
          if (menu.chosen() == 2) {
            return Optional.of(model);
          }
        }
      }
    }
  }

  /// Writes what was chosen. Answers false when the person has to choose again; then nothing was
  /// written. The key comes first, for it is of use without a model if the program is killed in
  /// between.
  private boolean keep(Choice choice) throws SetupException, InterruptedException {
    try {
      var writer = new SettingsWriter(options);
      SettingsWriter.Before before = writer.before();
      boolean kept = false;
      try {
        // A key of a provider that nobody knows would be a fault of the configuration.
        for (Map.Entry<String, String> setting : choice.settings().entrySet()) {
          writer.set(setting.getKey(), setting.getValue());
        }
        Optional<String> place =
            choice.key().isEmpty() ? Optional.of("") : login.keep(choice.provider(), choice.key());
        if (place.isEmpty()) {
          return false;
        }
        writer.set("model", choice.toString());
        kept = true;
        told(choice, place.get(), writer.file());
      } finally {
        if (!kept) {
          before.takeBack();
        }
      }
      return kept;
    } catch (IOException refused) {
      throw unkept(choice, IoFailure.named(refused));
    } catch (ConfigException refused) {
      throw unkept(choice, String.valueOf(refused.getMessage()));
    }
  }

  private SetupException unkept(Choice choice, String why) {
    return SetupException.failure(
        "your choice cannot be kept in "
            + options.userFile()
            + " ("
            + why
            + "); add this line there yourself: model: "
            + choice);
  }

  private void told(Choice choice, String place, String file) {
    if (!place.isEmpty()) {
      prompts.print("The key of " + choice.provider().name() + " is kept in " + place + ".");
    }
    prompts.print(
        choice + " is your model from now on (" + file + "). /model and /login change both.");
  }
}
