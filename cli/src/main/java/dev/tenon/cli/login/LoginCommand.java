package dev.tenon.cli.login;

import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.base.Output;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.terminal.device.HiddenInput;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.model.StoredKeys;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Provider;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// `tenon login` and `tenon logout`: the keys that the user has given once. At a terminal a person
/// is asked; otherwise the key is standard input, and what is wrong with it ends the command.
public final class LoginCommand {
  private final LaunchContext context;
  private final ModelOpener models;
  private final Streams streams;
  private final LoginDialogue dialogue;

  public LoginCommand(LaunchContext context, ModelOpener models, Streams streams) {
    this.context = context;
    this.models = models;
    this.streams = streams;
    this.dialogue = new LoginDialogue(models, context.options(), new StreamPrompter(streams));
  }

  /// @param named the provider; empty for one that is yet to be chosen
  public int login(String named) throws SetupException, InterruptedException {
    boolean unchecked = context.arguments().has(TenonCommandLine.UNCHECKED);
    if (streams.tty().in() && !unchecked) {
      return dialogue.login(named).isPresent() ? 0 : 1;
    }
    Provider provider = named.isEmpty() ? nobody() : dialogue.states().find(named);
    String key = key(provider);
    if (!unchecked) {
      check(provider, key);
    }
    Optional<String> left;
    try {
      left = dialogue.keys().store(provider.name(), key, StoredKeys.Place.FILE);
    } catch (IOException unwritable) {
      throw SetupException.failure("the key cannot be kept: " + IoFailure.named(unwritable));
    }
    Output out = streams.out();
    out.println(
        "The key of "
            + provider.name()
            + " is kept in "
            + out.cell(dialogue.keys().path().toString())
            + ", which only you can read.");
    left.ifPresent(out::println);
    dialogue.overruled(provider).ifPresent(out::println);
    return 0;
  }

  private Provider nobody() throws SetupException {
    List<String> names = dialogue.states().takers().stream().map(Provider::name).toList();
    throw SetupException.usage("name the provider: tenon login " + String.join("|", names));
  }

  private String key(Provider provider) throws SetupException, InterruptedException {
    String key;
    try {
      if (streams.tty().in()) {
        streams.out().prompt("Key of " + provider.name() + " (it is not shown):");
        key = HiddenInput.line(streams.in());
        streams.out().println();
      } else {
        key = HiddenInput.read(streams.in());
      }
    } catch (IOException broken) {
      throw SetupException.failure("the key cannot be read: " + IoFailure.named(broken));
    }
    String problem = KeyText.problem(key);
    if (!problem.isEmpty()) {
      throw SetupException.failure(problem + "; nothing was stored");
    }
    return key;
  }

  /// One request that costs nothing. A key that is refused is not kept; whether one is right that
  /// cannot be tried is for the first prompt to show.
  private void check(Provider provider, String key) throws SetupException, InterruptedException {
    switch (new KeyTest(models, provider, key, LoginDialogue.SOON).list()) {
      case KeyTest.Verdict.Good good ->
          streams
              .out()
              .println(
                  provider.name()
                      + " accepts it"
                      + (good.models().isEmpty()
                          ? "."
                          : " and has " + good.models().size() + " models."));
      case KeyTest.Verdict.Bad bad -> {
        if (bad.reason() == KeyTest.Reason.WRONG_KEY) {
          throw SetupException.failure(
              bad.words().replace(KeyTest.REFUSED, KeyTest.REFUSED + "; nothing was stored:"));
        }
        streams.err().note("the key could not be tried: " + bad.words());
      }
    }
  }

  public int logout() throws SetupException, ConfigException, InterruptedException {
    String named = context.arguments().operand(0).orElse("");
    List<String> stored = stored();
    if (named.isEmpty() && stored.size() > 1 && !streams.tty().in()) {
      throw SetupException.usage("name whose key to forget: " + String.join(", ", stored));
    }
    boolean asked = named.isEmpty() && streams.tty().in() && streams.tty().out();
    Optional<Provider> forgotten =
        dialogue.logout(named, asked ? LoginDialogue.Consent.ASKED : LoginDialogue.Consent.GIVEN);
    if (forgotten.isPresent()) {
      models.adopt(Configuration.load(context.options()));
      String remains = dialogue.states().remaining(forgotten.get());
      if (!remains.isEmpty()) {
        streams.out().println("It still has a " + remains + ".");
      }
    }
    return 0;
  }

  private List<String> stored() throws SetupException {
    try {
      return dialogue.keys().providers();
    } catch (IOException unusable) {
      throw SetupException.failure(IoFailure.named(unusable));
    }
  }
}
