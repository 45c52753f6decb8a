package dev.tenon.cli.mcp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.core.json.Json;
import dev.tenon.engine.command.HomeFolders;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.content.OtherTool;
import dev.tenon.engine.discovery.OtherServers;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.config.ServerFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The servers that stand in files of other tools. Of one name, what is known already counts, and
/// then the first: the same server is usually written down once for each tool.
public final class OtherServersFile {
  private OtherServersFile() {}

  static boolean any(LaunchContext context, Configuration configuration) {
    return !context.root().equals(HomeFolders.home())
        && OtherServers.any(context.root(), off(configuration));
  }

  private static Set<OtherTool> off(Configuration configuration) {
    return OtherTool.named(configuration.settings().discoveryOff());
  }

  /// As they are written, whether they count or not.
  public static OtherServers read(LaunchContext context, Configuration configuration) {
    return any(context, configuration)
        ? OtherServers.read(context.root(), HomeFolders.home(), off(configuration))
        : OtherServers.NONE;
  }

  /// All together.
  ///
  /// @param closed variables that are not put in
  static ServerFile behind(
      ServerFile known, LaunchContext context, Configuration configuration, Set<String> closed) {
    OtherServers others = read(context, configuration);
    var servers = new ArrayList<>(known.servers());
    var faults = new ArrayList<>(known.faults());
    faults.addAll(others.problems());
    for (OtherServers.Server each : others.servers()) {
      if (isKnown(servers, each.name())) {
        continue;
      }
      ServerFile read = checked(each, context.environment(), closed);
      servers.addAll(read.servers());
      faults.addAll(read.faults());
    }
    return new ServerFile(servers, faults);
  }

  private static boolean isKnown(List<ServerConfig> servers, String name) {
    return servers.stream().anyMatch(server -> server.name().equals(name));
  }

  /// One server; what is wrong with it is told with its line.
  private static ServerFile checked(
      OtherServers.Server server, Map<String, String> environment, Set<String> closed) {
    Map<String, Json> entry = Map.of(server.name(), server.entry());
    ServerFile read = ServerFile.of(entry, "", server.file(), environment::get, closed);
    var faults = new ArrayList<String>();
    for (String fault : read.faults()) {
      faults.add(server.file() + ":" + server.line() + fault.substring(server.file().length()));
    }
    return new ServerFile(read.servers(), faults);
  }

  /// Where consent to a server of the project is kept.
  static Path place(Path root, ServerConfig server) {
    return root.resolve(server.where() + "#" + server.name());
  }
}
