package dev.tenon.engine.config;

import dev.tenon.core.text.VisibleText;
import dev.tenon.core.workspace.path.UserHome;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.value.Origin;
import dev.tenon.engine.config.value.Raw;
import dev.tenon.engine.config.value.Type;
import dev.tenon.engine.config.value.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The configuration in force. Later sources win, key by key: defaults, the user's `config.yml`,
/// the project's `.tenon/config.yml`, environment variables, flags. What the project asks for
/// beyond its rights is left out unless the user consented, now (`--trust`) or before ([Consent]).
///
/// Immutable. After a decision, load it again.
public final class Configuration {
  private static final Origin DEFAULT = new Origin.Default();

  private final Map<String, Entry> entries;
  private final List<String> warnings;
  private final @Nullable ProjectRequest request;
  private final Decision decision;
  private final Settings settings;
  private final List<String> serverFaults;

  private Configuration(
      Map<String, Entry> entries,
      RuleLayers rules,
      List<FileLayer.BrokenServer> broken,
      List<String> warnings,
      @Nullable ProjectRequest request,
      Decision decision) {
    this.entries = entries;
    this.warnings = List.copyOf(warnings);
    this.request = request;
    this.decision = decision;
    this.settings = Settings.of(new Values(entries), rules.rules());
    this.serverFaults = broken.stream().map(FileLayer.BrokenServer::problem).toList();
  }

  public static Configuration load(ProjectOptions options) throws ConfigException {
    var warnings = new ArrayList<String>();
    Consent.damage(options.home()).ifPresent(warnings::add);
    var rules = new RuleLayers();
    var broken = new ArrayList<FileLayer.BrokenServer>();
    Map<String, Entry> base = defaults();
    addStoredKeys(options.keysFile(), rules, base);
    Path userFile = options.userFile();
    Optional<ConfigFile> user = ConfigFile.read(userFile, shown(userFile));
    if (user.isPresent()) {
      Map<String, Entry> layer = FileLayer.read(user.get(), FileLayer.Owner.USER, broken);
      warnAboutOpenSecrets(user.get(), layer, warnings);
      rules.add(base, layer);
    }
    Map<String, Entry> above = EnvironmentLayer.read(options.environment(), warnings);
    new RuleLayers().add(above, FlagLayer.read(options.overrides()));

    Path projectFile = options.projectFile();
    Optional<ConfigFile> project =
        isSame(projectFile, userFile)
            ? Optional.empty()
            : ConfigFile.read(projectFile, ".tenon/config.yml");
    if (project.isEmpty()) {
      rules.add(base, above);
      return new Configuration(base, rules, broken, warnings, null, Decision.UNDECIDED);
    }
    return withProject(project.get(), options, base, above, rules, broken, warnings);
  }

  /// What `tenon login` has stored. Everything else that counts as a setting wins over it.
  private static void addStoredKeys(Path file, RuleLayers rules, Map<String, Entry> base)
      throws ConfigException {
    Optional<ConfigFile> keys = ConfigFile.read(file, shown(file));
    if (keys.isPresent()) {
      Map<String, Entry> layer = FileLayer.read(keys.get(), FileLayer.Owner.USER);
      layer.values().removeIf(entry -> !entry.setting().equals(ProviderCatalog.PROVIDER_API_KEY));
      rules.add(base, layer);
    }
  }

  private static Configuration withProject(
      ConfigFile file,
      ProjectOptions options,
      Map<String, Entry> base,
      Map<String, Entry> above,
      RuleLayers rules,
      List<FileLayer.BrokenServer> broken,
      List<String> warnings)
      throws ConfigException {
    var unusable = new ArrayList<FileLayer.BrokenServer>();
    Map<String, Entry> layer = FileLayer.read(file, FileLayer.Owner.PROJECT, unusable);
    String widening = RuleLayers.withoutAllowing(layer);
    if (widening != null) {
      warnings.add(widening);
    }
    warnings.addAll(withoutServers(file, layer, unusable));
    Map<String, Entry> own = new LinkedHashMap<>(base);
    own.putAll(above);
    List<Restriction> wants = new ArrayList<>(Restriction.among(layer, own));
    // What a variable or a flag overrides anyway is not worth a question.
    wants.removeIf(want -> above.containsKey(want.key()));
    var request = new ProjectRequest(options.root(), file.shown(), file.sha256(), wants);
    Decision decision = Decision.ACCEPTED;
    if (!wants.isEmpty() && options.trust() != ProjectOptions.Trust.EVERYTHING) {
      decision = new Consent(options.home()).remembered(request);
    }
    if (decision != Decision.ACCEPTED) {
      for (Restriction want : wants) {
        layer.remove(want.key());
      }
    }
    if (decision == Decision.UNDECIDED) {
      warnings.add(ignored(request));
    }
    rules.add(base, layer);
    rules.add(base, above);
    addBeside(own, layer, base);
    return new Configuration(base, rules, broken, warnings, request, decision);
  }

