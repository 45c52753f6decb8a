package dev.tenon.engine.template;

import dev.tenon.core.text.VisibleText;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.content.ContentPlaces;
import dev.tenon.engine.content.InlineContent;
import dev.tenon.engine.content.ItemConsent;
import dev.tenon.engine.content.OtherTool;
import dev.tenon.engine.content.Questioned;
import dev.tenon.engine.plugin.InstalledPlugins;
import dev.tenon.engine.plugin.PluginKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The prompts in files of a project and its user. The nearest of one name wins, a project's before
/// the user's; the others can be called as `user:NAME` and `project:NAME`. A project's are used
/// after the user has agreed to each of them.
public final class PromptTemplates implements Questioned {
  private static final List<String> NAMES =
      List.of(
          ".tenon/commands",
          ".claude/commands",
          ".opencode/command",
          ".opencode/commands",
          ".gemini/commands",
          ".pi/prompts",
          ".cursor/commands");

  private final ItemConsent consent;
  private final boolean trusted;
  private final List<PromptTemplate> found;
  private final List<String> problems;
  private Map<String, PromptTemplate> usable = Map.of();

  /// No templates.
  public static boolean any(ProjectOptions options) {
    return !places(options, Set.of()).isEmpty();
  }

  /// Whether there may be any.
  ///
  /// @param off programs whose folders in the project are not looked at
  public static boolean any(ProjectOptions options, Set<OtherTool> off) {
    return !places(options, off).isEmpty();
  }

  public PromptTemplates(ProjectOptions options) {
    this(options, Set.of(), List.of());
  }

  /// @param off programs whose folders in the project are not looked at
  /// @param inline those of the project that stand in other files
  public PromptTemplates(ProjectOptions options, Set<OtherTool> off, List<InlineContent> inline) {
    this.consent = new ItemConsent(options.home());
    this.trusted = options.trust() == ProjectOptions.Trust.EVERYTHING;
    var files = new TemplateFiles();
    places(options, off).forEach(files::add);
    inline.forEach(files::add);
    this.found = files.templates();
    this.problems = files.problems();
    choose();
  }

  private static List<ContentPlaces.Place> places(ProjectOptions options, Set<OtherTool> off) {
    var places =
        new ArrayList<>(
            ContentPlaces.of(
                options.root(),
                NAMES,
                off,
                HomeFolders.home(),
                List.of(options.home().resolve("commands"))));
    places.addAll(InstalledPlugins.content(options.home(), PluginKind.COMMAND));
    return places;
  }

  /// A check of files, for whoever writes commands.
  ///
  /// @param problems one line each; the command may be there all the same
  public record Check(List<PromptTemplate> templates, List<String> problems) {
    public Check {
      templates = List.copyOf(templates);
      problems = List.copyOf(problems);
    }
  }

  /// Checks the commands in these places.
  public static Check check(List<ContentPlaces.Place> places) {
    var files = new TemplateFiles();
    places.forEach(files::add);
    return new Check(files.templates(), files.problems());
  }

  private Decision decision(PromptTemplate template) {
    return trusted || template.owner() == PromptTemplate.Owner.USER
        ? Decision.ACCEPTED
        : consent.remembered(item(template));
  }

  private static ItemConsent.Item item(PromptTemplate template) {
    return new ItemConsent.Item(
        ItemConsent.Kind.COMMAND, template.name(), template.file(), template.sha256());
  }

  private void choose() {
    Map<String, PromptTemplate> chosen = new LinkedHashMap<>();
    for (PromptTemplate template : found) {
      if (decision(template) == Decision.ACCEPTED) {
        chosen.putIfAbsent(template.name(), template);
        String whose = template.owner() == PromptTemplate.Owner.PROJECT ? "project:" : "user:";
        chosen.putIfAbsent(whose + template.name(), template);
      }
    }
    usable = chosen;
  }

  /// Every one that was found and what was decided about it.
  public Map<PromptTemplate, Decision> decisions() {
    Map<PromptTemplate, Decision> all = new LinkedHashMap<>();
    found.forEach(template -> all.put(template, decision(template)));
    return all;
  }

  private List<PromptTemplate> undecided() {
    var open = new ArrayList<PromptTemplate>();
    for (PromptTemplate template : found) {
      if (decision(template) == Decision.UNDECIDED) {
        open.add(template);
      }
    }
    return open;
  }

  @Override
  public Optional<String> question() {
    List<PromptTemplate> open = undecided();
    if (open.isEmpty()) {
      return Optional.empty();
    }
    var text =
        new StringBuilder("This project has commands, prompts that may run programs when called:");
    for (PromptTemplate template : open) {
      String about = template.description().isEmpty() ? "" : ": " + template.description();
      text.append("\n  /")
          .append(VisibleText.line(template.name() + " (" + template.shown() + ")" + about));
    }
    return Optional.of(text.toString());
  }

  @Override
  public void decide(Decision decision) throws IOException {
    consent.remember(undecided().stream().map(PromptTemplates::item).toList(), decision);
    choose();
  }

  /// Each that can be called, by the name that calls it: its own, or with its owner before it
  /// (`project:review`) where its own is somebody else's.
  ///
  /// @param taken names that mean something else
  public Map<String, PromptTemplate> callable(Predicate<String> taken) {
    Map<String, PromptTemplate> all = new LinkedHashMap<>();
    var named = new HashSet<PromptTemplate>();
    usable.forEach(
        (name, template) -> {
          if (!taken.test(name) && named.add(template)) {
            all.put(name, template);
          }
        });
    return all;
  }

  public @Nullable PromptTemplate find(String name) {
    return usable.get(name);
  }

  /// What is wrong with the files, one line each, and what was not used.
  public List<String> warnings() {
    var warnings = new ArrayList<>(problems);
    List<PromptTemplate> open = undecided();
    if (!open.isEmpty()) {
      warnings.add(
          (open.size() == 1 ? "a command" : open.size() + " commands")
              + " in files of this project that you have not seen "
              + (open.size() == 1 ? "was" : "were")
              + " left out: "
              + String.join(", ", open.stream().map(PromptTemplate::name).limit(10).toList())
              + "; read them, then start with --trust to use them for one run, or answer the"
              + " question in a conversation");
    }
    return warnings;
  }
}
