package dev.tenon.cli.discover;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.discover.DiscoveredItem.Decision;
import dev.tenon.cli.discover.DiscoveredItem.Kind;
import dev.tenon.cli.mcp.McpSetup;
import dev.tenon.cli.mcp.OtherServersFile;
import dev.tenon.cli.mcp.ServerConsent;
import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.permission.Rule;
import dev.tenon.core.prompt.ContextFile;
import dev.tenon.core.rule.StreamRule;
import dev.tenon.core.skill.Skill;
import dev.tenon.engine.Project;
import dev.tenon.engine.ProjectParts;
import dev.tenon.engine.StreamRuleLoader;
import dev.tenon.engine.agent.AgentLoader;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Consent;
import dev.tenon.engine.config.ProjectRequest;
import dev.tenon.engine.config.Restriction;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.config.SettingsWriter;
import dev.tenon.engine.discovery.Instruction;
import dev.tenon.engine.discovery.OtherPermissions;
import dev.tenon.engine.discovery.OtherServers;
import dev.tenon.engine.hook.Hook;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.engine.skill.SkillLoader;
import dev.tenon.engine.template.PromptTemplate;
import dev.tenon.engine.template.PromptTemplates;
import dev.tenon.protocols.mcp.config.ServerConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Collects everything that a project brings along for agents, its own and what other tools left,
/// and what becomes of it.
final class DiscoveredItems {
  private final Project project;
  private final Configuration configuration;
  private final LaunchContext context;
  private final ItemAdoption adoption;
  private final List<DiscoveredItem> items = new ArrayList<>();
  private final Set<String> problems = new LinkedHashSet<>();

  DiscoveredItems(Project project, Configuration configuration, LaunchContext context) {
    this.project = project;
    this.configuration = configuration;
    this.context = context;
    this.adoption = new ItemAdoption(context, configuration);
  }

  List<DiscoveredItem> items() {
    return List.copyOf(items);
  }

  /// What is wrong with the files, one line each.
  List<String> problems() {
    return List.copyOf(problems);
  }

  /// What waits for a decision is in the table already.
  private void tell(List<String> warnings) {
    for (String line : warnings) {
      if (line.matches("[^:]+:[0-9]+: .*")) {
        problems.add(line);
      }
    }
  }

  DiscoveredItems collect() throws SetupException {
    instructions();
    servers();
    hooks();
    var content = ProjectParts.Content.read(context.options(), configuration.settings());
    problems.addAll(content.problems());
    skills(content.skills());
    commands(content.templates());
    agents(content.agents());
    rules();
    permissions();
    settings();
    return this;
  }

  private void instructions() {
    Set<String> others = new HashSet<>();
    Map<String, String> told = new HashMap<>();
    project.instructions().files().files().forEach(file -> told.put(file.shown(), file.text()));
    for (Instruction each : project.instructions().others()) {
      others.add(each.shown());
    }
    for (ContextFile file : project.instructions().files().files()) {
      if (!others.contains(file.shown())) {
        add(
            Kind.INSTRUCTIONS,
            file.shown(),
            file.shown(),
            "is in the system prompt, " + size(file.text()),
            Decision.USED,
            "contextFiles");
      }
    }
    for (Instruction each : project.instructions().others()) {
      boolean repeated = project.instructions().isRepeated(each);
      boolean byHand = each.when() instanceof Instruction.When.ByHand;
      boolean tooMuch =
          each.when() instanceof Instruction.When.Always && !told.containsKey(each.shown());
      add(
          Kind.INSTRUCTIONS,
          each.shown(),
          each.shown(),
          effect(each, tooMuch, told.getOrDefault(each.shown(), each.text())),
          repeated || byHand || tooMuch ? Decision.NOT_USED : Decision.USED,
          repeated
              ? "another file says the same"
              : tooMuch
                  ? "it does not fit into what instructions may take in all"
                  : byHand
                      ? "its tool uses it only when somebody names it"
                      : "of " + each.tool().label());
    }
    problems.addAll(project.instructions().files().warnings());
  }

  /// @param told what the model gets of it, which may be less than the file has
  private static String effect(Instruction each, boolean tooMuch, String told) {
    return switch (each.when()) {
      case Instruction.When.Always ignored ->
          (tooMuch ? "would be in the system prompt, " : "is in the system prompt, ") + size(told);
      case Instruction.When.ForFiles files ->
          "comes with the first of " + String.join(", ", files.patterns());
      case Instruction.When.Described described ->
          "is named to the model: " + described.description();
      case Instruction.When.ByHand ignored -> "would tell the model " + size(each.text());
    };
  }

  private static String size(String text) {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    return bytes < 1024 ? bytes + " bytes" : (bytes + 512) / 1024 + " KB";
  }

