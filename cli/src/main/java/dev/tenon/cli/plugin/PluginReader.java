package dev.tenon.cli.plugin;

import dev.tenon.cli.mcp.PluginServers;
import dev.tenon.cli.terminal.theme.ThemeException;
import dev.tenon.cli.terminal.theme.ThemeStore;
import dev.tenon.core.json.Json;
import dev.tenon.core.rule.StreamRule;
import dev.tenon.core.skill.Skill;
import dev.tenon.engine.StreamRuleLoader;
import dev.tenon.engine.agent.AgentLoader;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.content.FolderEntry;
import dev.tenon.engine.content.OneLine;
import dev.tenon.engine.hook.Hook;
import dev.tenon.engine.hook.HookFiles;
import dev.tenon.engine.hook.HookLoader;
import dev.tenon.engine.plugin.PluginFault;
import dev.tenon.engine.plugin.PluginJar;
import dev.tenon.engine.plugin.PluginKind;
import dev.tenon.engine.plugin.PluginManifest;
import dev.tenon.engine.skill.SkillLoader;
import dev.tenon.engine.template.PromptTemplate;
import dev.tenon.engine.template.PromptTemplates;
import dev.tenon.engine.template.TemplateText;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads all parts of a plugin, each with the reader that is used for it later.
public final class PluginReader {
  private static final String ERROR = "error: ";
  private static final String WARNING = "warning: ";
  private static final Pattern LINE = Pattern.compile("\\(line (\\d+), column \\d+\\)$");
  private static final int LONGEST = 160;
  private static final int LARGEST = 100_000;
  private static final int MOST_BYTES = 1 << 20;

  private final Settings.Rules rules;
  private final UnaryOperator<@Nullable String> environment;
  private final Set<String> closed;

  /// @param closed variables that no server gets
  public PluginReader(
      Settings.Rules rules, UnaryOperator<@Nullable String> environment, Set<String> closed) {
    this.rules = rules;
    this.environment = environment;
    this.closed = closed;
  }

  /// @param root where the plugin lies when it is used
  public PluginParts read(PluginManifest plugin, Path root) {
    var found = new Found(plugin);
    found.commands();
    found.agents();
    found.skills();
    found.hooks();
    found.servers(root);
    found.rules();
    found.themes();
    found.jars();
    return new PluginParts(plugin, found.parts, found.errors, found.warnings);
  }

  private final class Found {
    private final PluginManifest plugin;
    private final List<PluginPart> parts = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    Found(PluginManifest plugin) {
      this.plugin = plugin;
      errors.addAll(plugin.problems());
      warnings.addAll(plugin.notes());
    }

    void commands() {
      PromptTemplates.Check check = PromptTemplates.check(plugin.content(PluginKind.COMMAND, ""));
      var files = new ArrayList<String>();
      for (PromptTemplate each : check.templates()) {
        List<String> lines = TemplateText.commands(each.text(), each.syntax());
        if (lines.isEmpty()) {
          says(PluginKind.COMMAND, each.name(), each.shown(), each.description());
        } else {
          runs(each, lines);
        }
        files.add(each.shown());
      }
      problems(check.problems(), files);
    }

    private void runs(PromptTemplate command, List<String> lines) {
      String described = brief(command.description());
      parts.add(
          new PluginPart(
              PluginKind.COMMAND,
              command.name(),
              command.shown(),
              0,
              PluginPart.Effect.RUNS,
              (described.isEmpty() ? "" : described + "; ")
                  + "runs "
                  + whole(String.join("; ", lines)),
              ""));
    }

    void agents() {
      AgentLoader.Check check = AgentLoader.check(plugin.content(PluginKind.AGENT, ""));
      check
          .agents()
          .forEach(each -> says(PluginKind.AGENT, each.name(), each.shown(), each.description()));
      findings(check.lines());
    }

    void skills() {
      SkillLoader.Check check = SkillLoader.check(plugin.content(PluginKind.SKILL, ""));
      for (Skill each : check.skills()) {
        says(PluginKind.SKILL, each.name(), each.shown(), each.description());
      }
      findings(check.lines());
    }

    void hooks() {
      for (HookFiles.Place place : HookLoader.places(plugin, "")) {
        HookFiles.Found read = HookFiles.read(place);
        for (Hook each : read.hooks()) {
          String matcher = each.occasion();
          parts.add(
              new PluginPart(
                  PluginKind.HOOK,
                  plugin.prefix() + each.event().label() + (matcher.isEmpty() ? "" : " " + matcher),
                  each.source().shown(),
                  each.source().line(),
                  each.kind() instanceof Hook.Kind.Prompt
                      ? PluginPart.Effect.SAYS
                      : PluginPart.Effect.RUNS,
                  whole(each.kind().shown()),
                  each.written().compact()));
        }
        for (String problem : read.problems()) {
          (read.harmless().contains(problem) ? warnings : errors).add(problem);
        }
      }
    }

