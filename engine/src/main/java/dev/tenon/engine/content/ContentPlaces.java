package dev.tenon.engine.content;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Where content of one kind lies: in folders of the project, from its root up to the top of its
/// repository, and in folders of the user. Only what exists is answered; looking costs a few
/// questions to the disk and nothing else.
public final class ContentPlaces {
  private static final List<String> PLUGIN_ROOT =
      List.of("${CLAUDE_PLUGIN_ROOT}", "${TENON_PLUGIN_ROOT}");

  private ContentPlaces() {}

  /// Whose a folder is.
  public enum Owner {
    PROJECT,
    USER
  }

  /// A folder that exists; of a plugin also a single file.
  ///
  /// @param boundary links may lead no farther than this
  /// @param shown how messages call it
  /// @param prefix what stands before the names of what is in it, such as `plugin:`; mostly empty
  public record Place(Path folder, Path boundary, String shown, Owner owner, String prefix) {
    public Place(Path folder, Path boundary, String shown, Owner owner) {
      this(folder, boundary, shown, owner, "");
    }

    /// Whether it belongs to a plugin.
    private boolean isOfPlugin() {
      return !prefix.isEmpty();
    }

    /// A text of it with what stands for the plugin's folder put in.
    public String filled(String text) {
      String filled = text;
      if (isOfPlugin()) {
        for (String variable : PLUGIN_ROOT) {
          filled = filled.replace(variable, boundary.toString());
        }
      }
      return filled;
    }

    /// Whether a text of it names the plugin's folder.
    public boolean namesPlugin(String text) {
      return isOfPlugin() && PLUGIN_ROOT.stream().anyMatch(text::contains);
    }
  }

  /// Every folder that there is.
  public static List<Place> of(Path root, List<String> names, Path userHome, List<Path> own) {
    return of(root, names, Set.of(), userHome, own);
  }

  /// @param off programs whose folders in the project are not looked at
  /// @param names folders below each level, such as `.tenon/skills`, the most wanted first
  /// @param userHome the user's home folder
  /// @param own folders that are the user's in addition, such as one in the state folder
  public static List<Place> of(
      Path root, List<String> names, Set<OtherTool> off, Path userHome, List<Path> own) {
    var places = new ArrayList<Place>();
    Path top = top(root, userHome);
    for (Path level = root; level != null; level = level.getParent()) {
      // The home folder's own are the user's, also when a project lies there.
      if (!level.equals(userHome)) {
        for (String name : names) {
          OtherTool tool = OtherTool.of(name);
          if (tool == null || !off.contains(tool)) {
            add(places, level.resolve(name), top, root, Owner.PROJECT);
          }
        }
      }
      if (level.equals(top)) {
        break;
      }
    }
    for (Path folder : own) {
      add(places, folder, folder.startsWith(userHome) ? userHome : folder, root, Owner.USER);
    }
    for (String name : names) {
      add(places, userHome.resolve(name), userHome, root, Owner.USER);
    }
    return places;
  }

  private static void add(List<Place> places, Path folder, Path boundary, Path root, Owner owner) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    for (Place known : places) {
      if (known.folder().equals(folder)) {
        return;
      }
    }
    String shown = owner == Owner.PROJECT ? root.relativize(folder).toString() : folder.toString();
    places.add(new Place(folder, boundary, shown, owner));
  }

  /// Whether something lies where it is looked for: in the project, or in what tools have in a
  /// folder above it, up to the top of its repository.
  public static boolean belongs(Path item, Path root, Path userHome) {
    if (item.startsWith(root)) {
      return true;
    }
    Path top = top(root, userHome);
    for (Path level = root; !level.equals(top); ) {
      Path above = level.getParent();
      if (above == null) {
        return false;
      }
      level = above;
      if (item.startsWith(level) && item.getNameCount() > level.getNameCount()) {
        String name = level.relativize(item).getName(0).toString();
        if (name.startsWith(".") || name.startsWith("opencode.json")) {
          return true;
        }
      }
    }
    return false;
  }

  /// The last folder to look into: the top of the repository, or the project itself.
  static Path top(Path root, Path userHome) {
    for (Path folder = root; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
        return folder;
      }
      if (folder.equals(userHome)) {
        break;
      }
    }
    return root;
  }
}
