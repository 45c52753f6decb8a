package dev.tenon.protocols.mcp.config;

import dev.tenon.core.json.ByteOrderMark;
import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.text.VisibleText;
import dev.tenon.protocols.mcp.config.ServerConfig.Owner;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The servers that are written down somewhere. What cannot be used is a fault of one line; the
/// others are there all the same.
///
/// @param faults with file, key and way out
public record ServerFile(List<ServerConfig> servers, List<String> faults) {
  /// Where a project writes its servers down.
  public static final String NAME = ".mcp.json";

  public static final ServerFile NONE = new ServerFile(List.of(), List.of());

  private static final int LARGEST = 1 << 20;

  private static final Pattern PATH = Pattern.compile("[/\\\\]|\\.\\.");

  public ServerFile {
    servers = List.copyOf(servers);
    // What a project wrote makes no line of its own.
    faults = faults.stream().map(VisibleText::line).toList();
  }

  /// Reads `.mcp.json`. Nothing when there is no such file.
  ///
  /// @param shown how messages call the file
  /// @param values the environment
  /// @param closed variables that are not put in
  public static ServerFile read(
      Path file, String shown, UnaryOperator<@Nullable String> values, Set<String> closed) {
    Json.Obj content;
    try {
      Path folder = file.toAbsolutePath().getParent();
      Path real = file.toRealPath();
      if (folder == null || !real.startsWith(folder.toRealPath())) {
        return fault(
            shown + ": leads out of the project; no server of it is used until it is a file there");
      }
      // Anything else could block for ever, or never end.
      if (!Files.isRegularFile(real)) {
        return fault(shown + ": is not a regular file; no server of it is used until it is one");
      }
      byte[] bytes;
      try (InputStream in = Files.newInputStream(real)) {
        bytes = in.readNBytes(LARGEST + 1);
      }
      if (bytes.length > LARGEST) {
        return fault(shown + ": is larger than 1 MB; that is no list of servers");
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      content = Json.parseObject(ByteOrderMark.without(text));
    } catch (NoSuchFileException none) {
      return Files.isSymbolicLink(file)
          ? fault(shown + ": is a link to nowhere; mend or remove it")
          : NONE;
    } catch (CharacterCodingException binary) {
      return fault(shown + ": is not UTF-8; save it as such");
    } catch (IOException unreadable) {
      return fault(shown + ": cannot be read: " + unreadable.getMessage());
    } catch (JsonException broken) {
      return fault(
          shown
              + (broken.line() > 0 ? ":" + broken.line() : "")
              + ": is not valid JSON: "
              + broken.getMessage()
              + "; no server of it is used until that is mended");
    }
    if (!(content.get("mcpServers") instanceof Json.Obj entries)) {
      return fault(shown + ": mcpServers must be an object of servers by their names");
    }
    var variables = new VariableText(values, closed);
    return of(entries.members(), "mcpServers.", Owner.PROJECT, shown, variables);
  }

  /// Servers of the user's configuration, where nothing is put in for variables but by its own
  /// means.
  ///
  /// @param entries by name, in the customary form
  public static ServerFile of(
      Map<String, ? extends Json> entries,
      String prefix,
      Owner owner,
      String shown,
      UnaryOperator<@Nullable String> values) {
    return of(entries, prefix, owner, shown, new VariableText(values, Set.of()));
  }

  /// Servers that a program hands over, whose names are for people: one that nobody could call is
  /// made one that can be, and two never become one. Of one that reads like a path that is told.
  public static ServerFile handed(Map<String, ? extends Json> entries, String shown) {
    Map<String, Json> named = new LinkedHashMap<>();
    var renamed = new ArrayList<String>();
    for (Map.Entry<String, ? extends Json> each : entries.entrySet()) {
      String name = callable(each.getKey());
      String free = name;
      for (int i = 2; named.containsKey(free); i++) {
        free = name.substring(0, Math.min(name.length(), 44)) + "-" + i;
      }
      named.put(free, each.getValue());
      if (PATH.matcher(each.getKey()).find()) {
        renamed.add(
            shown
                + ": the server "
                + Json.of(each.getKey()).compact()
                + " is called "
                + free
                + " here; a name has letters, digits, _ and - alone, at most 48");
      }
    }
    ServerFile read = of(named, "mcpServers.", Owner.CLIENT, shown, WrittenText.LITERAL);
    renamed.addAll(read.faults);
    return new ServerFile(read.servers, renamed);
  }

  private static String callable(String name) {
    String plain = name.strip().replaceAll("[^A-Za-z0-9_-]+", "-").replaceFirst("^[_-]+", "");
    String bounded = plain.substring(0, Math.min(plain.length(), 48));
    return bounded.isEmpty() ? "server" : bounded;
  }

  /// Servers of a project that stand in a file of another form.
  ///
  /// @param closed variables that are not put in
  public static ServerFile of(
      Map<String, ? extends Json> entries,
      String prefix,
      String shown,
      UnaryOperator<@Nullable String> values,
      Set<String> closed) {
    return of(entries, prefix, Owner.PROJECT, shown, new VariableText(values, closed));
  }

  /// Servers of anybody that stand in a file of another form.
  ///
  /// @param closed variables that are not put in
  public static ServerFile of(
      Map<String, ? extends Json> entries,
      String prefix,
      Owner owner,
      String shown,
      UnaryOperator<@Nullable String> values,
      Set<String> closed) {
    return of(entries, prefix, owner, shown, new VariableText(values, closed));
  }

  private static ServerFile of(
      Map<String, ? extends Json> entries,
      String prefix,
      Owner owner,
      String shown,
      WrittenText variables) {
    var servers = new ArrayList<ServerConfig>();
    var faults = new ArrayList<String>();
    for (Map.Entry<String, ? extends Json> each : entries.entrySet()) {
      String name = each.getKey();
      String shortened = name.length() > 60 ? name.substring(0, 60) + "…" : name;
      // What no name may be would look like a path behind the prefix.
      String key = prefix + (ServerEntry.isName(name) ? name : Json.of(shortened).compact());
      try {
        servers.add(ServerEntry.read(name, owner, shown, key, each.getValue(), variables));
      } catch (ConfigFault fault) {
        faults.add(shown + ": " + fault.getMessage());
      }
    }
    return new ServerFile(servers, faults);
  }

  private static ServerFile fault(String line) {
    return new ServerFile(List.of(), List.of(line));
  }

  /// Both together. Of two servers with the same name the first one counts, and the other one is a
  /// fault unless it is the same.
  public ServerFile and(ServerFile others) {
    var all = new ArrayList<>(servers);
    var wrong = new ArrayList<>(faults);
    for (ServerConfig each : others.servers) {
      ServerConfig known = find(each.name(), all);
      if (known == null) {
        all.add(each);
      } else if (!known.hash().equals(each.hash())) {
        wrong.add(
            each.where()
                + ": the server "
                + each.name()
                + " is also in "
                + known.where()
                + ", which counts; rename one of them, or remove it");
      }
    }
    wrong.addAll(others.faults);
    return new ServerFile(all, wrong);
  }

  /// The server of that name, or null.
  public @Nullable ServerConfig find(String name) {
    return find(name, servers);
  }

  private static @Nullable ServerConfig find(String name, List<ServerConfig> servers) {
    for (ServerConfig each : servers) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    return null;
  }
}
