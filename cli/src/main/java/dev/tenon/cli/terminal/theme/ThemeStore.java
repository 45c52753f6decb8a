package dev.tenon.cli.terminal.theme;

import dev.tenon.core.text.IoFailure;
import dev.tenon.engine.content.ContentPlaces;
import dev.tenon.engine.plugin.InstalledPlugins;
import dev.tenon.engine.plugin.PluginKind;
import dev.tenon.engine.problem.Nearest;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/// All themes by their names: those that are built in, one for each file of the user's folder, and
/// those of installed plugins, `plugin:theme`. The built-in ones win.
public final class ThemeStore {
  private static final String ENDING = ".json";
  private static final long MOST_BYTES = 1 << 20;
  private static final int MOST_NAMED = 3;

  private final Path home;
  private final Path folder;

  private ThemeStore(Path home) {
    this.home = home;
    this.folder = home.resolve("themes");
  }

  /// The themes of a state folder.
  public static ThemeStore in(Path home) {
    return new ThemeStore(home);
  }

  public Path folder() {
    return folder;
  }

  /// All names, in order.
  public List<String> names() {
    var names = new TreeSet<String>(BuiltinThemes.NAMES);
    names.addAll(ofPlugins().keySet());
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + ENDING)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        name = name.substring(0, name.length() - ENDING.length());
        if (isName(name) && Files.isRegularFile(file)) {
          names.add(name);
        }
      }
    } catch (IOException | DirectoryIteratorException none) {
      // There are no files, or none that may be read.
      return List.copyOf(names);
    }
    return List.copyOf(names);
  }

  /// Whether it needs a file.
  public static boolean isBuiltin(String name) {
    return BuiltinThemes.find(name, Background.DARK).isPresent();
  }

  /// Where a theme that is not built in lies.
  public Path file(String name) {
    Path own = folder.resolve(name + ENDING);
    return name.indexOf(':') < 0 ? own : ofPlugins().getOrDefault(name, own);
  }

  private Map<String, Path> ofPlugins() {
    return files(InstalledPlugins.content(home, PluginKind.THEME));
  }

  /// The files of plugins by the names of their themes, in order.
  public static Map<String, Path> files(List<ContentPlaces.Place> places) {
    var files = new TreeMap<String, Path>();
    for (ContentPlaces.Place place : places) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(place.folder(), "*" + ENDING)) {
        for (Path file : all) {
          String name = String.valueOf(file.getFileName());
          name = name.substring(0, name.length() - ENDING.length());
          if (isName(name) && Files.isRegularFile(file)) {
            files.put(place.prefix() + name, file);
          }
        }
      } catch (IOException | DirectoryIteratorException none) {
        // A folder that cannot be read has none; the others have theirs.
      }
    }
    return files;
  }

  /// A name never leads out of the folder.
  private static boolean isName(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!Character.isLetterOrDigit(c)
          && c != '-'
          && c != '_'
          && (c != '.' || i == 0)
          && c != ' ') {
        return false;
      }
    }
    return !name.isBlank() && name.length() <= 100;
  }

  /// The theme of this name on such a background.
  public ThemeParser.Parsed load(String name, Background background) throws ThemeException {
    Optional<Theme> builtin = BuiltinThemes.find(name, background);
    if (builtin.isPresent()) {
      return new ThemeParser.Parsed(builtin.get(), List.of());
    }
    boolean known = name.indexOf(':') < 0 ? isName(name) : ofPlugins().containsKey(name);
    if (!known || !Files.exists(file(name))) {
      throw new ThemeException(notFound(name));
    }
    return read(file(name));
  }

  private String notFound(String name) {
    List<String> known = names();
    Optional<String> near = Nearest.to(name, known);
    var out = new StringBuilder("Theme not found: ").append(SymbolText.oneLine(name));
    if (near.isPresent()) {
      return out.append("; did you mean '").append(near.get()).append("'?").toString();
    }
    var named = new ArrayList<>(known);
    named.removeAll(BuiltinThemes.NAMES);
    named.addAll(0, BuiltinThemes.NAMES);
    int shown = Math.min(named.size(), BuiltinThemes.NAMES.size() + MOST_NAMED);
    return out.append("; there are ")
        .append(String.join(", ", named.subList(0, shown)))
        .append(shown < named.size() ? " and others" : "")
        .toString();
  }

  /// A theme from any file.
  public static ThemeParser.Parsed read(Path file) throws ThemeException {
    String shown = SymbolText.oneLine(file.toString());
    try {
      if (!Files.isRegularFile(file)) {
        throw new ThemeException(
            shown + (Files.exists(file) ? ": is no file" : ": there is no such file"));
      }
      if (Files.size(file) > MOST_BYTES) {
        throw new ThemeException(shown + ": is larger than 1 MB, which no theme needs");
      }
      return ThemeParser.parse(shown, Files.readString(file, StandardCharsets.UTF_8));
    } catch (CharacterCodingException binary) {
      throw new ThemeException(shown + ": is not UTF-8");
    } catch (NoSuchFileException gone) {
      throw new ThemeException(shown + ": there is no such file");
    } catch (IOException unreadable) {
      throw new ThemeException(shown + ": cannot be read: " + IoFailure.reason(unreadable));
    }
  }
}
