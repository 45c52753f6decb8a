package dev.tenon.core.prompt;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// The files in which a project and its user tell agents how to work: `AGENTS.md` and its like.
///
/// They are looked for in the root and its parents, up to the top of the git repository; outside of
/// a repository up to the user's home folder when the root lies in it, and else in the root alone,
/// because nobody knows who owns the folders above. The user's own `AGENTS.md` in the state folder
/// comes first, then what other tools' files say ([Further]), the nearest folder last. The same
/// text is taken once, whatever its names.
///
/// @param files in the order of the prompt
/// @param offered what the model may read if it needs it
/// @param warnings for the user: files that were left out or cut, and why
public record ContextFiles(List<ContextFile> files, List<Offer> offered, List<String> warnings) {
  /// Files that name others as `@path`.
  private static final Set<String> IMPORTING = Set.of("CLAUDE.md", "GEMINI.md");

  /// None at all.
  public static final ContextFiles NONE = new ContextFiles(List.of(), List.of());

  /// A file that is named and not told.
  ///
  /// @param description when it matters
  public record Offer(String shown, String description) {}

  public ContextFiles {
    files = List.copyOf(files);
    offered = List.copyOf(offered);
    warnings = List.copyOf(warnings);
  }

  /// Nothing is offered.
  public ContextFiles(List<ContextFile> files, List<String> warnings) {
    this(files, List.of(), warnings);
  }

  /// More instructions. They are asked for when those of the given names have got their room.
  public interface Further {
    Further NONE = room -> List.of();

    List<ContextFile> in(ContextRoom room);
  }

  /// Collects the files.
  ///
  /// @param root the project's real path
  /// @param userHome the user's home folder
  /// @param state Tenon's state folder; need not exist
  /// @param names of the files to look for
  public static ContextFiles collect(Path root, Path userHome, Path state, List<String> names) {
    return collect(root, userHome, state, names, file -> true, Further.NONE);
  }

  /// @param readable whether a file of the project may be told
  /// @param further what there is besides
  public static ContextFiles collect(
      Path root,
      Path userHome,
      Path state,
      List<String> names,
      Predicate<Path> readable,
      Further further) {
    Path top = top(root, userHome);
    var room = new ContextRoom(root, top, readable);
    var files = new ArrayList<ContextFile>();
    for (Path folder = root; folder != null; folder = folder.getParent()) {
      var found = new ArrayList<ContextFile>();
      for (String name : names) {
        Path file = folder.resolve(name);
        ContextFile taken = room.inside(file);
        if (taken != null) {
          found.add(taken);
          if (IMPORTING.contains(name)) {
            found.addAll(ContextImports.of(file, taken.text(), room));
          }
        }
      }
      files.addAll(0, found);
      if (folder.equals(top)) {
        break;
      }
    }
    ContextFile own = room.read(state.resolve("AGENTS.md"), "AGENTS.md of the user");
    files.addAll(0, further.in(room));
    if (own != null) {
      files.addFirst(own);
    }
    return new ContextFiles(files, room.offered(), room.warnings());
  }

  /// The last folder to look into.
  private static Path top(Path root, Path userHome) {
    for (Path folder = root; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
        return folder;
      }
    }
    return root.startsWith(userHome) ? userHome : root;
  }
}
