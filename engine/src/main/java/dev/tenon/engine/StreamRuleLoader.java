package dev.tenon.engine;

import dev.tenon.core.rule.RuleFiles;
import dev.tenon.core.rule.RulePolicy;
import dev.tenon.core.rule.StreamRule;
import dev.tenon.core.rule.StreamRules;
import dev.tenon.core.text.VisibleText;
import dev.tenon.engine.config.Consent;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.ProjectRequest;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.config.yaml.YamlHead;
import dev.tenon.engine.content.ContentPlaces;
import dev.tenon.engine.plugin.InstalledPlugins;
import dev.tenon.engine.plugin.PluginKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The stream rules of a run: the user's from `rules` in the state folder, and the project's from
/// `.tenon/rules` if the user has consented to exactly these. A project's rule takes the place of
/// the user's of the same name.
public final class StreamRuleLoader {
  private static final String SHOWN = ".tenon/rules";

  private final ProjectOptions options;
  private final Settings.Rules settings;
  private final RuleFiles.@Nullable Folder project;
  private Consent.Decision decision = Consent.Decision.UNDECIDED;

  public StreamRuleLoader(ProjectOptions options, Settings.Rules settings) {
    this.options = options;
    this.settings = settings;
    this.project = project();
    if (project != null) {
      decision =
          options.trust() == ProjectOptions.Trust.EVERYTHING
              ? Consent.Decision.ACCEPTED
              : new Consent(options.home()).remembered(request(project));
    }
  }

  /// Whether there may be rules at all; costs no more than three looks at the disk.
  public static boolean any(ProjectOptions options, Settings settings) {
    return settings.rules().enabled()
        && (Files.isDirectory(users(options))
            || Files.isDirectory(ofProject(options))
            || InstalledPlugins.any(options.home()));
  }

  private static Path users(ProjectOptions options) {
    return options.home().resolve("rules");
  }

  /// The folder of a project's own rules, which are agreed to as a whole.
  public static Path ofProject(ProjectOptions options) {
    return options.root().resolve(".tenon").resolve("rules");
  }

  private RuleFiles.@Nullable Folder project() {
    Path folder = ofProject(options);
    try {
      if (!Files.isDirectory(folder)
          || (Files.isDirectory(users(options)) && Files.isSameFile(folder, users(options)))) {
        return null;
      }
    } catch (IOException unreadable) {
      return null;
    }
    RuleFiles.Folder read = RuleFiles.Folder.read(folder, SHOWN);
    return read.texts().isEmpty() && read.problems().isEmpty() ? null : read;
  }

  private ProjectRequest request(RuleFiles.Folder folder) {
    return new ProjectRequest(ofProject(options), SHOWN, folder.sha256(), List.of());
  }

  /// The question about the project's rules, if nobody has decided.
  public Optional<String> question() {
    if (project == null || decision != Consent.Decision.UNDECIDED || project.texts().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        SHOWN
            + " of this project has rules that may stop the model and tell it things: "
            + VisibleText.line(String.join(", ", project.texts().keySet())));
  }

  /// Remembers what the user says to [#question].
  public void decide(Consent.Decision decided) throws IOException {
    decision = decided;
    if (project != null) {
      new Consent(options.home()).remember(request(project), decided);
    }
  }

  /// The rules in force, or null if there are none.
  ///
  /// @param warnings is told what is wrong with the files, and later which rules had to be switched
  ///   off
  public @Nullable StreamRules load(Consumer<String> warnings) {
    var files = new RuleFiles(policy(settings), YamlHead::read);
    if (project != null && decision == Consent.Decision.ACCEPTED) {
      files.add(project);
    } else if (project != null && decision == Consent.Decision.UNDECIDED) {
      warnings.accept(
          SHOWN
              + " has rules that you have not seen; ignored. Read them, then start with --trust to"
              + " use them for one run, or answer the question in a conversation");
    }
    files.add(RuleFiles.Folder.read(users(options), users(options).toString()));
    for (ContentPlaces.Place place : InstalledPlugins.content(options.home(), PluginKind.RULE)) {
      files.add(RuleFiles.Folder.read(place.folder(), place.shown()), place.prefix());
    }
    files.problems().forEach(warnings);
    return files.rules().isEmpty() ? null : new StreamRules(files.rules(), warnings);
  }

  /// Rules of some places, for whoever writes them.
  ///
  /// @param problems one line each; the rule may be there all the same
  public record Check(List<StreamRule> rules, List<String> problems) {
    public Check {
      rules = List.copyOf(rules);
      problems = List.copyOf(problems);
    }
  }

  /// The rules that the project brings along, whatever was decided about them.
  public Check ofProject() {
    var files = new RuleFiles(policy(settings), YamlHead::read);
    if (project != null) {
      files.add(project);
    }
    return new Check(files.rules(), files.problems());
  }

  /// What the user decided about the rules of the project, all of them at once.
  public Consent.Decision decision() {
    return decision;
  }

  /// Checks the rules in these places.
  public static Check check(List<ContentPlaces.Place> places, Settings.Rules settings) {
    var files = new RuleFiles(policy(settings), YamlHead::read);
    for (ContentPlaces.Place place : places) {
      files.add(RuleFiles.Folder.read(place.folder(), place.shown()), place.prefix());
    }
    return new Check(files.rules(), files.problems());
  }

  private static RulePolicy policy(Settings.Rules settings) {
    return new RulePolicy(
        RulePolicy.Interrupt.valueOf(constant(settings.interrupt())),
        RulePolicy.Context.valueOf(constant(settings.context())),
        RulePolicy.Repeat.valueOf(constant(settings.repeat())),
        settings.repeatGap());
  }

  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }
}
