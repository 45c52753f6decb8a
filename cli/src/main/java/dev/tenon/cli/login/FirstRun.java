package dev.tenon.cli.login;

import dev.tenon.cli.slash.Prompter;
import dev.tenon.cli.terminal.input.ChoiceMenu;
import dev.tenon.cli.terminal.input.LineField;
import dev.tenon.cli.terminal.input.ListMenu;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.core.json.Json;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.model.KeyRing;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.model.StoredKeys;
import dev.tenon.engine.model.UserChoices;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Provider;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
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
  /// @param yaml what the configuration has to say for the provider to be known; may be empty
  private record Choice(Provider provider, String key, String modelId, String yaml) {
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
            words -> offers.stream().filter(each -> ListMenu.matches(each.text(), words)).toList(),
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
        return Optional.of(new Choice(provider, key, model.get(), ""));
      }
    }
  }

  private Optional<Choice> machine(List<Offer.Local> servers)
      throws SetupException, InterruptedException {
    Optional<Offer.Local> server = offered("Which one?", servers);
    return server.isEmpty() ? Optional.empty() : local(server.get().provider());
  }

  /// A server on this machine that needs no key.
  private Optional<Choice> local(Provider provider) throws SetupException, InterruptedException {
    Optional<List<String>> found = answering(provider, "");
    if (found.isEmpty()) {
      return Optional.empty();
    }
    return model(provider, "", found.get()).map(id -> new Choice(provider, "", id, ""));
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
              new ChoiceMenu("What now?", List.of("Go back", "Try it again"), prompts.look());
          if (prompts.choose(menu) != Menu.Step.CHOSEN || menu.chosen() == 0) {
            return Optional.empty();
          }
        }
      }
    }
  }

  /// Any server that speaks as OpenAI's do.
  private Optional<Choice> address() throws SetupException, InterruptedException {
    Optional<String> typed =
        prompts.fill(
            new LineField(
                "The address of the server",
                List.of("For example http://127.0.0.1:8080/v1 or https://llm.example.org/v1"),
                LineField.Showing.CLEAR,
                ServerAddress::problem,
                prompts.look()));
    if (typed.isEmpty()) {
      return Optional.empty();
    }
    ServerAddress address = ServerAddress.of(typed.get());
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
    Optional<List<String>> found = answering(server, key.get());
    if (found.isEmpty()) {
      return Optional.empty();
    }
    return model(server, key.get(), found.get())
        .map(id -> new Choice(server, key.get(), id, address.yaml(server.name())));
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
              new ChoiceMenu(
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
      var choices = new UserChoices(options);
      String model = "model: " + Json.of(choice.toString()).compact() + "\n";
      boolean kept = false;
      try {
        if (!choice.yaml().isEmpty()) {
          // A key of a provider that nobody knows would be a fault of the configuration.
          choices.add(model + choice.yaml());
        }
        Optional<String> place =
            choice.key().isEmpty() ? Optional.of("") : login.keep(choice.provider(), choice.key());
        if (place.isEmpty()) {
          return false;
        }
        if (choice.yaml().isEmpty()) {
          choices.add(model);
        }
        kept = true;
        told(choice, place.get(), choices.file().toString());
      } finally {
        if (!kept) {
          choices.takeBack();
        }
      }
      return kept;
    } catch (IOException refused) {
      throw SetupException.failure(
          "your choice cannot be kept in "
              + options.userFile()
              + " ("
              + refused.getMessage()
              + "); add this line there yourself: model: "
              + choice);
    }
  }

  private void told(Choice choice, String place, String file) {
    if (!place.isEmpty()) {
      prompts.print("The key of " + choice.provider().name() + " is kept in " + place + ".");
    }
    prompts.print(
        choice + " is your model from now on (" + file + "). /model and /login change both.");
  }
}