  /// Takes out of a project's file what no consent gives it: servers there would count as the
  /// user's own, and would be merged with them. Answers what to tell the user.
  private static List<String> withoutServers(
      ConfigFile file, Map<String, Entry> project, List<FileLayer.BrokenServer> unusable) {
    Map<String, String> places = new LinkedHashMap<>();
    for (FileLayer.BrokenServer server : unusable) {
      places.put(McpSettings.SERVERS + server.name(), file.shown());
    }
    for (Entry entry : List.copyOf(project.values())) {
      Setting<?> setting = entry.setting();
      if (setting.guard() == Setting.Guard.NEVER) {
        project.remove(entry.key());
        String thing = setting.group() + setting.nameIn(entry.key());
        places.putIfAbsent(thing, entry.origin().describe());
      }
    }
    var told = new ArrayList<String>();
    places.forEach(
        (thing, place) ->
            told.add(
                place
                    + ": "
                    + VisibleText.line(thing)
                    + " is ignored, also with --trust, because the servers of a project stand in"
                    + " .mcp.json, where you are asked about each; move it there, or into your own"
                    + " config.yml"));
    return told;
  }

  /// Where a project only adds, what the user says stays beside it, whatever came last.
  private static void addBeside(
      Map<String, Entry> own, Map<String, Entry> project, Map<String, Entry> merged) {
    for (Entry entry : project.values()) {
      Entry mine = own.get(entry.key());
      if (entry.setting().guard() == Setting.Guard.ADDING
          && entry.value() instanceof Value.Texts more
          && mine != null
          && mine.value() instanceof Value.Texts already) {
        var both = new ArrayList<>(already.texts());
        for (String text : more.texts()) {
          if (!both.contains(text)) {
            both.add(text);
          }
        }
        boolean added = both.size() > already.texts().size();
        merged.put(
            entry.key(),
            new Entry(
                entry.key(),
                entry.setting(),
                new Value.Texts(both),
                added ? entry.origin() : mine.origin()));
      }
    }
  }

  private static String ignored(ProjectRequest request) {
    var text = new StringBuilder(request.file());
    text.append(" asks for what only you can allow; ignored: ");
    String separator = "";
    for (Restriction want : request.wants()) {
      text.append(separator).append(want.describe());
      separator = ", ";
    }
    return text.append(". Read the file, then start with --trust to accept it for one run")
        .toString();
  }

  private static Map<String, Entry> defaults() {
    Map<String, Entry> entries = new LinkedHashMap<>(128);
    for (Setting<?> setting : Catalog.ALL) {
      Value preset = setting.preset();
      if (preset != null) {
        entries.put(setting.key(), new Entry(setting.key(), setting, preset, DEFAULT));
      }
    }
    return entries;
  }

  /// The settings as callers use them.
  public Settings settings() {
    return settings;
  }

  /// The settings of the server.
  public ServeSettings serving() {
    return new ServeSettings(entries);
  }

  /// The settings of servers of the Model Context Protocol.
  public McpSettings mcp() {
    return new McpSettings(entries, serverFaults);
  }

  /// Whether commands run in terminals of an editor, if it has any.
  public boolean clientTerminals() {
    return clientTerminals(entries);
  }

  static boolean clientTerminals(Map<String, Entry> entries) {
    return new Values(entries).get(FaceCatalog.ACP_TERMINAL).equals("client");
  }

  /// How long a program may take to answer what a person is asked; 0 for as long as it takes.
  public int rpcAnswerSeconds() {
    return rpcAnswerSeconds(entries);
  }

  static int rpcAnswerSeconds(Map<String, Entry> entries) {
    return new Values(entries).get(FaceCatalog.RPC_ANSWER_SECONDS);
  }

