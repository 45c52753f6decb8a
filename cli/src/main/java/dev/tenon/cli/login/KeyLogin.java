package dev.tenon.cli.login;

import dev.tenon.cli.slash.Prompter;
import dev.tenon.cli.terminal.dialog.ChoiceMenu;
import dev.tenon.cli.terminal.input.LineField;
import dev.tenon.cli.terminal.input.Menu;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.model.StoredKeys;
import dev.tenon.providers.Provider;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Asks a person for a key, tries it and keeps it. The key is in no text that is printed, and in no
/// file but the one it is kept in.
final class KeyLogin {
  private final ModelOpener models;
  private final StoredKeys keys;
  private final Prompter prompts;
  private final Duration soon;

  /// @param soon how long a provider may take to answer
  KeyLogin(ModelOpener models, StoredKeys keys, Prompter prompts, Duration soon) {
    this.models = models;
    this.keys = keys;
    this.prompts = prompts;
    this.soon = soon;
  }

  /// A key that works, or that the person wants to keep anyway.
  ///
  /// @param models what the provider offers with it; empty if that is not known
  record Accepted(String key, List<String> models) {
    Accepted {
      models = List.copyOf(models);
    }

    @Override
    public String toString() {
      return "a key";
    }
  }

  KeyTest test(Provider provider, String key) {
    return new KeyTest(models, provider, key, soon);
  }

  /// Asks until there is a key to go on with. Nothing when the person goes back.
  Optional<Accepted> ask(Provider provider) throws InterruptedException {
    while (true) {
      Optional<String> typed = key(provider);
      if (typed.isEmpty()) {
        return Optional.empty();
      }
      Optional<Accepted> accepted = tried(provider, typed.get());
      if (accepted.isPresent()) {
        return accepted;
      }
    }
  }

  private Optional<String> key(Provider provider) throws InterruptedException {
    var hints = new ArrayList<String>();
    String page = KeyText.page(provider.name());
    if (!page.isEmpty()) {
      hints.add("It is made at " + page);
    }
    return prompts.fill(
        new LineField(
            "Paste the key of " + provider.name() + ". It is not shown.",
            hints,
            LineField.Showing.HIDDEN,
            KeyText::problem,
            prompts.look()));
  }

  /// Tries a key as often as the person wants. Nothing when they want to give another one.
  private Optional<Accepted> tried(Provider provider, String key) throws InterruptedException {
    while (true) {
      KeyTest.Verdict verdict = verdict(provider, key);
      if (verdict instanceof KeyTest.Verdict.Good good) {
        prompts.print(
            provider.name()
                + " accepts it"
                + (good.models().isEmpty() ? "." : ": " + good.models().size() + " models."));
        return Optional.of(new Accepted(key, good.models()));
      }
      if (!(verdict instanceof KeyTest.Verdict.Bad bad)) {
        return Optional.empty();
      }
      prompts.print(bad.words());
      var menu =
          ChoiceMenu.besideSecrets(
              "What now?",
              List.of("Give another key", "Try this one again", "Keep it anyway"),
              prompts.look());
      if (prompts.choose(menu) != Menu.Step.CHOSEN || menu.chosen() == 0) {
        return Optional.empty();
      }
      if (menu.chosen() == 2) {
        return Optional.of(new Accepted(key, List.of()));
      }
    }
  }

  /// A try that the person stops says nothing of the key.
  private KeyTest.Verdict verdict(Provider provider, String key) throws InterruptedException {
    return attempt("Trying the key of " + provider.name(), test(provider, key)::list);
  }

  /// Does a test that the person may stop.
  KeyTest.Verdict attempt(String activity, Prompter.Task<KeyTest.Verdict> test) {
    try {
      return prompts.working(activity, test);
    } catch (InterruptedException stopped) {
      return new KeyTest.Verdict.Bad(KeyTest.Reason.UNKNOWN, "Stopped; it was not tried.");
    }
  }

  /// Keeps a key where the person wants it. Answers where that is, for people; nothing when they
  /// leave the question, and then nothing is kept.
  Optional<String> keep(Provider provider, String key) throws IOException, InterruptedException {
    while (true) {
      Optional<StoredKeys.Place> place = place();
      if (place.isEmpty()) {
        return Optional.empty();
      }
      try {
        keys.store(provider.name(), key, place.get()).ifPresent(prompts::print);
        return Optional.of(
            switch (place.get()) {
              case FILE -> keys.path() + ", which only you can read";
              case RING -> "the key ring of your desktop";
            });
      } catch (IOException refused) {
        if (place.get() == StoredKeys.Place.FILE) {
          throw refused;
        }
        prompts.print("It could not be kept there: " + IoFailure.named(refused) + ".");
      }
    }
  }

  private Optional<StoredKeys.Place> place() throws InterruptedException {
    if (!keys.ringPresent()) {
      return Optional.of(StoredKeys.Place.FILE);
    }
    var menu =
        ChoiceMenu.besideSecrets(
            "Where should the key be kept?",
            List.of(
                "In the key ring of the desktop", "In " + keys.path() + ", readable by you alone"),
            prompts.look());
    if (prompts.choose(menu) != Menu.Step.CHOSEN) {
      return Optional.empty();
    }
    return Optional.of(menu.chosen() == 0 ? StoredKeys.Place.RING : StoredKeys.Place.FILE);
  }
}
