package dev.tenon.cli.command;

import dev.tenon.core.http.Transport;
import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;
import dev.tenon.core.http.tls.HandshakeException;
import dev.tenon.core.http.tls.TlsStack;
import dev.tenon.core.http.tls.Trust;
import dev.tenon.core.http.tls.TrustException;
import dev.tenon.engine.model.ModelOpener;
import dev.tenon.providers.wire.Endpoint;
import java.util.Optional;

/// Which TLS is in use and whom it trusts, and whether the chosen provider gets through its
/// handshake: a line for `tenon doctor`.
final class TlsCheck {
  private final ModelOpener models;

  TlsCheck(ModelOpener models) {
    this.models = models;
  }

  /// @param usable false when no secure connection is to be had
  record Result(boolean usable, boolean connected, String text) {}

  Result run() throws InterruptedException {
    String stack;
    try {
      stack = TlsStack.of(models.trust()).describe();
    } catch (TrustException unusable) {
      return new Result(false, false, String.valueOf(unusable.getMessage()));
    }
    Optional<Endpoint> chosen = models.chosenEndpoint();
    if (chosen.isEmpty() || !"https".equalsIgnoreCase(chosen.get().baseUrl().getScheme())) {
      return new Result(true, true, stack);
    }
    Endpoint endpoint = chosen.get();
    try (Transport hasty = models.hastyTransport()) {
      hasty.tryConnection(endpoint.baseUrl());
      return new Result(true, true, stack + "; the handshake with " + endpoint.host() + " is fine");
    } catch (TransportException failed) {
      boolean trusted = failed.failure() != Failure.NOT_TRUSTED;
      return new Result(
          trusted, false, failed.getMessage() + intercepted(failed, endpoint) + " (" + stack + ")");
    }
  }

  /// Where the system trusts an issuer whom the JDK does not know, somebody has put it there.
  private String intercepted(TransportException failed, Endpoint endpoint) {
    Trust trust = models.trust();
    if (!(failed.getCause() instanceof HandshakeException refused)
        || refused.problem() != HandshakeException.Problem.ISSUER
        || trust.systemRoots()
        || trust.instead() != null) {
      return "";
    }
    var system = new Trust(null, trust.more(), true);
    try (Transport hasty = models.hastyTransport(system)) {
      hasty.tryConnection(endpoint.baseUrl());
      return "; this machine trusts that issuer, so the network inspects traffic on purpose:"
          + " set network.systemRoots to true";
    } catch (TransportException stillNot) {
      return "";
    }
  }
}
