package dev.tenon.cli.mcp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.content.ItemConsent;
import dev.tenon.engine.content.Questioned;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.trust.ServerFingerprint;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Whether the person has agreed to what a server of the project runs or connects to.
public final class ServerConsent implements Questioned {
  private final ServerConfig server;
  private final ServerFingerprint fingerprint;
  private final ItemConsent consent;
  private final ItemConsent.Item item;
  private final boolean given;

  public ServerConsent(LaunchContext context, ServerConfig server) {
    this.server = server;
    this.fingerprint =
        ServerFingerprint.of(
            server, context.root(), context.environment().getOrDefault("PATH", ""));
    this.consent = new ItemConsent(context.home());
    this.item =
        new ItemConsent.Item(
            ItemConsent.Kind.SERVER,
            server.name(),
            OtherServersFile.place(context.root(), server),
            fingerprint.sha256());
    this.given =
        server.owner() != ServerConfig.Owner.PROJECT
            || context.options().trust() == ProjectOptions.Trust.EVERYTHING;
  }

  public Decision decision() {
    return given ? Decision.ACCEPTED : consent.remembered(item);
  }

  boolean isGiven() {
    return decision() == Decision.ACCEPTED;
  }

  List<String> lines() {
    return fingerprint.lines();
  }

  /// Whether what runs depends on files of the project.
  public boolean namesFiles() {
    return fingerprint.namesFiles();
  }

  @Override
  public Optional<String> question() {
    if (decision() != Decision.UNDECIDED) {
      return Optional.empty();
    }
    return Optional.of(
        "This project wants the MCP server "
            + server.name()
            + " ("
            + server.where()
            + "), which\n  "
            + String.join("\n  ", fingerprint.lines()));
  }

  @Override
  public void decide(Decision decision) throws IOException {
    consent.remember(List.of(item), decision);
  }
}
