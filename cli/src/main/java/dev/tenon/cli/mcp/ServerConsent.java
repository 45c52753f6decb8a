package dev.tenon.cli.mcp;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.text.VisibleText;
import dev.tenon.engine.command.DefaultMode;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.Consent.Decision;
import dev.tenon.engine.config.ProjectOptions;
import dev.tenon.engine.content.ItemConsent;
import dev.tenon.engine.content.Questioned;
import dev.tenon.protocols.mcp.config.ServerConfig;
import dev.tenon.protocols.mcp.trust.ServerFingerprint;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether the person has agreed to what a server of the project runs or connects to.
public final class ServerConsent implements Questioned {
  private final ServerConfig server;
  private final LaunchContext context;
  private final Configuration configuration;
  private final boolean given;
  private @Nullable ServerFingerprint found;

  public ServerConsent(LaunchContext context, Configuration configuration, ServerConfig server) {
    this.server = server;
    this.context = context;
    this.configuration = configuration;
    this.given =
        server.owner() != ServerConfig.Owner.PROJECT
            || context.options().trust() == ProjectOptions.Trust.EVERYTHING;
  }

  /// Looked for where somebody has to agree to it: of what the user wrote down nothing is read.
  private synchronized ServerFingerprint fingerprint() {
    ServerFingerprint known = found;
    if (known == null) {
      known =
          ServerFingerprint.of(
              server, context.root(), context.environment().getOrDefault("PATH", ""));
      if (server.isLocal() && !stands()) {
        known = known.withoutWall();
      }
      found = known;
    }
    return known;
  }

  /// Whether what was agreed to runs behind a wall.
  public boolean isWalled() {
    return !given && server.isLocal() && stands();
  }

  private boolean stands() {
    try {
      return DefaultMode.of(configuration.settings().sandbox(), context.home()).mode() == Mode.AUTO;
    } catch (InterruptedException stopped) {
      // Not looked for to the end: nobody has agreed to that.
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private ItemConsent.Item item() {
    return new ItemConsent.Item(
        ItemConsent.Kind.SERVER,
        server.name(),
        OtherServersFile.place(context.root(), server),
        fingerprint().sha256());
  }

  public Decision decision() {
    return given ? Decision.ACCEPTED : new ItemConsent(context.home()).remembered(item());
  }

  boolean isGiven() {
    return decision() == Decision.ACCEPTED;
  }

  /// All that a person agrees to.
  public List<String> lines() {
    return fingerprint().lines();
  }

  /// Whether what runs depends on files of the project.
  public boolean namesFiles() {
    return fingerprint().namesFiles();
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
            + VisibleText.line(server.where())
            + "), which\n  "
            + String.join("\n  ", fingerprint().lines()));
  }

  @Override
  public void decide(Decision decision) throws IOException {
    new ItemConsent(context.home()).remember(List.of(item()), decision);
  }
}
