package dev.tenon.core.prompt;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The files in which a project and its user tell agents how to work: `AGENTS.md` and its like.
///
/// They are looked for in the root and its parents, up to the top of the git repository; outside of
/// a repository up to the user's home folder when the root lies in it, and else in the root alone,
/// because nobody knows who owns the folders above. The user's own `AGENTS.md` in the state folder
/// comes first, the nearest folder last. The same text is taken once, whatever its names.
///
/// @param files in the order of the prompt
/// @param warnings for the user: files that were left out or cut, and why
public record ContextFiles(List<ContextFile> files, List<String> warnings) {
  static final int MOST_BYTES = 32 * 1024;
  static final int MOST_BYTES_IN_ALL = 64 * 1024;

  /// None at all.
  public static final ContextFiles NONE = new ContextFiles(List.of(), List.of());

  public ContextFiles {
    files = List.copyOf(files);
    warnings = List.copyOf(warnings);
  }

  /// Collects the files.
  ///
  /// @param root the project's real path
  /// @param userHome the user's home folder
  /// @param state Tenon's state folder; need not exist
  /// @param names of the files to look for
  public static ContextFiles collect(Path root, Path userHome, Path state, List<String> names) {
    var search = new Search(root);
    Path top = top(root, userHome);
    for (Path folder = root; folder != null; folder = folder.getParent()) {
      var found = new ArrayList<ContextFile>();
      for (String name : names) {
        ContextFile file = search.inside(folder.resolve(name), top);
        if (file != null) {
          found.add(file);
        }
      }
      search.files.addAll(0, found);
      if (folder.equals(top)) {
        break;
      }
    }
    ContextFile own = search.read(state.resolve("AGENTS.md"), "AGENTS.md of the user");
    if (own != null) {
      search.files.addFirst(own);
    }
    return new ContextFiles(search.files, search.warnings);
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

  /// Reads from the nearest folder outward, so that the nearest files get their room first.
  private static final class Search {
    private final Path root;
    private final List<ContextFile> files = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private int room = MOST_BYTES_IN_ALL;

    Search(Path root) {
      this.root = root;
    }

    /// A file of the project: it must not lead out of the repository.
    @Nullable ContextFile inside(Path file, Path top) {
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        return null;
      }
      String shown = root.relativize(file).toString();
      try {
        if (!file.toRealPath().startsWith(top)) {
          warnings.add(shown + " leads out of the project and was left out");
          return null;
        }
      } catch (IOException unusable) {
        warnings.add(shown + " cannot be read and was left out");
        return null;
      }
      return read(file, shown);
    }

    @Nullable ContextFile read(Path file, String shown) {
      if (!Files.exists(file)) {
        return null;
      }
      if (!Files.isRegularFile(file)) {
        warnings.add(shown + " is not a regular file and was left out");
        return null;
      }
      byte[] bytes;
      long size;
      try (InputStream in = Files.newInputStream(file)) {
        bytes = in.readNBytes(MOST_BYTES + 1);
        size = Math.max(bytes.length, Files.size(file));
      } catch (IOException unreadable) {
        warnings.add(shown + " cannot be read and was left out");
        return null;
      }
      String text = new String(bytes, StandardCharsets.UTF_8).strip();
      if (text.indexOf('\0') >= 0) {
        warnings.add(shown + " is not text and was left out");
        return null;
      }
      if (text.isEmpty() || !seen.add(text)) {
        return null;
      }
      return bounded(shown, bytes, size, text);
    }

    private ContextFile bounded(String shown, byte[] bytes, long size, String text) {
      int most = Math.min(MOST_BYTES, room);
      if (bytes.length <= most) {
        room -= bytes.length;
        return new ContextFile(shown, text);
      }
      String head = head(bytes, most);
      room -= most;
      warnings.add(
          shown + " is too long: " + most + " of " + size + " bytes went into the system prompt");
      return new ContextFile(shown, head + "\n[cut: " + most + " of " + size + " bytes]");
    }

    /// The beginning in whole lines, or at least in whole characters.
    private static String head(byte[] bytes, int most) {
      int end = most;
      while (end > 0 && bytes[end - 1] != '\n') {
        end--;
      }
      if (end == 0) {
        end = most;
        while (end > 0 && (bytes[end] & 0xC0) == 0x80) {
          end--;
        }
      }
      return new String(bytes, 0, end, StandardCharsets.UTF_8).strip();
    }
  }
}
