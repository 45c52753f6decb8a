package dev.tenon.cli.mcp;

import dev.tenon.cli.args.McpCommandLine;
import dev.tenon.cli.base.Streams;
import dev.tenon.cli.serve.BrowserOpener;
import dev.tenon.core.exec.shell.Confinement;
import dev.tenon.core.permission.Mode;
import dev.tenon.engine.Project;
import dev.tenon.engine.observe.Version;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.mcp.client.ClientSide;
import dev.tenon.protocols.mcp.client.McpClient;
import dev.tenon.protocols.mcp.client.ServerNews;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.oauth.LoginFlow;
import dev.tenon.protocols.mcp.protocol.McpException;
import dev.tenon.protocols.mcp.protocol.ProtocolVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The servers that one run of `tenon mcp` has opened. When it is closed, nothing of them is left.
final class McpSession implements AutoCloseable {
  private final McpSetup setup;
  private final Streams streams;
  private final McpProcesses processes;
  private @Nullable Project project;

  /// @param person who logs in when a server wants that; null where nobody can
  McpSession(McpSetup setup, Streams streams, LoginFlow.@Nullable Person person) {
    this.setup = setup;
    this.streams = streams;
    this.processes = new McpProcesses(setup, this::wall, streams.err()::note, person);
  }

  /// How the person logs in.
  ///
  /// @throws IllegalStateException where nobody can
  LoginFlow flow() {
    LoginFlow known = processes.flow();
    if (known == null) {
      throw new IllegalStateException("nobody is there to log in");
    }
    return known;
  }

  /// What stands around the programs of a project, whatever the mode.
  private synchronized Confinement wall() {
    Project known = project;
    if (known == null) {
      try {
        known = Project.open(setup.context().openingOptions(), setup.configuration());
      } catch (SetupException unusable) {
        throw new IllegalStateException(unusable.getMessage(), unusable);
      }
      project = known;
    }
    return around(known, known.mode());
  }

  /// Even where commands have no wall, what a project brings along has one.
  static Confinement around(Project project, Mode mode) {
    return project.wall().in(mode == Mode.FULL ? Mode.AUTO : mode);
  }

  /// A server of a project is started only after the person has seen what would run.
  void requireConsent(ServerConfig server) throws SetupException {
    var consent = setup.consent(server);
    if (!consent.isGiven()) {
      throw SetupException.failure(
          "the server "
              + server.name()
              + " comes from "
              + server.where()
              + " of this project, and you have not agreed to it; 'tenon mcp trust "
              + server.name()
              + "' shows what it runs and asks, --trust agrees for this run");
    }
  }

  McpClient open(ServerConfig server, @Nullable ProtocolVersion forced, ServerNews news)
      throws McpException, InterruptedException {
    ProtocolVersion remembered =
        setup
            .known()
            .find(server)
            .flatMap(known -> ProtocolVersion.of(known.version()))
            .orElse(null);
    var options =
        new McpClient.Options(side(server), news, forced, remembered, Version.withCommit());
    return McpClient.open(server, processes.connector(), options);
  }

  private ClientSide side(ServerConfig server) {
    String wanted =
        setup
            .context()
            .arguments()
            .text(McpCommandLine.ELICIT)
            .orElse(streams.tty().in() ? "ask" : "decline");
    return new CommandLineSide(
        server.name(),
        List.of(setup.context().root()),
        CommandLineSide.Forms.of(wanted),
        streams,
        new BrowserOpener(setup.context().environment()));
  }

  @Override
  public void close() {
    processes.close();
    Project opened = project;
    if (opened != null) {
      opened.close();
    }
  }
}
