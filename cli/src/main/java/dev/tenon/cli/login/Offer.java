package dev.tenon.cli.login;

import dev.tenon.providers.Provider;
import java.util.List;

/// What somebody without a model can begin with.
sealed interface Offer {
  /// As it stands in the menu.
  String text();

  /// A provider that wants a key.
  record Keyed(Provider provider, String text) implements Offer {}

  /// A server on this machine.
  record Local(Provider provider, String text) implements Offer {}

  /// Servers on this machine, of which none was found running.
  record Machine(List<Local> servers, String text) implements Offer {
    public Machine {
      servers = List.copyOf(servers);
    }
  }

  /// A server somewhere that speaks as OpenAI's do.
  record Address(String text) implements Offer {}

  /// None for now.
  record Skip(String text) implements Offer {}
}
