package dev.tenon.engine.skill;

import dev.tenon.core.skill.Skill;
import dev.tenon.core.skill.SkillLibrary;
import dev.tenon.core.text.VisibleText;
import dev.tenon.core.workspace.path.PathException;
import dev.tenon.core.workspace.walk.Glob;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.content.ContentPlaces;
import dev.tenon.engine.content.ItemConsent;
import dev.tenon.engine.content.OtherTool;
import dev.tenon.engine.content.Questioned;
import dev.tenon.engine.plugin.InstalledPlugins;
import dev.tenon.engine.plugin.PluginKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The skills of a project: its own, to each of which the user has agreed, and the user's. The
/// nearest of one name wins, a project's before the user's.
public final class SkillLoader implements Questioned {
  private static final List<String> NAMES =
      List.of(
          ".tenon/skills",
          ".agents/skills",
          ".claude/skills",
          ".opencode/skills",
          ".cursor/skills",
          ".gemini/skills",
          ".codex/skills",
          ".pi/skills");

  private final ProjectOptions options;
  private final Settings.Skills settings;
  private final ItemConsent consent;
  private final List<Listed> listed = new ArrayList<>();
  private final List<SkillFiles.Finding> findings;
  private final List<Skill> found;
  private final List<Glob> disabled;

  /// What a skill is in a listing.
  public enum State {
    /// It can be loaded.
    USABLE,
    /// Nobody has decided about it.
    UNDECIDED,
    /// The user does not want it.
    DECLINED,
    /// `skills.disabled` names it.
    DISABLED,
    /// A nearer one has its name.
    HIDDEN
  }

  /// A skill that was found.
  ///
  /// @param by the file of the one that hides it; otherwise empty
  public record Listed(Skill skill, State state, String by) {}

  public SkillLoader(ProjectOptions options, Settings.Skills settings) {
    this(options, settings, Set.of());
  }

  /// @param off programs whose folders in the project are not looked at
  public SkillLoader(ProjectOptions options, Settings.Skills settings, Set<OtherTool> off) {
    this(options, settings, places(options, settings, off));
  }

  private SkillLoader(
      ProjectOptions options, Settings.Skills settings, List<ContentPlaces.Place> places) {
    this.options = options;
    this.settings = settings;
    this.consent = new ItemConsent(options.home());
    var files = new SkillFiles();
    places.forEach(files::add);
    this.findings = files.findings();
    this.found = files.skills();
    this.disabled = disabled();
    list();
  }

  /// Whether there is a folder of skills at all; costs a few looks at the disk.
  public static boolean any(ProjectOptions options, Settings.Skills settings) {
    return any(options, settings, Set.of());
  }

  public static boolean any(ProjectOptions options, Settings.Skills settings, Set<OtherTool> off) {
    return settings.enabled() && !places(options, settings, off).isEmpty();
  }

  private static List<ContentPlaces.Place> places(
      ProjectOptions options, Settings.Skills settings, Set<OtherTool> off) {
    var own = new ArrayList<Path>(HomeFolders.resolve(settings.folders()));
    own.add(options.home().resolve("skills"));
    var places =
        new ArrayList<>(ContentPlaces.of(options.root(), NAMES, off, HomeFolders.home(), own));
    places.addAll(InstalledPlugins.content(options.home(), PluginKind.SKILL));
    return places;
  }

  private void list() {
    listed.clear();
    Map<String, Skill> winners = new HashMap<>();
    Set<Path> seen = new HashSet<>();
    for (Skill skill : found) {
      if (!seen.add(skill.folder())) {
        // Two places that are one folder.
        continue;
      }
      State state = state(skill);
      Skill nearer = winners.get(skill.name());
      if (nearer != null) {
        listed.add(new Listed(skill, State.HIDDEN, nearer.shown()));
      } else {
        if (state == State.USABLE) {
          winners.put(skill.name(), skill);
        }
        listed.add(new Listed(skill, state, ""));
      }
    }
  }

  private State state(Skill skill) {
    for (Glob glob : disabled) {
      if (glob.matches(skill.name())) {
        return State.DISABLED;
      }
    }
    if (skill.source() == Skill.Source.USER || options.trust() == ProjectOptions.Trust.EVERYTHING) {
      return State.USABLE;
    }
    return switch (consent.remembered(item(skill))) {
      case ACCEPTED -> State.USABLE;
      case DECLINED -> State.DECLINED;
      case UNDECIDED -> State.UNDECIDED;
    };
  }

