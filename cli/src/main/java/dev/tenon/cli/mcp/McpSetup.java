package dev.tenon.cli.mcp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.core.helper.AgentDefinition;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.tls.Trust;
import dev.tenon.core.text.VisibleText;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.model.KeyRing;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.protocols.mcp.host.CatalogueStore;
import dev.tenon.protocols.mcp.host.KnownServers;
import dev.tenon.protocols.mcp.oauth.LoginStore;
import dev.tenon.protocols.mcp.oauth.TokenFiles;
import dev.tenon.protocols.mcp.trust.Pins;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The servers of a project and its user, and what they are opened with. Nothing of this is made
/// where there are none.
public final class McpSetup {
  /// A call may be silent for as long as it may take.
  private static final Duration LONG = Duration.ofMinutes(15);

  private final LaunchContext context;
  private final Configuration configuration;
  private final ServerFile servers;
  private final ServerFile handed;
  private final ServerFile ofAgents;
  private final Set<String> keyVariables;
  private final KnownServers known;

  private McpSetup(
      LaunchContext context,
      Configuration configuration,
      ServerFile servers,
      ServerFile handed,
      ServerFile ofAgents,
      Set<String> keyVariables) {
    this.handed = handed;
    this.ofAgents = ofAgents;
    this.known =
        new KnownServers(
            context.home(),
            new CatalogueStore(context.home()),
            new Pins(context.home(), context.root()));
    this.context = context;
    this.configuration = configuration;
    this.servers = servers;
    this.keyVariables = keyVariables;
  }

  /// Whether anything of this has to be looked at.
  public static boolean any(LaunchContext context, Configuration configuration) {
    return configuration.mcp().any()
        || Files.exists(context.root().resolve(ServerFile.NAME))
        || OtherServersFile.any(context, configuration)
        || PluginServers.any(context.home());
  }

  /// Reads what is written down.
  public static McpSetup read(LaunchContext context, Configuration configuration)
      throws SetupException {
    return read(
        context, configuration, ServerFile.NONE, AgentServers.known(context, configuration));
  }

  /// The same with servers that somebody else has handed over, which win.
  ///
  /// @param agents those whose servers count
  public static McpSetup read(
      LaunchContext context,
      Configuration configuration,
      ServerFile handed,
      List<AgentDefinition> agents)
      throws SetupException {
    Set<String> keys = keyVariables(context, configuration);
    Map<String, String> environment = context.environment();
    String user = context.options().userFile().toString();
    ServerFile own =
        ServerFile.of(
                configuration.mcp().servers(),
                "mcp.servers.",
                ServerConfig.Owner.USER,
                user,
                environment::get)
            .and(new ServerFile(List.of(), configuration.mcp().faults()));
    Path file = context.root().resolve(ServerFile.NAME);
    ServerFile project = ServerFile.read(file, ServerFile.NAME, environment::get, keys);
    ServerFile plugins = PluginServers.installed(context.home(), environment::get, keys);
    ServerFile written = handed.and(own).and(plugins).and(project);
    ServerFile known =
        OtherServersFile.any(context, configuration)
            ? OtherServersFile.behind(written, context, configuration, keys)
            : written;
    ServerFile ofAgents = AgentServers.read(agents, known, environment, keys);
    return new McpSetup(context, configuration, known, handed, ofAgents, keys);
  }

  /// The variables that hold keys of models.
  public static Set<String> keyVariables(LaunchContext context, Configuration configuration)
      throws SetupException {
    Set<String> keys = new HashSet<>();
    try (var models = new ModelOpener(configuration, context.environment(), Path.of(""))) {
      models
          .providers()
          .all()
          .forEach(provider -> provider.keys().forEach(key -> keys.add(key.name())));
    }
    return keys;
  }

  /// Those of the conversation.
  public ServerFile servers() {
    return servers;
  }

  /// Those that only helpers of some agents have.
  ServerFile ofAgents() {
    return ofAgents;
  }

  /// Both.
  public ServerFile all() {
    var all = new ArrayList<>(servers.servers());
    all.addAll(ofAgents.servers());
    var faults = new ArrayList<>(servers.faults());
    faults.addAll(ofAgents.faults());
    return new ServerFile(all, faults);
  }

  /// What servers are known to have, and what the person has let in of them.
  KnownServers known() {
    return known;
  }

  /// The same, read again from what is written down now.
  McpSetup again() throws SetupException {
    try {
      return read(context, Configuration.load(context.options()), handed, List.of());
    } catch (ConfigException broken) {
      throw SetupException.failure(String.valueOf(broken.getMessage()));
    }
  }

  /// What is odd about them and keeps none from being used.
  List<String> remarks() {
    var remarks = new ArrayList<String>();
    for (ServerConfig server : all().servers()) {
      List<String> foreign = server.foreignKeys();
      if (server.use().enabled() && !foreign.isEmpty()) {
        remarks.add(
            server.where()
                + ": the server "
                + server.name()
                + " has "
                + VisibleText.line("'" + String.join("', '", foreign) + "'")
                + ", which means nothing here and is passed over");
      }
    }
    return remarks;
  }

  public LaunchContext context() {
    return context;
  }

  public Configuration configuration() {
    return configuration;
  }

  /// Variables that no server gets unless the user names them.
  public Set<String> keyVariables() {
    return keyVariables;
  }

  /// The logins of the person, in the key ring of the desktop where there is one.
  LoginStore logins() {
    Path home = context.home();
    return new LoginStore(
        home,
        new RingVault(KeyRing.of(context.environment()), new TokenFiles(LoginStore.files(home))));
  }

  /// Whether the person has agreed to a server.
  ServerConsent consent(ServerConfig server) {
    return new ServerConsent(context, configuration, server);
  }

  /// What asks servers at addresses.
  Transport transport() {
    Settings.Http http = configuration.settings().http();
    Trust trust = Trust.of(http.caFile(), http.systemRoots(), context.environment());
    return new Transport(
        new HttpSettings(Duration.ofMillis(http.connectTimeoutMs()), LONG, LONG, LONG),
        Proxies.of(context.environment()),
        trust);
  }
}
