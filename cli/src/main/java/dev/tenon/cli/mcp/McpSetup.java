package dev.tenon.cli.mcp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.core.http.HttpSettings;
import dev.tenon.core.http.Proxies;
import dev.tenon.core.http.Transport;
import dev.tenon.core.http.tls.Trust;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Settings;
import dev.tenon.engine.model.KeyRing;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import dev.tenon.protocols.mcp.oauth.LoginStore;
import dev.tenon.protocols.mcp.oauth.TokenFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
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
  private final Set<String> keyVariables;

  private McpSetup(
      LaunchContext context,
      Configuration configuration,
      ServerFile servers,
      Set<String> keyVariables) {
    this.context = context;
    this.configuration = configuration;
    this.servers = servers;
    this.keyVariables = keyVariables;
  }

  /// Whether anything of this has to be looked at.
  public static boolean any(LaunchContext context, Configuration configuration) {
    return configuration.mcp().any() || Files.exists(context.root().resolve(ServerFile.NAME));
  }

  /// Reads what is written down.
  public static McpSetup read(LaunchContext context, Configuration configuration)
      throws SetupException {
    return read(context, configuration, ServerFile.NONE);
  }

  /// The same with servers that somebody else has handed over, which win.
  public static McpSetup read(LaunchContext context, Configuration configuration, ServerFile handed)
      throws SetupException {
    Set<String> keys = new HashSet<>();
    try (var models = new ModelOpener(configuration, context.environment(), Path.of(""))) {
      models
          .providers()
          .all()
          .forEach(provider -> provider.keys().forEach(key -> keys.add(key.name())));
    }
    Map<String, String> environment = context.environment();
    String user = context.options().userFile().toString();
    ServerFile own =
        ServerFile.of(
            configuration.mcp().servers(),
            "mcp.servers.",
            ServerConfig.Owner.USER,
            user,
            environment::get);
    Path file = context.root().resolve(ServerFile.NAME);
    ServerFile project = ServerFile.read(file, ServerFile.NAME, environment::get, keys);
    return new McpSetup(context, configuration, handed.and(own).and(project), keys);
  }

  public ServerFile servers() {
    return servers;
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
