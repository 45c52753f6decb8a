package dev.tenon.cli.command;

import dev.tenon.cli.slash.CommandContext;
import dev.tenon.cli.slash.CommandException;
import dev.tenon.cli.slash.ModelCommand;
import dev.tenon.core.model.Effort;
import dev.tenon.core.model.ModelInfo;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectConversation;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.SettingsWriter;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.session.ActiveSession;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Resolution;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What `/model` chooses from: the models of the project, for its conversation.
final class ModelChoices implements ModelCommand.Models {
  private static final String EFFORT = "effort";

  private final ConversationCommand command;
  private final ProjectConversation conversation;
  private final ActiveSession session;

  ModelChoices(
      ConversationCommand command, ProjectConversation conversation, ActiveSession session) {
    this.command = command;
    this.conversation = conversation;
    this.session = session;
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
  public List<ModelCommand.Known> known() {
    ModelOpener models = conversation.project().models();
    var all = new ArrayList<ModelCommand.Known>();
    try {
      for (ModelInfo info : models.catalog().list()) {
        all.add(new ModelCommand.Known(info, lacking(models, info)));
      }
    } catch (SetupException unusable) {
      // The models section of the configuration is broken; that was reported at the start.
      all.clear();
    }
    return all;
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
      ModelOpener.Opened model = command.recorded(project, project.models().open(name));
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

  @Override
  public String save(String name, Effort effort) throws CommandException {
    var writer = new SettingsWriter(conversation.project().options());
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