  private void servers() throws SetupException {
    McpSetup setup = McpSetup.read(context, configuration);
    Set<String> shown = new HashSet<>();
    for (ServerConfig server : setup.all().servers()) {
      if (server.owner() == ServerConfig.Owner.PROJECT) {
        shown.add(server.where() + "#" + server.name());
        server(server);
      }
    }
    for (OtherServers.Server each : OtherServersFile.read(context, configuration).servers()) {
      ServerConfig counts = setup.servers().find(each.name());
      if (!shown.contains(each.file() + "#" + each.name()) && counts != null) {
        add(
            Kind.SERVER,
            each.name(),
            each.file() + ":" + each.line(),
            "is a server",
            Decision.NOT_USED,
            "that of " + counts.where() + " counts");
      }
    }
    problems.addAll(setup.all().faults());
  }

  private void server(ServerConfig server) {
    var consent = new ServerConsent(context, configuration, server);
    boolean on = server.use().enabled();
    String how = server.isLocal() ? "runs " : "connects to ";
    String why =
        !on
            ? "it is off in its file"
            : switch (consent.decision()) {
              case ACCEPTED ->
                  consent.isWalled() && !server.use().network()
                      ? "you agreed; behind the wall, without the network"
                      : "you agreed";
              case DECLINED -> "you declined; 'tenon mcp trust " + server.name() + "' asks again";
              case UNDECIDED -> "'tenon mcp trust " + server.name() + "' shows all of it and asks";
            };
    items.add(
        new DiscoveredItem(
            Kind.SERVER,
            server.name(),
            server.where(),
            how + server.described(),
            consent.lines(),
            on ? decision(consent.decision()) : Decision.NOT_USED,
            why,
            () -> adoption.server(server)));
  }

  private static Decision decision(Consent.Decision decided) {
    return switch (decided) {
      case ACCEPTED -> Decision.USED;
      case DECLINED -> Decision.DECLINED;
      case UNDECIDED -> Decision.WAITS;
    };
  }

  private void hooks() {
    HookLoader loader = project.hooks().orElse(null);
    if (loader == null) {
      return;
    }
    Map<String, Integer> named = new HashMap<>();
    for (HookLoader.Listed each : loader.listed()) {
      Hook hook = each.hook();
      if (hook.source().owner() != Hook.Owner.PROJECT) {
        continue;
      }
      String place = hook.event().label() + "@" + hook.source().place();
      int there = named.merge(place, 1, Integer::sum);
      Decision decision =
          switch (each.state()) {
            case USABLE -> Decision.USED;
            case UNDECIDED -> Decision.WAITS;
            case DECLINED -> Decision.DECLINED;
          };
      String own = sameOfUser(hook, loader);
      items.add(
          new DiscoveredItem(
              Kind.HOOK,
              // All of them may stand on one line.
              there == 1 ? place : place + "#" + there,
              hook.source().place(),
              "runs at "
                  + (hook.event().label() + " " + hook.occasion()).strip()
                  + ": "
                  + hook.kind().shown(),
              whole(hook),
              own.isEmpty() || decision == Decision.USED ? decision : Decision.NOT_USED,
              own.isEmpty() ? why(decision) : "you have the same in " + own,
              own.isEmpty() ? () -> adoption.hook(hook, loader.ofProject(hook).orElse("")) : null));
    }
    tell(loader.warnings());
  }

  private static List<String> whole(Hook hook) {
    var lines = new ArrayList<String>();
    String occasion = hook.occasion();
    lines.add("runs at " + hook.event().label() + (occasion.isEmpty() ? "" : " " + occasion));
    switch (hook.kind()) {
      case Hook.Kind.Command command -> {
        lines.add("command: " + command.line());
        List<String> arguments = command.arguments();
        if (arguments != null) {
          arguments.forEach(word -> lines.add("argument: " + word));
        }
      }
      case Hook.Kind.Prompt prompt -> {
        String model = prompt.model();
        lines.add("asks " + (model == null ? "the model of the conversation" : model));
        lines.add("prompt: " + prompt.text());
      }
    }
    return lines;
  }

  /// Where the user has the very same hook; empty for nowhere.
  private static String sameOfUser(Hook hook, HookLoader loader) {
    for (HookLoader.Listed each : loader.listed()) {
      Hook other = each.hook();
      if (other.source().owner() == Hook.Owner.USER
          && other.event() == hook.event()
          && other.written().equals(hook.written())) {
        return other.source().place();
      }
    }
    return "";
  }

  private static String why(Decision decision) {
    return switch (decision) {
      case USED -> "you agreed";
      case WAITS -> "a conversation at the terminal asks; --trust uses it for one run";
      case DECLINED -> "you declined; 'tenon discover forget' asks again";
      case NOT_USED -> "";
    };
  }

