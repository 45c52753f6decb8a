package dev.tenon.engine.template;

import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.content.ContentPlaces;
import dev.tenon.engine.content.ItemConsent;
import dev.tenon.engine.content.Questioned;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
          ".pi/prompts");

  private final ItemConsent consent;
  private final boolean trusted;
  private final List<PromptTemplate> found;
  private final List<String> problems;
  private Map<String, PromptTemplate> usable = Map.of();

  /// No templates.
  public static boolean any(ProjectOptions options) {
    return !places(options).isEmpty();
  }

  public PromptTemplates(ProjectOptions options) {
    this.consent = new ItemConsent(options.home());
    this.trusted = options.trust() == ProjectOptions.Trust.EVERYTHING;
    var files = new TemplateFiles();
    places(options).forEach(files::add);
    this.found = files.templates();
    this.problems = files.problems();
    choose();
  }

  private static List<ContentPlaces.Place> places(ProjectOptions options) {
    return ContentPlaces.of(
        options.root(), NAMES, HomeFolders.home(), List.of(options.home().resolve("commands")));
  }

  private Decision decision(PromptTemplate template) {
    return trusted || template.owner() == PromptTemplate.Owner.USER
        ? Decision.ACCEPTED
        : consent.remembered(item(template));
  }

  private static ItemConsent.Item item(PromptTemplate template) {
    return new ItemConsent.Item(template.file(), template.sha256());
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
      text.append("\n  /").append(template.name()).append(" (").append(template.shown());
      text.append(template.description().isEmpty() ? ")" : "): " + template.description());
    }
    return Optional.of(text.toString());
  }

  @Override
  public void decide(Decision decision) throws IOException {
    consent.remember(undecided().stream().map(PromptTemplates::item).toList(), decision);
    choose();
  }

  /// Each that can be called by its plain name.
  public List<PromptTemplate> all() {
    var all = new ArrayList<PromptTemplate>();
    usable.forEach(
        (name, template) -> {
          if (name.equals(template.name())) {
            all.add(template);
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
