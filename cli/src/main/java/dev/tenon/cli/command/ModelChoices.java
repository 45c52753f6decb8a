package dev.tenon.cli.command;

import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.ModelCommand;
import dev.tenon.cli.slash.SettingChecks;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.SettingsWriter;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.model.ServerModels;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Resolution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/// What `/model` chooses from: the models of the project, for its conversation.
final class ModelChoices implements ModelCommand.Models {
  private static final String EFFORT = "effort";

  private final ConversationCommand command;
  private final ProjectConversation conversation;
  private final ActiveSession session;
  private final ServerModels servers;

  ModelChoices(
      ConversationCommand command, ProjectConversation conversation, ActiveSession session) {
    this.command = command;
    this.conversation = conversation;
    this.session = session;
    this.servers = new ServerModels(conversation.project().models());
  }

  @Override
  public String name() {
    return conversation.selection().model().name();
  }

  @Override
  public Effort effort() {
    return conversation.selection().effort();
  }

  @Override
  public void ask(CommandContext context) {
    try {
      List<Provider> own = servers.servers(name());
      if (!own.isEmpty()) {
        String names = String.join(", ", own.stream().map(Provider::name).toList());
        context.working(
            "Asking " + names + " for models",
            () -> {
              servers.ask(own);
              return true;
            });
      }
    } catch (SetupException | InterruptedException unknown) {
      // The configuration is broken, which was reported at the start, or the person does not want
      // to wait: what is known already is there to choose from.
      return;
    }
  }

  @Override
  public List<ModelCommand.Known> known() {
    ModelOpener models = conversation.project().models();
    var all = new LinkedHashMap<String, ModelCommand.Known>();
    try {
      List<Provider> own = servers.servers(name());
      servers.askSoon(own);
      for (String offered : servers.known(own)) {
        ModelInfo info = models.catalog().describe(offered);
        all.put(offered, new ModelCommand.Known(info, lacking(models, info)));
      }
      for (ModelInfo info : models.catalog().list()) {
        all.put(info.name(), new ModelCommand.Known(info, lacking(models, info)));
      }
    } catch (SetupException unusable) {
      // The models section of the configuration is broken; that was reported at the start.
      all.clear();
    }
    var listed = new ArrayList<ModelCommand.Known>();
    if (!all.containsKey(name())) {
      listed.add(new ModelCommand.Known(conversation.selection().model().info(), ""));
    }
    listed.addAll(all.values());
    return listed;
  }

  private static String lacking(ModelOpener models, ModelInfo info) throws SetupException {
    return switch (models.providers().resolve(info.name(), models.environment())) {
      case Resolution.Found ignored -> "";
      case Resolution.MissingKey missing -> missing.message() + wayIn(missing.provider());
      case Resolution.Unusable unusable -> unusable.message();
    };
  }

  private static String wayIn(Provider provider) {
    return provider.keys().isEmpty() ? "" : ", or run 'tenon login " + provider.name() + "'";
  }

  @Override
  public void use(String name, Effort effort, CommandContext context) throws CommandException {
    Project project = conversation.project();
    try {
      ModelOpener.Opened model =
          isNobodys(name)
              ? conversation.selection().model()
              : command.recorded(project, project.models().open(name));
      if (!model.name().equals(name())) {
        session.modelChanged(model.name());
      }
      if (effort != effort()) {
        session.effortChanged(effort);
      }
      context
          .conversation()
          .use(conversation.use(conversation.selection().with(model).with(effort)));
    } catch (SetupException unusable) {
      throw new CommandException(String.valueOf(unusable.getMessage()));
    }
  }

  /// Whether it is the model in use and no provider has it, such as a scripted one, whose name
  /// opens nothing.
  private boolean isNobodys(String name) throws SetupException {
    int slash = name.indexOf('/');
    return name.equals(name())
        && slash > 0
        && conversation.project().models().providers().find(name.substring(0, slash)).isEmpty();
  }

  @Override
  public String save(String name, Effort effort) throws CommandException {
    ProjectOptions options = conversation.project().options();
    var writer = new SettingsWriter(options, SettingChecks.of(options));
    try {
      String where = writer.set("model", name);
      // What this start was told of it beside the file is no part of the default.
      if (effort != Effort.DEFAULT || writer.keys(EFFORT).contains(EFFORT)) {
        writer.set(EFFORT, effort.name().toLowerCase(Locale.ROOT));
      }
      return "It is your default from now on (" + where + ").";
    } catch (ConfigException refused) {
      throw new CommandException("It is not saved: " + refused.getMessage());
    }
  }
}