  private List<Glob> disabled() {
    var globs = new ArrayList<Glob>();
    for (String pattern : settings.disabled()) {
      try {
        globs.add(Glob.of(pattern));
      } catch (PathException wrong) {
        findings.add(
            new SkillFiles.Finding(
                "skills.disabled", 1, SkillFiles.Severity.WARNING, wrong.getMessage() + ""));
      }
    }
    return globs;
  }

  private static ItemConsent.Item item(Skill skill) {
    return new ItemConsent.Item(ItemConsent.Kind.SKILL, skill.name(), skill.file(), skill.sha256());
  }

  /// Everything that was found, the nearest first.
  public List<Listed> listed() {
    return List.copyOf(listed);
  }

  private List<Skill> in(State state) {
    var found = new ArrayList<Skill>();
    for (Listed each : listed) {
      if (each.state() == state) {
        found.add(each.skill());
      }
    }
    return found;
  }

  @Override
  public Optional<String> question() {
    List<Skill> open = in(State.UNDECIDED);
    if (open.isEmpty()) {
      return Optional.empty();
    }
    var text = new StringBuilder("This project has skills, texts that tell the model what to do:");
    for (Skill skill : open) {
      String what = skill.description();
      String about = what.length() > 100 ? what.substring(0, 100) + "…" : what;
      text.append("\n  ")
          .append(VisibleText.line(skill.name() + " (" + skill.shown() + "): " + about));
    }
    return Optional.of(text.toString());
  }

  @Override
  public void decide(Decision decision) throws IOException {
    List<Skill> open = in(State.UNDECIDED);
    consent.remember(open.stream().map(SkillLoader::item).toList(), decision);
    list();
  }

  /// The folders of usable skills that lie outside of the project: they can be read like its files.
  public List<Path> foldersOutside() {
    var folders = new ArrayList<Path>();
    for (Skill skill : in(State.USABLE)) {
      if (!skill.folder().startsWith(options.root())) {
        folders.add(skill.folder());
      }
    }
    return folders;
  }

  /// The skills that can be used.
  public SkillLibrary load() {
    return new SkillLibrary(in(State.USABLE));
  }

  /// What is wrong with the files, one line each, and what was not used.
  public List<String> warnings() {
    var warnings = new ArrayList<String>();
    for (SkillFiles.Finding finding : findings) {
      if (finding.severity() != SkillFiles.Severity.WARNING) {
        warnings.add(finding.text());
      }
    }
    List<Skill> open = in(State.UNDECIDED);
    if (!open.isEmpty()) {
      warnings.add(
          (open.size() == 1 ? "a skill" : open.size() + " skills")
              + " of this project that you have not seen "
              + (open.size() == 1 ? "was" : "were")
              + " left out: "
              + String.join(", ", open.stream().map(Skill::name).limit(10).toList())
              + "; read them, then start with --trust to use them for one run, or answer the"
              + " question in a conversation");
    }
    return warnings;
  }

  /// A check of one folder, for whoever writes skills.
  ///
  /// @param errors whether something keeps a skill from being used
  public record Check(List<Skill> skills, List<String> lines, boolean errors) {
    public Check {
      skills = List.copyOf(skills);
      lines = List.copyOf(lines);
    }
  }

  /// Checks the skills below a folder, or the one in it.
  public static Check check(Path folder) {
    return check(
        List.of(
            new ContentPlaces.Place(folder, folder, folder.toString(), ContentPlaces.Owner.USER)));
  }

  /// Checks the skills in these places.
  public static Check check(List<ContentPlaces.Place> places) {
    var files = new SkillFiles();
    places.forEach(files::add);
    var lines = new ArrayList<String>();
    boolean errors = false;
    for (SkillFiles.Finding finding : files.findings()) {
      lines.add(SkillFiles.word(finding.severity()) + ": " + finding.text());
      errors |= finding.severity() == SkillFiles.Severity.ERROR;
    }
    return new Check(files.skills(), lines, errors);
  }
}