  private void skills(@Nullable SkillLoader loader) {
    if (loader == null) {
      return;
    }
    for (SkillLoader.Listed each : loader.listed()) {
      Skill skill = each.skill();
      if (skill.source() == Skill.Source.USER) {
        continue;
      }
      Decision decision =
          switch (each.state()) {
            case USABLE -> Decision.USED;
            case UNDECIDED -> Decision.WAITS;
            case DECLINED -> Decision.DECLINED;
            case DISABLED, HIDDEN -> Decision.NOT_USED;
          };
      items.add(
          new DiscoveredItem(
              Kind.SKILL,
              skill.name(),
              skill.shown(),
              "is offered to the model: " + skill.description(),
              decision,
              switch (each.state()) {
                case DISABLED -> "skills.disabled names it";
                case HIDDEN -> each.by() + " has the same name";
                case USABLE, UNDECIDED, DECLINED -> why(decision);
              },
              () -> adoption.folder(skill.folder(), "skills", skill.name())));
    }
    tell(loader.warnings());
  }

  private void commands(@Nullable PromptTemplates templates) {
    if (templates == null) {
      return;
    }
    for (Map.Entry<PromptTemplate, Consent.Decision> each : templates.decisions().entrySet()) {
      PromptTemplate template = each.getKey();
      if (template.owner() == PromptTemplate.Owner.USER) {
        continue;
      }
      Decision decision = decision(each.getValue());
      String ending = template.syntax() == PromptTemplate.Syntax.TOML ? ".toml" : ".md";
      String name = template.name().replace(':', '/') + ending;
      items.add(
          new DiscoveredItem(
              Kind.COMMAND,
              template.name(),
              template.shown(),
              "is the command /" + template.name(),
              decision,
              why(decision),
              isFile(template.file())
                  ? () -> adoption.file(template.file(), "commands", name)
                  : null));
    }
    tell(templates.warnings());
  }

  private void agents(@Nullable AgentLoader loader) {
    if (loader == null) {
      return;
    }
    for (AgentLoader.Listed each : loader.listed()) {
      AgentDefinition agent = each.agent();
      if (agent.source() != AgentDefinition.Source.PROJECT) {
        continue;
      }
      Decision decision =
          switch (each.state()) {
            case USABLE -> Decision.USED;
            case UNDECIDED -> Decision.WAITS;
            case DECLINED -> Decision.DECLINED;
            case HIDDEN -> Decision.NOT_USED;
          };
      Path file = context.root().resolve(agent.shown());
      items.add(
          new DiscoveredItem(
              Kind.AGENT,
              agent.name(),
              agent.shown(),
              "can be a helper: " + agent.description(),
              decision,
              each.state() == AgentLoader.State.HIDDEN
                  ? each.by() + " has the same name"
                  : why(decision),
              file.toString().endsWith(".md")
                  ? () -> adoption.file(file, "agents", agent.name() + ".md")
                  : null));
    }
    tell(loader.warnings());
  }

  /// What stands within another file has a path with the name behind it.
  private static boolean isFile(Path file) {
    return file.toString().indexOf('#') < 0;
  }

  private void rules() {
    Settings settings = configuration.settings();
    if (!StreamRuleLoader.any(context.options(), settings)) {
      return;
    }
    var loader = new StreamRuleLoader(context.options(), settings.rules());
    Decision decision = decision(loader.decision());
    for (StreamRule each : loader.ofProject().rules()) {
      add(
          Kind.RULE,
          each.name(),
          each.file(),
          "may stop the model and tell it: " + each.content().strip(),
          decision,
          why(decision));
    }
    problems.addAll(loader.ofProject().problems());
  }

  private void permissions() {
    OtherPermissions permissions = project.foreignPermissions();
    for (OtherPermissions.Found each : permissions.found()) {
      Rule rule = each.rule();
      String label = each.wanted().label();
      items.add(
          new DiscoveredItem(
              Kind.PERMISSION,
              label + " " + each.written(),
              each.file() + ":" + each.line(),
              rule == null ? "would " + label : rule.effect().label() + " " + rule.text(),
              rule == null ? Decision.NOT_USED : Decision.USED,
              !each.why().isEmpty() ? each.why() : "it only makes things stricter",
              each.text().isEmpty()
                  ? null
                  : () ->
                      new SettingsWriter(context.options()).addRule(each.wanted(), each.text())));
    }
    problems.addAll(permissions.problems());
  }

  /// What the project's configuration asks for and only the user can grant, checks above all: they
  /// are commands. It is decided about as a whole.
  private void settings() {
    ProjectRequest request = configuration.project().orElse(null);
    if (request == null) {
      return;
    }
    Decision decision = decision(configuration.decision());
    for (Restriction want : request.wants()) {
      boolean runs = want.key().equals("checks");
      add(
          runs ? Kind.CHECK : Kind.SETTING,
          want.key(),
          request.file() + ":" + want.line(),
          (runs ? "runs before something counts as done: " : "would set it to ") + want.value(),
          decision,
          why(decision));
    }
  }

  private void add(
      Kind kind, String name, String place, String effect, Decision decision, String why) {
    items.add(new DiscoveredItem(kind, name, place, effect, decision, why, null));
  }
}
