package dev.tenon.providers;

import dev.tenon.providers.Provider.Addresses;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a provider is, from its default and the environment.
record ProviderAddress(URI baseUrl, Map<String, String> query, @Nullable String path) {
  private static final int OLLAMA_PORT = 11434;

  /// Both names are in use for the version of Azure's API.
  private static final String[] AZURE_VERSIONS = {"AZURE_OPENAI_API_VERSION", "OPENAI_API_VERSION"};

  static ProviderAddress of(Provider provider, Map<String, String> environment) {
    String text = provider.baseUrl();
    String source = "the base URL of " + provider.name();
    for (String variable : provider.addresses().variables()) {
      String value = Providers.present(environment, variable);
      if (value != null) {
        text = value;
        source = variable;
        break;
      }
    }
    if (text.isEmpty()) {
      throw new IllegalArgumentException(
          provider.name() + " needs its address: set " + variables(provider.addresses()));
    }
    return switch (provider.addresses().form()) {
      case URL -> new ProviderAddress(url(source, text), Map.of(), null);
      case OLLAMA_HOST -> new ProviderAddress(url(source, ollama(text)), Map.of(), null);
      case AZURE -> azure(url(source, text), environment);
    };
  }

  private static String variables(Addresses addresses) {
    return addresses.variables().isEmpty()
        ? "baseUrl in the configuration"
        : String.join(" or ", addresses.variables());
  }

  private static URI url(String source, String text) {
    String problem = source + " must be a URL like https://host/path";
    try {
      var uri = new URI(text);
      String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      if (uri.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
        throw new IllegalArgumentException(problem);
      }
      return uri;
    } catch (URISyntaxException malformed) {
      // What was given may hold a password, so it is not repeated.
      throw new IllegalArgumentException(problem);
    }
  }

  /// Ollama's own rules: without a scheme the port is 11434, with one it is the scheme's; an
  /// address to listen on everywhere is the own machine for a client.
  static String ollama(String host) {
    String text = host.strip();
    if (text.length() > 1 && (text.startsWith("\"") || text.startsWith("'"))) {
      text = text.substring(1, text.length() - 1);
    }
    String scheme = "http";
    int defaultPort = OLLAMA_PORT;
    int mark = text.indexOf("://");
    if (mark >= 0) {
      scheme = text.substring(0, mark);
      text = text.substring(mark + 3);
      defaultPort = -1;
    }
    int slash = text.indexOf('/');
    String path = slash < 0 ? "" : text.substring(slash);
    String address = slash < 0 ? text : text.substring(0, slash);
    int colon = address.lastIndexOf(':');
    if (colon <= address.lastIndexOf(']') || isBareIpv6(address)) {
      colon = -1;
    }
    String name = colon < 0 ? address : address.substring(0, colon);
    String port = colon < 0 ? "" : address.substring(colon + 1);
    if (isBareIpv6(address)) {
      name = "[" + address + "]";
    }
    if (name.isEmpty() || name.equals("0.0.0.0") || name.equals("[::]")) {
      name = "127.0.0.1";
    }
    if (port.isEmpty() && defaultPort > 0) {
      port = Integer.toString(defaultPort);
    }
    return scheme + "://" + name + (port.isEmpty() ? "" : ":" + port) + path;
  }

  private static boolean isBareIpv6(String address) {
    return !address.startsWith("[") && address.indexOf(':') != address.lastIndexOf(':');
  }

  /// A dated API version belongs to the path with the deployment's name; without one (or with
  /// `preview`) the version-less path is used.
  private static ProviderAddress azure(URI resource, Map<String, String> environment) {
    String version = null;
    for (String variable : AZURE_VERSIONS) {
      if (version == null) {
        version = Providers.present(environment, variable);
      }
    }
    String path = resource.getRawPath() == null ? "" : resource.getRawPath();
    boolean bare = path.isEmpty() || path.equals("/");
    if (version != null && Character.isDigit(version.charAt(0))) {
      return new ProviderAddress(
          resource, Map.of("api-version", version), "/openai/deployments/{model}/chat/completions");
    }
    URI base = bare ? resource.resolve("/openai/v1") : resource;
    return new ProviderAddress(
        base, version == null ? Map.of() : Map.of("api-version", version), null);
  }
}
