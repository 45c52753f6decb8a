package dev.tenon.core.exec.sandbox;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Those of many paths that are there. Each folder is listed once, which is quicker than to ask for
/// every name in it, and nothing is asked below a folder that is not there.
final class ExistingPaths {
  private static final int MOST_NAMES = 20_000;
  private static final int MOST_MATCHES = 100;

  /// Made for every command anew from the same list.
  private static volatile @Nullable Grouped last;

  private final Map<Path, Listing> listings = new HashMap<>();

  /// @param complete whether a name that is not among them is not there
  private record Listing(Set<String> names, boolean complete) {
    static final Listing MISSING = new Listing(Set.of(), true);
    static final Listing UNKNOWN = new Listing(Set.of(), false);
  }

  /// The names by their folders, in the order of the list, in which the outer ones come first.
  private record Grouped(List<Path> paths, Map<Path, List<String>> names) {
    static Grouped of(List<Path> paths) {
      Map<Path, List<String>> names = new LinkedHashMap<>();
      for (Path path : paths) {
        Path parent = path.getParent();
        Path name = path.getFileName();
        if (parent != null && name != null) {
          List<String> known = names.get(parent);
          if (known == null) {
            known = new ArrayList<>();
            names.put(parent, known);
          }
          known.add(name.toString());
        }
      }
      return new Grouped(paths, names);
    }
  }

  private ExistingPaths() {}

  /// @param paths absolute; `*` in the last name stands for anything. The same list is recognised
  ///   as such, not an equal one
  @SuppressWarnings("ReferenceEquality")
  static List<Path> among(List<Path> paths) {
    Grouped grouped = last;
    if (grouped == null || grouped.paths != paths) {
      grouped = Grouped.of(paths);
      last = grouped;
    }
    var search = new ExistingPaths();
    var found = new ArrayList<Path>();
    for (Map.Entry<Path, List<String>> folder : grouped.names.entrySet()) {
      Listing listing = search.listing(folder.getKey());
      if (!listing.names.isEmpty() || !listing.complete) {
        for (String name : folder.getValue()) {
          add(folder.getKey(), listing, name, found);
        }
      }
    }
    return found;
  }

  private static void add(Path folder, Listing listing, String name, List<Path> found) {
    if (name.indexOf('*') < 0) {
      if (listing.names.contains(name)
          || (!listing.complete && Files.exists(folder.resolve(name)))) {
        found.add(folder.resolve(name));
      }
      return;
    }
    int matches = 0;
    for (String each : listing.names) {
      if (matches < MOST_MATCHES && matches(name, 0, each, 0)) {
        found.add(folder.resolve(each));
        matches++;
      }
    }
  }

  private Listing listing(Path folder) {
    Listing known = listings.get(folder);
    if (known == null) {
      Path above = folder.getParent();
      Listing around = above == null ? null : listings.get(above);
      boolean missing =
          around != null
              && around.complete
              && !around.names.contains(String.valueOf(folder.getFileName()));
      known = missing ? Listing.MISSING : read(folder);
      listings.put(folder, known);
    }
    return known;
  }

  private static Listing read(Path folder) {
    var names = new HashSet<String>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (names.size() >= MOST_NAMES) {
          return new Listing(names, false);
        }
        names.add(String.valueOf(entry.getFileName()));
      }
    } catch (AccessDeniedException closed) {
      return Listing.UNKNOWN;
    } catch (IOException | DirectoryIteratorException missing) {
      return Listing.MISSING;
    }
    return new Listing(names, true);
  }

  private static boolean matches(String pattern, int p, String name, int n) {
    int star = pattern.indexOf('*', p);
    if (star < 0) {
      return pattern.length() - p == name.length() - n && name.startsWith(pattern.substring(p), n);
    }
    if (!name.startsWith(pattern.substring(p, star), n)) {
      return false;
    }
    for (int rest = n + star - p; rest <= name.length(); rest++) {
      if (matches(pattern, star + 1, name, rest)) {
        return true;
      }
    }
    return false;
  }
}
