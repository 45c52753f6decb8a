package dev.tenon.cli.login;

import dev.tenon.cli.slash.BuiltinCommands;
import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.SlashCommand;
import dev.tenon.core.agent.Conversation;
import dev.tenon.engine.ConversationOptions.Selection;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.providers.Provider;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// `/login` and `/logout`.
public final class LoginSlashCommands {
  private final ModelOpener models;
  private final ProjectOptions options;
  private final Supplier<Selection> current;
  private final BuiltinCommands.Switch reopening;

  private LoginSlashCommands(
      ModelOpener models,
      ProjectOptions options,
      Supplier<Selection> current,
      BuiltinCommands.Switch reopening) {
    this.models = models;
    this.options = options;
    this.current = current;
    this.reopening = reopening;
  }

  /// @param current what the conversation has open
  /// @param reopening opens a model by its full name
  public static List<SlashCommand> list(
      ModelOpener models,
      ProjectOptions options,
      Supplier<Selection> current,
      BuiltinCommands.Switch reopening) {
    var commands = new LoginSlashCommands(models, options, current, reopening);
    return List.of(
        SlashCommand.of("login", "Store the key of a provider, tried before", commands::login)
            .taking("[PROVIDER]", commands::names),
        SlashCommand.of("logout", "Forget the stored key of a provider", commands::logout)
            .taking("[PROVIDER]", commands::names));
  }

  private List<String> names() {
    try {
      return new LoginDialogue(models, options, text -> {})
          .states().takers().stream().map(Provider::name).toList();
    } catch (SetupException broken) {
      // The providers of the configuration cannot be used; that was told at the start.
      return List.of();
    }
  }

  private void login(String argument, CommandContext context)
      throws CommandException, InterruptedException {
    if (argument.indexOf(' ') >= 0) {
      throw new CommandException(
          "Only the name of the provider follows /login; the key is asked for, and not shown.");
    }
    try {
      Optional<Provider> provider = new LoginDialogue(models, options, context).login(argument);
      if (provider.isEmpty()) {
        return;
      }
      models.adopt(Configuration.load(options));
      if (ofCurrent(provider.get())) {
        Conversation running = context.conversation();
        running.use(reopening.to(model(), running.setup()));
        context.print("This conversation uses it from the next prompt on.");
      } else {
        context.print("/model chooses one of its models.");
      }
    } catch (SetupException | ConfigException refused) {
      throw new CommandException(String.valueOf(refused.getMessage()));
    }
  }

  private void logout(String argument, CommandContext context)
      throws CommandException, InterruptedException {
    try {
      var dialogue = new LoginDialogue(models, options, context);
      Optional<Provider> provider = dialogue.logout(argument, LoginDialogue.Consent.ASKED);
      if (provider.isEmpty()) {
        return;
      }
      models.adopt(Configuration.load(options));
      String remains = dialogue.states().remaining(provider.get());
      if (!remains.isEmpty()) {
        context.print("It still has a " + remains + ".");
      }
      if (ofCurrent(provider.get())) {
        context.print(
            "This conversation has its model open and goes on with the key; /model changes that.");
      }
    } catch (SetupException | ConfigException refused) {
      throw new CommandException(String.valueOf(refused.getMessage()));
    }
  }

  private boolean ofCurrent(Provider provider) {
    return model().startsWith(provider.name() + "/");
  }

  private String model() {
    return current.get().model().name();
  }
}
