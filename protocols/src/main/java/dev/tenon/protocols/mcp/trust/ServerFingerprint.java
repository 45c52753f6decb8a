package dev.tenon.protocols.mcp.trust;

import dev.tenon.core.exec.shell.SecretSigns;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.Sha256;
import dev.tenon.core.text.VisibleText;
import dev.tenon.protocols.mcp.config.ServerConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Everything that consent to a server is about: the program that would really run, its arguments,
/// variables and folder, or the address and headers, and the content of scripts of the project that
/// it is given. One changed byte is another fingerprint.
///
/// @param lines for the person, without the values of variables of the environment
public record ServerFingerprint(String sha256, List<String> lines) {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)");

  private static final String NETWORK = "  and may reach the network";
  private static final String NO_NETWORK = "  and may not reach the network";

  public ServerFingerprint {
    // What a project wrote makes no line of its own, so that it cannot look like ours.
    lines = lines.stream().map(VisibleText::line).toList();
  }

  /// Whether what runs depends on files of the project.
  public boolean namesFiles() {
    return lines.stream().anyMatch(line -> line.startsWith(ProjectFiles.LINE));
  }

  /// The same for a program around which there is no wall, which is another thing to agree to:
  /// nothing keeps it from the network or from the rest of the machine.
  public ServerFingerprint withoutWall() {
    var open = new ArrayList<>(lines);
    open.removeIf(line -> line.equals(NETWORK) || line.equals(NO_NETWORK));
    open.add(
        "  with no wall around it, since there is no sandbox ('tenon doctor' tells more): it can"
            + " reach the network, and read and change what you can");
    return new ServerFingerprint(Sha256.of("without a wall " + sha256), open);
  }

  /// @param searchPath where programs are looked for
  public static ServerFingerprint of(ServerConfig server, Path root, String searchPath) {
    var lines = new ArrayList<String>();
    var hashed = new ArrayList<Json>();
    hashed.add(Json.of(server.hash()));
    hashed.add(Json.of(root.toString()));
    switch (server.way()) {
      case ServerConfig.Local local -> local(server, local, root, searchPath, lines, hashed);
      case ServerConfig.Remote remote -> {
        String url = server.written().string("url", remote.address().toString());
        lines.add("connects to: " + shown(url, url, remote.address().toString()));
        if (remote.transport() == ServerConfig.Transport.SSE) {
          lines.add("  in the way of 2024, with one stream of events");
        }
        if (url.contains("${")) {
          lines.add("  which is at: " + origin(remote.address()));
        }
        for (Map.Entry<String, Json> header :
            server.written().objectOrEmpty("headers").members().entrySet()) {
          String value = remote.headers().getOrDefault(header.getKey(), "");
          lines.add(
              "sends the header "
                  + header.getKey()
                  + ": "
                  + shown(header.getKey(), text(header.getValue()), value));
        }
        signsIn(remote.oauth(), lines, hashed);
      }
    }
    used(server, lines, hashed);
    return new ServerFingerprint(Sha256.of(Json.array(hashed).compact()), lines);
  }

  private static void signsIn(
      ServerConfig.OAuthClient client, List<String> lines, List<Json> hashed) {
    if (!client.clientId().isEmpty()) {
      lines.add("signs in as the client " + client.clientId());
      hashed.add(Json.of(client.clientSecret()));
      hashed.add(Json.of(client.clientMetadataUrl()));
    } else if (!client.clientMetadataUrl().isEmpty()) {
      hashed.add(Json.of("clientMetadataUrl " + client.clientMetadataUrl()));
    }
    if (!client.issuer().isEmpty()) {
      lines.add("signs in at " + client.issuer());
    }
    if (!client.clientMetadataUrl().isEmpty()) {
      lines.add("signs in as the client described at " + client.clientMetadataUrl());
    }
  }

  /// What changes how it is used, where that is not as usual.
  private static void used(ServerConfig server, List<String> lines, List<Json> hashed) {
    ServerConfig.Use use = server.use();
    if (!use.journal() && server.isLocal()) {
      hashed.add(Json.of("journal off"));
      lines.add("  what it does to the project is not recorded, so it cannot be undone");
    }
    if (!use.include().isEmpty() || !use.exclude().isEmpty()) {
      hashed.add(Json.strings(use.include()));
      hashed.add(Json.strings(use.exclude()));
      lines.add(
          "  offers the tools: "
              + (use.include().isEmpty() ? "all" : String.join(", ", use.include()))
              + (use.exclude().isEmpty() ? "" : "; without " + String.join(", ", use.exclude())));
    }
    if (use.perAgent()) {
      hashed.add(Json.of("perAgent"));
      lines.add("  runs once more for each helper");
    }
    for (String key : server.foreignKeys()) {
      hashed.add(Json.of(key + "=" + text(server.written().get(key))));
      lines.add("  '" + key + "' means nothing here and is passed over");
    }
  }

  /// What a text becomes with the variables of the environment put in. Those that look like secrets
  /// are named and not shown.
  ///
  /// @param of what it is the value of, whose name may tell that it is one
  private static String shown(String of, String written, String resolved) {
    if (written.equals(resolved) || !written.contains("${")) {
      return written;
    }
    Matcher names = VARIABLE.matcher(written);
    boolean secret = SecretSigns.inValue(resolved) || SecretSigns.inName(of);
    while (names.find()) {
      secret |= SecretSigns.inName(names.group(1));
    }
    return secret
        ? written + " (from your environment, " + resolved.length() + " characters)"
        : resolved + " (written as " + written + ")";
  }

  private static String origin(URI address) {
    String port = address.getPort() < 0 ? "" : ":" + address.getPort();
    return address.getScheme() + "://" + address.getHost() + port;
  }

  private static void local(
      ServerConfig server,
      ServerConfig.Local local,
      Path root,
      String searchPath,
      List<String> lines,
      List<Json> hashed) {
    Path folder = local.directory().isEmpty() ? root : root.resolve(local.directory()).normalize();
    // One that runs behind the wall is looked for where its own variables say.
    Path program =
        program(local.command(), folder, local.environment().getOrDefault("PATH", searchPath));
    hashed.add(Json.of(String.valueOf(program)));
    lines.add(
        "runs: "
            + local.command()
            + (program == null ? " (not found on this machine)" : " (" + program + ")"));
    List<Json> written = server.written().array("args");
    for (int i = 0; i < local.arguments().size(); i++) {
      String argument = local.arguments().get(i);
      String text = i < written.size() ? text(written.get(i)) : argument;
      // An option may stand before its value.
      String of = (i > 0 && i <= written.size() ? text(written.get(i - 1)) + " " : "") + text;
      lines.add("  with: " + shown(of, text, argument));
    }
    for (Map.Entry<String, Json> variable :
        server.written().objectOrEmpty("env").members().entrySet()) {
      String value = local.environment().getOrDefault(variable.getKey(), "");
      lines.add(
          "  with the variable "
              + variable.getKey()
              + "="
              + shown(variable.getKey(), text(variable.getValue()), value));
    }
    if (!local.directory().isEmpty()) {
      lines.add("  in the folder " + folder);
    }
    var words = new ArrayList<String>();
    words.add(local.command());
    words.addAll(local.arguments());
    new ProjectFiles(folder, root, lines, hashed)
        .add(program == null ? "" : program.toString(), words, local.environment().values());
    lines.add(server.use().network() ? NETWORK : NO_NETWORK);
    String loose = UnpinnedPackage.in(words);
    if (loose != null) {
      lines.add("  warning: " + loose);
    }
  }

  private static String text(@Nullable Json value) {
    return value instanceof Json.Str text ? text.value() : value == null ? "" : value.compact();
  }

  private static @Nullable Path program(String command, Path folder, String searchPath) {
    try {
      if (command.indexOf('/') >= 0) {
        return folder.resolve(command).toRealPath();
      }
      for (String place : searchPath.split(":", -1)) {
        Path file = folder.resolve(place).resolve(command);
        if (Files.isRegularFile(file) && Files.isExecutable(file)) {
          return file.toRealPath();
        }
      }
    } catch (IOException | InvalidPathException missing) {
      return null;
    }
    return null;
  }
}
