package dev.tenon.engine.plugin;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.LocatedJson;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.content.FolderEntry;
import dev.tenon.engine.content.OneLine;
import dev.tenon.engine.problem.QuotedValue;
import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A `marketplace.json`, which offers plugins: in folders beside it, or in repositories elsewhere.
/// An offer that cannot be understood is left out with a line.
///
/// @param problems with file, line and way out
public record Marketplace(String name, List<Offer> offers, List<String> problems) {
  private static final int LARGEST = 4 << 20;
  private static final List<String> FILES =
      List.of(
          ".tenon-plugin/marketplace.json", ".claude-plugin/marketplace.json", "marketplace.json");

  public Marketplace {
    offers = List.copyOf(offers);
    problems = List.copyOf(problems);
  }

  /// A plugin on offer.
  ///
  /// @param folder where it lies in the marketplace; null where it is a repository
  /// @param repository its address; empty where it is a folder
  /// @param reference of the repository; may be empty
  /// @param path of the plugin in the repository; empty for the repository itself
  /// @param entry what the marketplace says of it
  public record Offer(
      String name,
      String description,
      @Nullable Path folder,
      String repository,
      String reference,
      String path,
      Json.Obj entry) {}

  /// The marketplace in a folder, or null when it is none.
  public static @Nullable Marketplace in(Path folder) throws SetupException {
    for (String name : FILES) {
      Path file = folder.resolve(name);
      if (Files.isRegularFile(file)) {
        return read(folder, file, name);
      }
    }
    return null;
  }

  private static Marketplace read(Path folder, Path file, String shown) throws SetupException {
    LocatedJson json;
    try {
      json = LocatedJson.parse(FolderEntry.text(file, LARGEST));
    } catch (IOException unreadable) {
      throw SetupException.failure(shown + ": cannot be read: " + IoFailure.reason(unreadable));
    } catch (JsonException malformed) {
      throw SetupException.failure(
          shown
              + ":"
              + Math.max(1, malformed.line())
              + ": is not valid JSON: "
              + malformed.getMessage());
    }
    if (!(json.value() instanceof Json.Obj top) || !(top.get("plugins") instanceof Json.Arr list)) {
      throw SetupException.failure(shown + ":1: must be a JSON object with a list 'plugins'");
    }
    var offers = new ArrayList<Offer>();
    var problems = new ArrayList<String>();
    Path base;
    try {
      base = inside(top.objectOrEmpty("metadata").string("pluginRoot", "."), folder, folder);
    } catch (PluginFault wrong) {
      throw SetupException.failure(
          shown + ":" + json.line("/metadata/pluginRoot") + ": pluginRoot " + wrong.getMessage());
    }
    for (int i = 0; i < list.items().size(); i++) {
      String where = shown + ":" + json.line("/plugins/" + i) + ": ";
      try {
        offers.add(offer(list.items().get(i), folder, base));
      } catch (PluginFault wrong) {
        problems.add(where + wrong.getMessage());
      }
    }
    return new Marketplace(top.string("name", ""), offers, problems);
  }

  private static Offer offer(Json value, Path folder, Path base) throws PluginFault {
    if (!(value instanceof Json.Obj entry) || entry.string("name", "").isBlank()) {
      throw new PluginFault("an offer must be an object with 'name' and 'source'");
    }
    String name = entry.string("name", "");
    String what = OneLine.of(entry.string("description", ""), 200);
    return switch (entry.get("source")) {
      case Json.Str path ->
          new Offer(name, what, inside(path.value(), folder, base), "", "", "", entry);
      case Json.Obj source -> {
        String repository =
            switch (source.string("source", "")) {
              case "github" -> PluginOrigin.atGithub(source.string("repo", ""));
              case "url", "git" -> source.string("url", "");
              case "git-subdir" -> PluginOrigin.address(source.string("url", ""));
              default -> "";
            };
        String reference = source.string("sha", source.string("ref", ""));
        if (repository.isBlank() || repository.startsWith("-") || reference.startsWith("-")) {
          throw new PluginFault(
              "the source of "
                  + QuotedValue.of(name)
                  + " is not supported; it is a folder, 'github' with 'repo', 'url', or"
                  + " 'git-subdir' with 'url' and 'path'");
        }
        yield new Offer(name, what, null, repository, reference, path(source, name), entry);
      }
      case null, default ->
          throw new PluginFault(QuotedValue.of(name) + " needs 'source', a folder or a repository");
    };
  }

  /// Where in a repository a plugin lies.
  private static String path(Json.Obj source, String name) throws PluginFault {
    Json given = source.get("path");
    boolean needed = source.string("source", "").equals("git-subdir");
    if (given == null && !needed) {
      return "";
    }
    if (!(given instanceof Json.Str text)) {
      throw new PluginFault(
          "the source of " + QuotedValue.of(name) + " needs 'path', a folder of the repository");
    }
    try {
      Path top = Path.of("/repository");
      Path path = top.resolve(text.value()).normalize();
      if (path.startsWith(top)) {
        return top.relativize(path).toString();
      }
    } catch (InvalidPathException wrong) {
      // Refused below, like one that leads out.
    }
    throw new PluginFault(
        QuotedValue.of(text.value()) + " leads out of the repository; name a folder in it");
  }

  private static Path inside(String text, Path folder, Path base) throws PluginFault {
    try {
      Path path = base.resolve(text).normalize();
      if (path.startsWith(folder)) {
        return path;
      }
    } catch (InvalidPathException wrong) {
      // Refused below, like one that leads out.
    }
    throw new PluginFault(
        QuotedValue.of(text) + " leads out of the marketplace; name a folder in it");
  }

  public List<String> names() {
    return offers.stream().map(Offer::name).toList();
  }

  public @Nullable Offer find(String wanted) {
    for (Offer each : offers) {
      if (each.name().equals(wanted)) {
        return each;
      }
    }
    return null;
  }
}