    void servers(Path root) {
      var missing = new TreeSet<String>();
      UnaryOperator<@Nullable String> values =
          name -> {
            String value = environment.apply(name);
            if (value == null && name != null) {
              missing.add(name);
            }
            // Whoever tries a plugin need not have its variables; an empty one is what it says
            // otherwise, where it does.
            return value == null ? "" : value;
          };
      ServerFile read = PluginServers.read(plugin, "", root, values, closed);
      for (ServerConfig each : read.servers()) {
        parts.add(
            new PluginPart(
                PluginKind.SERVER,
                each.name(),
                each.where(),
                0,
                each.isLocal() ? PluginPart.Effect.RUNS : PluginPart.Effect.CONNECTS,
                whole(each.described()) + given(each),
                each.hash()));
      }
      errors.addAll(read.faults());
      missing.removeIf(name -> !isNeeded(name));
      if (!missing.isEmpty()) {
        warnings.add("servers need variables that are not set: " + String.join(", ", missing));
      }
    }

    /// Whether a server refers to the variable without saying what is meant otherwise.
    private boolean isNeeded(String name) {
      for (PluginManifest.Place place : plugin.places(PluginKind.SERVER, "")) {
        try {
          if (FolderEntry.text(place.path(), MOST_BYTES).contains("${" + name + "}")) {
            return true;
          }
        } catch (IOException unreadable) {
          return true;
        }
      }
      return false;
    }

    void rules() {
      StreamRuleLoader.Check check =
          StreamRuleLoader.check(plugin.content(PluginKind.RULE, ""), rules);
      var files = new ArrayList<String>();
      for (StreamRule each : check.rules()) {
        says(PluginKind.RULE, each.name(), each.file(), each.description());
        files.add(each.file());
      }
      problems(check.problems(), files);
    }

    void themes() {
      Map<String, Path> files = ThemeStore.files(plugin.content(PluginKind.THEME, ""));
      files.forEach(
          (name, path) -> {
            String file = plugin.folder().relativize(path).toString();
            try {
              for (String note : ThemeStore.read(path).notes()) {
                warnings.add(file + ": " + note);
              }
              parts.add(
                  new PluginPart(
                      PluginKind.THEME, name, file, 0, PluginPart.Effect.COLOURS, "", ""));
            } catch (ThemeException wrong) {
              String why = String.valueOf(wrong.getMessage()).replace(path.toString(), file);
              Matcher line = LINE.matcher(why);
              errors.add(
                  line.find() ? why.replace(file + ":", file + ":" + line.group(1) + ":") : why);
            }
          });
    }

    /// Nothing of it runs here.
    void jars() {
      for (PluginManifest.Place place : plugin.places(PluginKind.JAR, "")) {
        try {
          PluginJar jar = PluginJar.read(place.path(), place.shown());
          String tools =
              jar.tools().isEmpty()
                  ? "tools that only its code knows"
                  : "tools " + String.join(", ", jar.tools());
          parts.add(
              new PluginPart(
                  PluginKind.JAR,
                  plugin.prefix() + place.shown().replaceFirst("^.*/", ""),
                  place.shown(),
                  0,
                  PluginPart.Effect.RUNS,
                  whole(
                      "inside Tenon, with all your rights: "
                          + String.join(", ", jar.classes())
                          + "; "
                          + tools
                          + "; sha256 "
                          + jar.sha256()),
                  ""));
        } catch (PluginFault broken) {
          errors.add(String.valueOf(broken.getMessage()));
        }
      }
    }

    private void says(PluginKind kind, String name, String file, String what) {
      parts.add(new PluginPart(kind, name, file, 0, PluginPart.Effect.SAYS, brief(what), ""));
    }

    /// Lines with their severity in front.
    private void findings(List<String> lines) {
      for (String line : lines) {
        if (line.startsWith(ERROR)) {
          errors.add(line.substring(ERROR.length()));
        } else {
          warnings.add(line.startsWith(WARNING) ? line.substring(WARNING.length()) : line);
        }
      }
    }

    /// Lines about files of one part each.
    ///
    /// @param usable files whose part is there all the same
    private void problems(List<String> lines, List<String> usable) {
      for (String line : lines) {
        boolean lived = usable.stream().anyMatch(file -> line.startsWith(file + ":"));
        (lived ? warnings : errors).add(line);
      }
    }
  }

  /// What a person agrees to is not shortened.
  private static String whole(String text) {
    return OneLine.command(text, LARGEST);
  }

  /// What a server is given, as it is written: variables of the person are not put in.
  private static String given(ServerConfig server) {
    Json.Obj written = server.written().objectOrEmpty(server.isLocal() ? "env" : "headers");
    var given = new ArrayList<String>();
    written
        .members()
        .forEach(
            (name, value) ->
                given.add(
                    name
                        + "="
                        + (value instanceof Json.Str text ? text.value() : value.compact())));
    return given.isEmpty() ? "" : " with " + whole(String.join(", ", given));
  }

  private static String brief(String text) {
    String line = OneLine.of(text, LONGEST + 1);
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }
}
