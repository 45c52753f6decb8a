package dev.tenon.cli.login;

import dev.tenon.core.http.Loopback;
import dev.tenon.providers.Provider;
import dev.tenon.providers.Providers;
import dev.tenon.providers.wire.WireKind;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// The address of a server that a person has typed, and the provider it stands for.
record ServerAddress(URI uri) {

  /// What is wrong with a text that should be an address; empty if nothing is.
  static String problem(String text) {
    if (text.isEmpty()) {
      return "no address was given";
    }
    try {
      URI uri = parsed(text);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      if (!scheme.equals("http") && !scheme.equals("https")) {
        return "an address begins with http:// or https://";
      }
      if (uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getFragment() != null) {
        return "an address has no user, no '?' and no '#' in it; the key is asked for next";
      }
      return uri.getHost() == null ? "that is no address: it names no host" : "";
    } catch (IllegalArgumentException malformed) {
      return "that is no address";
    }
  }

  /// @param text without a [#problem]
  static ServerAddress of(String text) {
    return new ServerAddress(parsed(text));
  }

  private static URI parsed(String text) {
    if (text.contains("://")) {
      return URI.create(text);
    }
    String host = text.replaceFirst("[:/].*", "");
    return URI.create((Loopback.is(host) ? "http://" : "https://") + text);
  }

  /// Whether others could read what goes there.
  boolean isOpen() {
    return uri.getScheme().equalsIgnoreCase("http") && !Loopback.is(uri.getHost());
  }

  Provider provider(Providers known, boolean keyed) {
    String host = uri.getHost();
    String name =
        Loopback.is(host)
            ? "local"
            : host.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
    while (known.find(name).isPresent()) {
      name = name + "-server";
    }
    return Provider.custom(
        name,
        WireKind.OPENAI_CHAT,
        uri.toString(),
        keyed ? "providers." + name + ".apiKey" : "",
        Map.of());
  }

  /// What the configuration has to say for it to be known.
  Map<String, String> settings(String name) {
    var settings = new LinkedHashMap<String, String>();
    settings.put("providers." + name + ".wire", "openai-chat");
    settings.put("providers." + name + ".baseUrl", uri.toString());
    return settings;
  }
}
