package dev.tenon.protocols.mcp.trust;

import dev.tenon.core.json.Json;
import dev.tenon.core.text.Sha256;
import dev.tenon.protocols.mcp.config.ServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Everything that consent to a server is about: the program that would really run, its arguments,
/// variables and folder, or the address and headers, and the content of scripts of the project that
/// it is given. One changed byte is another fingerprint.
///
/// @param lines for the person, without the values of variables of the environment
public record ServerFingerprint(String sha256, List<String> lines) {
  private static final long LARGEST_SCRIPT = 16 << 20;

  public ServerFingerprint {
    lines = List.copyOf(lines);
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
        lines.add("connects to: " + server.written().string("url", remote.address().toString()));
        for (Map.Entry<String, Json> header :
            server.written().objectOrEmpty("headers").members().entrySet()) {
          lines.add("sends the header " + header.getKey() + ": " + text(header.getValue()));
        }
        if (!remote.oauth().clientId().isEmpty()) {
          lines.add("signs in as the client " + remote.oauth().clientId());
          hashed.add(Json.of(remote.oauth().clientSecret()));
          hashed.add(Json.of(remote.oauth().clientMetadataUrl()));
        }
      }
    }
    return new ServerFingerprint(Sha256.of(Json.array(hashed).compact()), lines);
  }

  private static void local(
      ServerConfig server,
      ServerConfig.Local local,
      Path root,
      String searchPath,
      List<String> lines,
      List<Json> hashed) {
    Path folder = local.directory().isEmpty() ? root : root.resolve(local.directory()).normalize();
    Path program = program(local.command(), folder, searchPath);
    hashed.add(Json.of(String.valueOf(program)));
    lines.add(
        "runs: "
            + local.command()
            + (program == null ? " (not found on this machine)" : " (" + program + ")"));
    for (String argument : local.arguments()) {
      lines.add("  with: " + argument);
    }
    for (Map.Entry<String, Json> variable :
        server.written().objectOrEmpty("env").members().entrySet()) {
      lines.add("  with the variable " + variable.getKey() + "=" + text(variable.getValue()));
    }
    if (!local.directory().isEmpty()) {
      lines.add("  in the folder " + folder);
    }
    var words = new ArrayList<String>();
    words.add(local.command());
    words.addAll(local.arguments());
    for (String word : words) {
      script(word, folder, root, lines, hashed);
    }
    lines.add(
        server.use().network() ? "  and may reach the network" : "  and may not reach the network");
    String loose = UnpinnedPackage.in(words);
    if (loose != null) {
      lines.add("  warning: " + loose);
    }
  }

  private static String text(Json value) {
    return value instanceof Json.Str text ? text.value() : value.compact();
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

  /// A file of the project that a word names, also behind an equals sign: its content may change
  /// with the next pull.
  private static void script(
      String word, Path folder, Path root, List<String> lines, List<Json> hashed) {
    String name = word.substring(word.indexOf('=') + 1);
    try {
      Path file = folder.resolve(name).normalize();
      if (name.isEmpty() || !Files.isRegularFile(file)) {
        return;
      }
      Path real = file.toRealPath();
      if (!real.startsWith(root) && !file.startsWith(root)) {
        return;
      }
      String hash =
          Files.size(real) > LARGEST_SCRIPT
              ? "larger than 16 MB"
              : Sha256.of(Files.readAllBytes(real));
      hashed.add(Json.of(real + " " + hash));
      lines.add("  a file of the project: " + name + " (" + hash.substring(0, 12) + ")");
    } catch (IOException | InvalidPathException none) {
      hashed.add(Json.of(name + " cannot be read"));
    }
  }
}
