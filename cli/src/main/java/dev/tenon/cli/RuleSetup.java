package dev.tenon.cli;

import dev.tenon.cli.args.TenonCommandLine;
import dev.tenon.cli.config.Consent;
import dev.tenon.cli.config.ProjectRequest;
import dev.tenon.cli.config.Settings;
import dev.tenon.cli.config.Surroundings;
import dev.tenon.cli.config.YamlHead;
import dev.tenon.core.rule.RuleFiles;
import dev.tenon.core.rule.RulePolicy;
import dev.tenon.core.rule.StreamRules;
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
final class RuleSetup {
  private static final String SHOWN = ".tenon/rules";

  private final Surroundings surroundings;
  private final Settings.Rules settings;
  private final RuleFiles.@Nullable Folder project;
  private Consent.Decision decision = Consent.Decision.UNDECIDED;

  RuleSetup(Surroundings surroundings, Settings.Rules settings) {
    this.surroundings = surroundings;
    this.settings = settings;
    this.project = project();
    if (project != null) {
      decision =
          surroundings.arguments().has(TenonCommandLine.TRUST)
              ? Consent.Decision.ACCEPTED
              : new Consent(surroundings.home()).remembered(request(project));
    }
  }

  /// Whether there may be rules at all; costs no more than two looks at the disk.
  static boolean any(Surroundings surroundings, Settings settings) {
    return settings.rules().enabled()
        && (Files.isDirectory(users(surroundings)) || Files.isDirectory(projects(surroundings)));
  }

  private static Path users(Surroundings surroundings) {
    return surroundings.home().resolve("rules");
  }

  private static Path projects(Surroundings surroundings) {
    return surroundings.root().resolve(".tenon").resolve("rules");
  }

  private RuleFiles.@Nullable Folder project() {
    Path folder = projects(surroundings);
    try {
      if (!Files.isDirectory(folder)
          || (Files.isDirectory(users(surroundings))
              && Files.isSameFile(folder, users(surroundings)))) {
        return null;
      }
    } catch (IOException unreadable) {
      return null;
    }
    RuleFiles.Folder read = RuleFiles.Folder.read(folder, SHOWN);
    return read.texts().isEmpty() && read.problems().isEmpty() ? null : read;
  }

  private ProjectRequest request(RuleFiles.Folder folder) {
    return new ProjectRequest(projects(surroundings), SHOWN, folder.sha256(), List.of());
  }

  /// The question about the project's rules, if nobody has decided.
  Optional<String> question() {
    if (project == null || decision != Consent.Decision.UNDECIDED || project.texts().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        SHOWN
            + " of this project has rules that may stop the model and tell it things: "
            + String.join(", ", project.texts().keySet()));
  }

  /// Remembers what the user says to [#question].
  void decide(Consent.Decision decided) throws IOException {
    decision = decided;
    if (project != null) {
      new Consent(surroundings.home()).remember(request(project), decided);
    }
  }

  /// The rules in force, or null if there are none.
  ///
  /// @param warnings is told what is wrong with the files, and later which rules had to be switched
  ///   off
  @Nullable StreamRules load(Consumer<String> warnings) {
    var files = new RuleFiles(policy(), YamlHead::read);
    if (project != null && decision == Consent.Decision.ACCEPTED) {
      files.add(project);
    } else if (project != null && decision == Consent.Decision.UNDECIDED) {
      warnings.accept(
          SHOWN
              + " has rules that you have not seen; ignored. Read them, then start with --trust to"
              + " use them for one run, or answer the question in a conversation");
    }
    files.add(RuleFiles.Folder.read(users(surroundings), users(surroundings).toString()));
    files.problems().forEach(warnings);
    return files.rules().isEmpty() ? null : new StreamRules(files.rules(), warnings);
  }

  private RulePolicy policy() {
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
