package dev.tenon.engine.plugin;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.JsonException;
import dev.tenon.core.json.LocatedJson;
import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.content.ContentPlaces;
import dev.tenon.engine.content.FolderEntry;
import dev.tenon.engine.content.OneLine;
import dev.tenon.engine.problem.QuotedValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the `plugin.json` of a folder says: the plugin's name, and where its parts lie. The
/// customary places count always, those that it names in addition.
///
/// @param folder of the whole plugin
/// @param file the manifest itself
/// @param version may be empty, and so may the description
/// @param places of each kind, files or folders that are there; the manifest itself where it holds
///   the parts
/// @param problems what it names and cannot be used, one line each
/// @param notes what it says to no effect
public record PluginManifest(
    Path folder,
    Path file,
    String name,
    String version,
    String description,
    Map<PluginKind, List<Path>> places,
    List<String> problems,
    List<String> notes) {
  /// Where manifests lie, the most wanted first.
  public static final List<String> FILES =
      List.of(".tenon-plugin/plugin.json", ".claude-plugin/plugin.json");

  /// Whether places count that the manifest does not name.
  private static final String CUSTOMARY = "customaryPlaces";

  private static final int LARGEST = 1 << 20;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,47}");

  /// What stands before a colon and means something else.
  private static final Set<String> TAKEN = Set.of("user", "project", "mcp");

  private static final Set<String> DESCRIBING =
      Set.of(
          "$schema",
          "name",
          "version",
          "description",
          "author",
          "homepage",
          "repository",
          "license",
          "keywords",
          "displayName",
          "category",
          "tags",
          CUSTOMARY);

  public PluginManifest {
    places = Map.copyOf(places);
    problems = List.copyOf(problems);
    notes = List.copyOf(notes);
  }

  /// The manifest in a folder, or null.
  public static @Nullable Path in(Path folder) {
    for (String name : FILES) {
      Path file = folder.resolve(name);
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    return null;
  }

  /// @param shown how messages call the folder; empty where files are named from it
  public static PluginManifest read(Path folder, String shown) throws PluginFault {
    Path file = in(folder);
    if (file == null) {
      throw new PluginFault(
          folder
              + " is no plugin: it has no "
              + FILES.getLast()
              + "; write one that says {\"name\": \"NAME\"}");
    }
    String where = beginning(shown) + slashed(folder.relativize(file));
    LocatedJson json = parsed(file, where);
    if (!(json.value() instanceof Json.Obj top)) {
      throw new PluginFault(where + ":1: must be a JSON object with 'name'");
    }
    String name = top.string("name", "");
    if (!NAME.matcher(name).matches() || TAKEN.contains(name)) {
      throw new PluginFault(
          where
              + ":"
              + json.line("/name")
              + ": name "
              + (top.has("name") ? QuotedValue.of(name) + " cannot be used" : "is missing")
              + "; it has letters, digits, '-' and '_', at most 48, and is not "
              + String.join(", ", TAKEN.stream().sorted().toList()));
    }
    var reader = new Reader(folder, file, where, json, top.bool(CUSTOMARY, true));
    for (PluginKind kind : PluginKind.values()) {
      reader.kind(kind, top.get(kind.key()));
    }
    reader.unknown(top);
    return new PluginManifest(
        folder,
        file,
        name,
        OneLine.of(top.string("version", ""), 60),
        OneLine.of(top.string("description", ""), 500),
        reader.places,
        reader.problems,
        reader.notes);
  }

  /// Gives a folder the manifest that a marketplace has for it. What is said to be all that counts
  /// (`strict: false`) leaves the customary places out, if it names any part.
  static void write(Path folder, Json.Obj entry) throws IOException {
    Map<String, Json> members = new LinkedHashMap<>(entry.members());
    members.keySet().removeAll(Set.of("source", "strict", CUSTOMARY));
    boolean names = List.of(PluginKind.values()).stream().anyMatch(kind -> entry.has(kind.key()));
    if (names && !entry.bool("strict", true)) {
      members.put(CUSTOMARY, Json.of(false));
    }
    Path file = folder.resolve(FILES.getFirst());
    Path place = file.getParent();
    Files.createDirectories(place == null ? folder : place);
    Files.writeString(file, new Json.Obj(members).pretty() + "\n");
  }

  private static LocatedJson parsed(Path file, String where) throws PluginFault {
    try {
      byte[] bytes = FolderEntry.read(file.toRealPath(), LARGEST);
      if (bytes.length > LARGEST) {
        throw new PluginFault(where + ":1: is larger than 1 MB; that is no manifest");
      }
      return LocatedJson.parse(new String(bytes, StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new PluginFault(where + ":1: cannot be read: " + IoFailure.reason(unreadable));
    } catch (JsonException malformed) {
      throw new PluginFault(
          where
              + ":"
              + Math.max(1, malformed.line())
              + ": is not valid JSON: "
              + malformed.getMessage());
    }
  }

  private static String beginning(String shown) {
    return shown.isEmpty() ? "" : shown + "/";
  }

  private static String slashed(Path path) {
    return path.toString().replace('\\', '/');
  }

  /// What stands before each name of the plugin.
  public String prefix() {
    return name + ":";
  }

  /// A file or folder with parts.
  ///
  /// @param shown how messages call it
  public record Place(Path path, String shown) {}

  /// The places of a kind.
  ///
  /// @param shown how messages call the plugin's folder; empty to name files from there
  public List<Place> places(PluginKind kind, String shown) {
    var all = new ArrayList<Place>();
    for (Path path : places.getOrDefault(kind, List.of())) {
      all.add(new Place(path, beginning(shown) + slashed(folder.relativize(path))));
    }
    return all;
  }

  /// The places of a kind for those who read folders of content.
  public List<ContentPlaces.Place> content(PluginKind kind, String shown) {
    var all = new ArrayList<ContentPlaces.Place>();
    for (Place place : places(kind, shown)) {
      all.add(
          new ContentPlaces.Place(
              place.path(), folder, place.shown(), ContentPlaces.Owner.USER, prefix()));
    }
    return all;
  }

  /// Finds the places.
  private static final class Reader {
    private final Path folder;
    private final Path file;
    private final String where;
    private final LocatedJson json;
    private final boolean customary;
    private final Map<PluginKind, List<Path>> places = new EnumMap<>(PluginKind.class);
    private final List<String> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    Reader(Path folder, Path file, String where, LocatedJson json, boolean customary) {
      this.folder = folder;
      this.file = file;
      this.where = where;
      this.json = json;
      this.customary = customary;
    }

    void kind(PluginKind kind, @Nullable Json value) {
      var found = new LinkedHashSet<Path>();
      Path usual = folder.resolve(kind.customary());
      if (customary && Files.exists(usual)) {
        found.add(usual);
      }
      String at = "/" + kind.key();
      switch (value) {
        case null -> {}
        case Json.Null ignored -> {}
        case Json.Str text -> add(found, kind, at, text.value());
        case Json.Arr list -> {
          for (int i = 0; i < list.items().size(); i++) {
            if (list.items().get(i) instanceof Json.Str text) {
              add(found, kind, at + "/" + i, text.value());
            } else {
              problem(
                  at + "/" + i, kind.key() + " must list paths such as \"./" + kind.key() + "\"");
            }
          }
        }
        case Json.Obj ignored when kind.isInline() -> found.add(file);
        case Json other ->
            problem(
                at,
                kind.key()
                    + " must be a path or a list of paths"
                    + (kind.isInline() ? ", or an object that holds them" : "")
                    + ", was "
                    + OneLine.of(other.compact(), 60));
      }
      if (!found.isEmpty()) {
        places.put(kind, List.copyOf(found));
      }
    }

    private void add(Set<Path> found, PluginKind kind, String at, String text) {
      Path path;
      try {
        path = folder.resolve(text).normalize();
      } catch (InvalidPathException wrong) {
        problem(at, QuotedValue.of(text) + " is no path");
        return;
      }
      if (!path.startsWith(folder)) {
        problem(at, QuotedValue.of(text) + " leads out of the plugin; copy what it leads to");
      } else if (!Files.exists(path)) {
        problem(at, QuotedValue.of(text) + " is not there; correct the path or take it out");
      } else if (Files.isDirectory(path) ? !kind.isFolder() : !kind.isFile()) {
        problem(
            at,
            QuotedValue.of(text)
                + (kind.isFolder() ? " is no folder" : " is a folder; name the file in it"));
      } else {
        found.add(path);
      }
    }

    void unknown(Json.Obj top) {
      for (String key : top.members().keySet()) {
        boolean known =
            DESCRIBING.contains(key)
                || List.of(PluginKind.values()).stream().anyMatch(kind -> kind.key().equals(key));
        if (!known) {
          notes.add(
              where
                  + ":"
                  + json.line("/" + key)
                  + ": "
                  + QuotedValue.of(key)
                  + " is not supported; the rest works");
        }
      }
    }

    private void problem(String at, String what) {
      problems.add(where + ":" + json.line(at) + ": " + what);
    }
  }
}
