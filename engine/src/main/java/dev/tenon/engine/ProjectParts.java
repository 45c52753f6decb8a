package dev.tenon.engine;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.EditingMaker;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.exec.shell.VariableFilter;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.engine.agent.AgentLoader;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.content.Questioned;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.skill.SkillLoader;
import dev.tenon.engine.template.PromptTemplates;
import dev.tenon.providers.Provider;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parts that a [Project] is opened with, as its options and its configuration want them.
///
/// @param keyVariables the variables that hold keys of providers: no command gets to see them
/// @param rules those of the configuration
/// @param skills null where there is no folder of skills
/// @param templates null where there is no folder of them
/// @param agents null where there is no folder of them
/// @param hooks null where there can be none
/// @param commands how commands are run, without a confinement and a place for long output yet
public record ProjectParts(
    Settings settings,
    ModelOpener models,
    Set<String> keyVariables,
    Workspace workspace,
    Journal journal,
    Rules rules,
    Shell.Setup commands,
    @Nullable SkillLoader skills,
    @Nullable PromptTemplates templates,
    @Nullable AgentLoader agents,
    @Nullable HookLoader hooks) {

  /// What a project and its user have written for the model, read once. Whoever can ask a person
  /// does so before the project is opened with it.
  ///
  /// @param skills null where there is no folder of them, and so for the others
  public record Content(
      @Nullable SkillLoader skills,
      @Nullable PromptTemplates templates,
      @Nullable AgentLoader agents) {

    public static Content read(ProjectOptions options, Settings settings) {
      return new Content(
          SkillLoader.any(options, settings.skills())
              ? new SkillLoader(options, settings.skills())
              : null,
          PromptTemplates.any(options) ? new PromptTemplates(options) : null,
          AgentLoader.any(options) ? new AgentLoader(options) : null);
    }

    /// Opens the project with it.
    ///
    /// @param configuration that of these options
    /// @param editor what edits go through unless they are staged
    public Project open(ProjectOptions options, Configuration configuration, EditingMaker editor)
        throws SetupException {
      return new Project(options, ProjectParts.open(options, configuration, this), editor);
    }

    /// What a person may have to be asked about.
    public List<Questioned> questions() {
      var all = new ArrayList<Questioned>();
      if (skills != null) {
        all.add(skills);
      }
      if (templates != null) {
        all.add(templates);
      }
      if (agents != null) {
        all.add(agents);
      }
      return all;
    }
  }

  /// Opens a project about which nobody can be asked.
  static Project project(ProjectOptions options, Configuration configuration)
      throws SetupException {
    return Content.read(options, configuration.settings())
        .open(options, configuration, DirectEditing::new);
  }

  static ProjectParts open(ProjectOptions options, Configuration configuration, Content content)
      throws SetupException {
    Settings settings = configuration.settings();
    Rules rules = rules(settings, options.root());
    SkillLoader skills = content.skills();
    Workspace workspace;
    try {
      workspace =
          Workspace.open(options.root(), roots(settings.roots(), skills), rules.forbidden());
    } catch (IOException unusable) {
      throw SetupException.usage("a root cannot be used: " + unusable.getMessage());
    }
    Journal journal = journal(options, workspace);
    var models = new ModelOpener(configuration, options.environment(), options.scripts());
    Set<String> keys = keyVariables(models);
    return new ProjectParts(
        settings,
        models,
        keys,
        workspace,
        journal,
        rules,
        commands(settings, keys),
        skills,
        content.templates(),
        content.agents(),
        HookLoader.any(options, configuration.hooks())
            ? new HookLoader(options, configuration.hooks())
            : null);
  }

  /// How commands are run.
  private static Shell.Setup commands(Settings settings, Set<String> keys) {
    return Shell.Setup.DEFAULT
        .inheriting(VariableFilter.OPEN.hiding(keys).onlySafeAnd(settings.commands().environment()))
        .showing(settings.limits().toolOutputBytes())
        .withGrace(Duration.ofMillis(settings.commands().graceMs()))
        .remembering(
            settings.commands().persistent()
                ? Shell.Remembering.FOLDER_AND_VARIABLES
                : Shell.Remembering.NOTHING);
  }

  private static List<Root> roots(Settings.Roots wanted, @Nullable SkillLoader skills)
      throws IOException {
    var roots = new ArrayList<Root>();
    for (String folder : wanted.readOnly()) {
      roots.add(Root.of(HomeFolders.resolve(folder), Root.Use.READ_ONLY));
    }
    for (String folder : wanted.writable()) {
      roots.add(Root.of(HomeFolders.resolve(folder), Root.Use.WRITABLE));
    }
    if (skills != null) {
      for (Path folder : skills.foldersOutside()) {
        roots.add(Root.of(folder, Root.Use.READ_ONLY));
      }
    }
    return roots;
  }

  private static Journal journal(ProjectOptions options, Workspace workspace)
      throws SetupException {
    try {
      return ProjectJournal.open(
          options.home(), workspace, Long.toString(System.currentTimeMillis(), 36));
    } catch (IOException | CommitException unusable) {
      throw SetupException.failure(
          "the journal under " + options.home() + " cannot be used: " + unusable.getMessage());
    }
  }

  static Rules rules(Settings settings, Path root) {
    // Also without any: those that a person allows later are relative to the same folders.
    return Rules.of(settings.permissions(), root, HomeFolders.home());
  }

  /// The variables that hold keys of providers: no command gets to see them.
  private static Set<String> keyVariables(ModelOpener models) throws SetupException {
    var names = new HashSet<String>();
    for (Provider provider : models.providers().all()) {
      provider.keys().forEach(key -> names.add(key.name()));
    }
    return names;
  }
}