  /// The hooks of one event, as they are written.
  ///
  /// @param origin the user's file, or the project's, to which the user has agreed
  public record WrittenHooks(String event, Raw hooks, Origin origin) {}

  /// All hooks of the configuration, in its order; `engine.hook` makes sense of them.
  public List<WrittenHooks> hooks() {
    return hooks(entries);
  }

  static List<WrittenHooks> hooks(Map<String, Entry> entries) {
    var all = new ArrayList<WrittenHooks>();
    var values = new Values(entries);
    for (String event : values.names(ToolCatalog.HOOKS)) {
      Raw hooks = values.find(ToolCatalog.HOOKS, event);
      if (hooks != null) {
        all.add(new WrittenHooks(event, hooks, values.from(ToolCatalog.HOOKS, event)));
      }
    }
    return all;
  }

  /// Things that the user should know and that stop nothing.
  public List<String> warnings() {
    return warnings;
  }

  /// What the project asks for and has not got, if there is something to decide: ask the user, then
  /// [Consent#remember], then load again.
  public Optional<ProjectRequest> openRequest() {
    return request == null || request.wants().isEmpty() || decision != Decision.UNDECIDED
        ? Optional.empty()
        : Optional.of(request);
  }

  /// The project's file and what became of its wishes; empty when the project has none.
  public Optional<ProjectRequest> project() {
    return Optional.ofNullable(request);
  }

  /// Whether the wishes of the project are in force. Always true of one that has none.
  public Decision decision() {
    return decision;
  }

  /// Whether somebody has chosen the model, rather than the default.
  public boolean modelChosen() {
    return new Values(entries).isSet(ConversationCatalog.MODEL);
  }

  /// The file and line that a setting has its value from; empty if it is not from a file.
  public Optional<String> place(String key) {
    Entry entry = entries.get(key);
    return entry != null
            && (entry.origin() instanceof Origin.UserFile
                || entry.origin() instanceof Origin.ProjectFile)
        ? Optional.of(entry.origin().describe())
        : Optional.empty();
  }

  /// The values in force by their keys.
  Map<String, Entry> entries() {
    return entries;
  }

  /// Every value in force and where it comes from, secrets masked.
  public List<EffectiveSetting> effective() {
    var all = new ArrayList<EffectiveSetting>();
    for (Entry entry : entries.values()) {
      all.add(EffectiveSetting.of(entry));
    }
    return all;
  }

  /// Every setting there is, in the order of the reference page: the values in force, and what
  /// could be set besides.
  public List<EffectiveSetting> everything() {
    var all = new ArrayList<EffectiveSetting>();
    for (Setting<?> setting : Catalog.ALL) {
      int before = all.size();
      for (Entry entry : entries.values()) {
        if (entry.setting().equals(setting)) {
          all.add(EffectiveSetting.of(entry));
        }
      }
      if (all.size() == before || setting.isPattern()) {
        all.add(EffectiveSetting.unset(setting));
      }
    }
    return all;
  }

  private static void warnAboutOpenSecrets(
      ConfigFile file, Map<String, Entry> layer, List<String> warnings) {
    for (Entry entry : layer.values()) {
      if (!(entry.setting().type() instanceof Type.Secret)) {
        continue;
      }
      try {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file.path());
        if (permissions.contains(PosixFilePermission.GROUP_READ)
            || permissions.contains(PosixFilePermission.OTHERS_READ)) {
          warnings.add(
              file.shown()
                  + " holds "
                  + entry.key()
                  + " and others can read it ("
                  + PosixFilePermissions.toString(permissions)
                  + "); chmod 600 it");
        }
      } catch (IOException | UnsupportedOperationException unknown) {
        // Permissions of another kind: nothing can be said about them.
        return;
      }
      return;
    }
  }

  private static boolean isSame(Path one, Path other) throws ConfigException {
    if (one.equals(other)) {
      return true;
    }
    if (Files.notExists(one) || Files.notExists(other)) {
      return false;
    }
    try {
      return Files.isSameFile(one, other);
    } catch (IOException failure) {
      throw new ConfigException(shown(other) + ": cannot be read: " + failure.getMessage());
    }
  }

  static String shown(Path path) {
    Path user = UserHome.path();
    return path.startsWith(user) ? "~/".concat(user.relativize(path).toString()) : path.toString();
  }
}
