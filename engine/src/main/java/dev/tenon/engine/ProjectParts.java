package dev.tenon.engine;

import dev.tenon.core.change.DirectEditing;
import dev.tenon.core.change.EditingMaker;
import dev.tenon.core.change.ProjectJournal;
import dev.tenon.core.change.journal.CommitException;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.exec.shell.Shell;
import dev.tenon.core.exec.shell.VariableFilter;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.permission.Rules;
import dev.tenon.core.workspace.Workspace;
import dev.tenon.core.workspace.path.Root;
import dev.tenon.engine.agent.AgentLoader;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.content.OtherTool;
import dev.tenon.engine.content.Questioned;
import dev.tenon.engine.discovery.Discovery;
import dev.tenon.engine.discovery.OtherContent;
import dev.tenon.engine.discovery.OtherPermissions;
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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/// The parts that a [Project] is opened with, as its options and its configuration want them.
///
/// @param keyVariables the variables that hold keys of providers: no command gets to see them
/// @param rules those of the configuration
/// @param skills null where there is no folder of skills
/// @param templates null where there is no folder of them
/// @param agents null where there is no folder of them
/// @param hooks null where there can be none
/// @param foreign what other tools' files have
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
    @Nullable HookLoader hooks,
    Foreign foreign) {

  /// What other tools' files have besides texts.
  ///
  /// @param problems one line each, with file, line and way out
  record Foreign(OtherPermissions permissions, List<String> problems) {
    static final Foreign NONE = new Foreign(OtherPermissions.NONE, List.of());

    Foreign {
      problems = List.copyOf(problems);
    }

    static Foreign read(Path root, Set<OtherTool> off, List<String> more) {
      if (!isProject(root)) {
        return NONE;
      }
      OtherPermissions permissions = OtherPermissions.read(root, off);
      var problems = new ArrayList<>(permissions.problems());
      problems.addAll(more);
      return new Foreign(permissions, problems);
    }

    /// In the home folder such files are the user's own, and mean something else.
    static boolean isProject(Path root) {
      return !root.equals(HomeFolders.home()) && Discovery.any(root);
    }
  }

  /// What a project and its user have written for the model, read once. Whoever can ask a person
  /// does so before the project is opened with it.
  ///
  /// @param skills null where there is no folder of them, and so for the others
  /// @param problems of what stands within other files
  public record Content(
      @Nullable SkillLoader skills,
      @Nullable PromptTemplates templates,
      @Nullable AgentLoader agents,
      List<String> problems) {
    public Content {
      problems = List.copyOf(problems);
    }

    public static Content read(ProjectOptions options, Settings settings) {
      Set<OtherTool> off = OtherTool.named(settings.discoveryOff());
      OtherContent inline =
          Foreign.isProject(options.root())
              ? OtherContent.read(options.root(), off)
              : OtherContent.NONE;
      // Hundreds of small files: each kind is read on a processor of its own, where there is one.
      FutureTask<SkillLoader> skills =
          reading(
              "skills",
              SkillLoader.any(options, settings.skills(), off)
                  ? () -> new SkillLoader(options, settings.skills(), off)
                  : null);
      FutureTask<PromptTemplates> templates =
          reading(
              "commands",
              !inline.commands().isEmpty() || PromptTemplates.any(options, off)
                  ? () -> new PromptTemplates(options, off, inline.commands())
                  : null);
      AgentLoader agents =
          !inline.agents().isEmpty() || AgentLoader.any(options, off)
              ? new AgentLoader(options, off, inline.agents())
              : null;
      return new Content(joined(skills), joined(templates), agents, inline.problems());
    }

    /// @param reader null where there is nothing to read
    private static <T> @Nullable FutureTask<T> reading(String name, @Nullable Callable<T> reader) {
      if (reader == null) {
        return null;
      }
      var task = new FutureTask<>(reader);
      Thread.ofPlatform().daemon().name(name).start(task);
      return task;
    }

    private static <T> @Nullable T joined(@Nullable FutureTask<T> reading) {
      if (reading == null) {
        return null;
      }
      boolean interrupted = false;
      try {
        while (true) {
          try {
            return reading.get();
          } catch (InterruptedException stop) {
            // It takes milliseconds; whoever stops the program finds the flag again.
            interrupted = true;
          } catch (ExecutionException broken) {
            throw new IllegalStateException("reading files broke", broken.getCause());
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
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
    Set<OtherTool> off = OtherTool.named(settings.discoveryOff());
    Foreign foreign = Foreign.read(options.root(), off, content.problems());
    Rules rules = rules(settings, options.root(), foreign.permissions());
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
            ? new HookLoader(options, configuration.hooks(), off)
            : null,
        foreign);
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
        // They were resolved when they were found.
        roots.add(new Root(folder, Root.Use.READ_ONLY));
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
    Set<OtherTool> off = OtherTool.named(settings.discoveryOff());
    return rules(settings, root, Foreign.read(root, off, List.of()).permissions());
  }

  private static Rules rules(Settings settings, Path root, OtherPermissions others) {
    List<Rule> all = settings.permissions();
    if (!others.found().isEmpty()) {
      all = new ArrayList<>(all);
      all.addAll(others.rules());
    }
    // Also without any: those that a person allows later are relative to the same folders.
    return Rules.of(all, root, HomeFolders.home());
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
