package dev.tenon.cli.discover;

import dev.tenon.cli.base.LaunchContext;
import dev.tenon.cli.mcp.ServerConsent;
import dev.tenon.cli.mcp.UserServers;
import dev.tenon.core.json.Json;
import dev.tenon.engine.config.ConfigException;
import dev.tenon.engine.config.Configuration;
import dev.tenon.engine.config.SettingsWriter;
import dev.tenon.engine.hook.Hook;
import dev.tenon.engine.problem.SetupException;
import dev.tenon.protocols.mcp.config.ServerConfig;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Writes what a project has into the user's configuration, where it counts as the user's own.
/// Nothing that is there already is replaced.
final class ItemAdoption {
  private static final int MOST_FILES = 500;
  private static final long MOST_BYTES = 16L * 1024 * 1024;

  /// Programs that do what files in their folder say, without being told so.
  private static final Set<String> READ_FOLDER =
      Set.of(
          "npm", "npx", "pnpm", "pnpx", "yarn", "bun", "bunx", "deno", "make", "just", "task", "uv",
          "uvx", "poetry", "cargo", "mvn", "gradle", "rake", "bundle");

  private static final List<String> SERVER_KEYS =
      List.of(
          "command",
          "args",
          "env",
          "cwd",
          "url",
          "headers",
          "oauth",
          "tools",
          "upFront",
          "startSeconds",
          "callSeconds",
          "enabled",
          "journal",
          "perAgent");

  private final LaunchContext context;
  private final Configuration configuration;

  ItemAdoption(LaunchContext context, Configuration configuration) {
    this.context = context;
    this.configuration = configuration;
  }

  String server(ServerConfig server) throws SetupException {
    var entry = Json.object();
    for (String name : SERVER_KEYS) {
      entry.put(name, server.written().get(name));
    }
    if (server.way() instanceof ServerConfig.Remote remote) {
      // Files of other tools have many words for it.
      entry.put(
          "transport",
          switch (remote.transport()) {
            case HTTP -> null;
            case SSE -> "sse";
          });
    }
    String folder = folder(server);
    if (!folder.isEmpty()) {
      entry.put("cwd", folder);
    }
    String where = UserServers.of(context).add(server.name(), entry.build());
    return folder.isEmpty() ? where : where + "; it runs in " + folder + ", whose files it may use";
  }

  /// Where a server has to run so that it is the same in every project; empty for anywhere. It does
  /// not matter whether a file is there that it names: it may be built or installed later.
  private String folder(ServerConfig server) {
    if (!(server.way() instanceof ServerConfig.Local local)) {
      return "";
    }
    Path folder = context.root().resolve(local.directory()).normalize();
    String program = local.command().substring(local.command().lastIndexOf('/') + 1);
    boolean inside =
        !local.directory().isEmpty()
            || (local.command().indexOf('/') >= 0 && !local.command().startsWith("/"))
            || READ_FOLDER.contains(program)
            || local.arguments().stream().anyMatch(ItemAdoption::mayBeInFolder)
            || local.environment().values().stream().anyMatch(ItemAdoption::namesRelative)
            || new ServerConsent(context, configuration, server).namesFiles();
    return inside ? folder.toString() : "";
  }

  /// Whether a word may name something in the folder that a program runs in: a script, a module, a
  /// package that lies there.
  private static boolean mayBeInFolder(String word) {
    String value = word.startsWith("-") ? word.substring(word.indexOf('=') + 1) : word;
    boolean option = value.startsWith("-");
    return option
        ? namesRelative(value)
        : !value.isEmpty() && !value.startsWith("/") && !value.contains("://");
  }

  private static boolean namesRelative(String text) {
    for (String piece : text.split("[\\s=:,]+", -1)) {
      if (piece.indexOf('/') > 0 && !piece.startsWith("-")) {
        return true;
      }
    }
    return false;
  }

  /// @param ofProject what it runs of the project; empty for nothing
  String hook(Hook hook, String ofProject) throws SetupException, ConfigException {
    if (!ofProject.isEmpty()) {
      throw SetupException.failure(
          "it runs "
              + ofProject
              + ", and as your own it would run whatever is called so in every project; copy it to"
              + " a folder of yours and write the hook with its whole path into "
              + new SettingsWriter(context.options()).file());
    }
    return new SettingsWriter(context.options())
        .addItem("hooks." + hook.event().label(), hook.written());
  }

  /// Copies a file into a folder of the state.
  String file(Path file, String folder, String name) throws SetupException, IOException {
    Path target = target(folder, name);
    Path place = target.getParent();
    if (place != null) {
      Files.createDirectories(place);
    }
    Files.copy(file, target);
    return target.toString();
  }

  /// Copies a folder with what is in it, but no links.
  String folder(Path from, String folder, String name) throws SetupException, IOException {
    Path target = target(folder, name);
    var files = new ArrayList<Path>();
    long[] bytes = new long[1];
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              files.add(file);
              bytes[0] += attributes.size();
            }
            return files.size() > MOST_FILES || bytes[0] > MOST_BYTES
                ? FileVisitResult.TERMINATE
                : FileVisitResult.CONTINUE;
          }
        });
    if (files.size() > MOST_FILES || bytes[0] > MOST_BYTES) {
      throw SetupException.failure(
          from + " is too large to be copied: more than " + MOST_FILES + " files or 16 MB");
    }
    for (Path file : files) {
      Path copy = target.resolve(from.relativize(file).toString());
      Path place = copy.getParent();
      if (place != null) {
        Files.createDirectories(place);
      }
      Files.copy(file, copy);
    }
    return target.toString();
  }

  private Path target(String folder, String name) throws SetupException {
    Path below = context.home().resolve(folder);
    Path target = below.resolve(name).normalize();
    if (!target.startsWith(below) || target.equals(below)) {
      throw SetupException.failure("'" + name + "' cannot be the name of a file");
    }
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      throw SetupException.failure(target + " is there already; remove it first");
    }
    return target;
  }
}
