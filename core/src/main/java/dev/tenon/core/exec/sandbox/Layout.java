package dev.tenon.core.exec.sandbox;

import dev.tenon.core.exec.sandbox.Place.Treatment;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Turns [Bounds] into places, from the file system as it is now. Later rules win over earlier ones
/// at the same path; the innermost wins around a path; what is denied wins over all.
final class Layout {
  private static final List<String> TEMPORARY = List.of("/tmp", "/var/tmp", "/run", "/var/run");

  /// What runs by itself when a shell, a session or git starts; protected wherever it is writable.
  private static final List<String> START_FILES =
      List.of(
          ".bashrc",
          ".bash_profile",
          ".bash_login",
          ".bash_logout",
          ".bash_aliases",
          ".profile",
          ".zshrc",
          ".zshenv",
          ".zprofile",
          ".zlogin",
          ".inputrc",
          ".gitconfig",
          ".config/git",
          ".config/fish",
          ".config/autostart",
          ".config/systemd",
          ".config/environment.d",
          ".local/bin",
          ".local/share/systemd",
          "bin",
          ".ssh");

  // No combinator of Comparator: no AOT cache keeps the classes that those generate.
  private static final Comparator<Path> OUTER_FIRST =
      (a, b) -> {
        int names = Integer.compare(a.getNameCount(), b.getNameCount());
        return names == 0 ? a.compareTo(b) : names;
      };

  /// Whether something of the home folder runs by itself, or holds what does.
  static boolean isStartFile(Path home, Path path) {
    for (String name : START_FILES) {
      Path file = home.resolve(name);
      if (file.startsWith(path) || path.startsWith(file)) {
        return true;
      }
    }
    return false;
  }

  private final Bounds bounds;
  private final NavigableMap<Path, Treatment> places = new TreeMap<>(OUTER_FIRST);

  private Layout(Bounds bounds) {
    this.bounds = bounds;
  }

  /// The places, the outer ones first.
  static List<Place> of(Bounds bounds) throws IOException {
    var layout = new Layout(bounds);
    layout.temporary();
    layout.hidden();
    layout.writable();
    layout.put(bounds.readOnly(), Treatment.READ_ONLY);
    layout.protect();
    layout.put(bounds.sealed().get(), Treatment.READ_ONLY);
    layout.put(List.of(bounds.state()), Treatment.HIDDEN);
    layout.denied();
    return layout.finished();
  }

  /// The places of a wall that closes what rules deny, and nothing else.
  ///
  /// @param own what the wall itself needs: who could write there could open it
  static List<Place> closing(Bounds bounds, Path own) throws IOException {
    var layout = new Layout(bounds);
    layout.put(bounds.sealed().get(), Treatment.READ_ONLY);
    layout.put(List.of(own), Treatment.HIDDEN);
    layout.denied();
    return layout.finished();
  }

  private List<Place> finished() throws IOException {
    programs();
    prune();
    pin();
    var all = new ArrayList<Place>(places.size());
    for (Map.Entry<Path, Treatment> each : places.entrySet()) {
      all.add(new Place(each.getKey(), each.getValue()));
    }
    return all;
  }

  /// The folders that commands may write, with that of the repository which a worktree belongs to.
  static List<Path> writable(Bounds bounds) throws IOException {
    var layout = new Layout(bounds);
    layout.writable();
    for (Path root : layout.paths(Treatment.WRITABLE)) {
      for (Place place : GitVectors.of(root)) {
        if (place.treatment() == Treatment.WRITABLE) {
          layout.places.put(place.path(), place.treatment());
        }
      }
    }
    return layout.paths(Treatment.WRITABLE);
  }

  private void temporary() throws IOException {
    for (String folder : TEMPORARY) {
      put(List.of(Path.of(folder)), Treatment.TEMPORARY);
    }
    if (bounds.network() == Bounds.Network.ALL) {
      // Often a link into /run, and without it no name is found.
      put(List.of(Path.of("/etc/resolv.conf")), Treatment.READ_ONLY);
    }
  }

  private void hidden() throws IOException {
    for (Path each : ExistingPaths.among(bounds.hidden())) {
      Path real = real(each);
      if (real != null && real.getNameCount() > 0) {
        boolean veiled = Files.isRegularFile(real) && Veil.suits(real);
        places.put(real, veiled ? Treatment.VEILED : Treatment.HIDDEN);
      }
    }
    for (Path socket : UnixSockets.listening()) {
      // A socket on a read-only mount still takes connections, and its server is outside.
      put(List.of(socket), Treatment.HIDDEN);
    }
  }

  private void writable() throws IOException {
    Path home = real(bounds.home());
    for (Path each : bounds.writable()) {
      Path real = real(each);
      if (real == null || real.getNameCount() == 0) {
        continue;
      }
      if (home == null || !home.startsWith(real)) {
        unhideBelow(real);
        places.put(real, Treatment.WRITABLE);
      } else if (home.equals(real)) {
        for (Path folder : visibleFolders(home)) {
          places.put(folder, Treatment.WRITABLE);
        }
      }
    }
  }

  /// A server that listens inside of a root belongs to the project.
  private void unhideBelow(Path root) {
    places.entrySet().removeIf(each -> each.getKey().startsWith(root) && isSocket(each.getKey()));
  }

  private static boolean isSocket(Path path) {
    return !Files.isRegularFile(path) && !Files.isDirectory(path);
  }

  private static List<Path> visibleFolders(Path home) throws IOException {
    var folders = new ArrayList<Path>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(home)) {
      for (Path entry : entries) {
        if (!String.valueOf(entry.getFileName()).startsWith(".")
            && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          folders.add(entry);
        }
      }
    }
    return folders;
  }

  private void protect() throws IOException {
    for (Path root : paths(Treatment.WRITABLE)) {
      for (Place place : GitVectors.of(root)) {
        places.put(place.path(), place.treatment());
      }
      Path own = real(root.resolve(".tenon"));
      if (own != null && around(own) == Treatment.WRITABLE) {
        // What Tenon itself does later.
        places.put(own, Treatment.READ_ONLY);
      }
    }
    for (String file : START_FILES) {
      Path real = real(bounds.home().resolve(file));
      if (real != null && around(real) == Treatment.WRITABLE) {
        places.put(real, Treatment.READ_ONLY);
      }
    }
  }

  private void denied() throws IOException {
    for (Path each : bounds.denied().get()) {
      Path real = real(each);
      if (real != null && real.getNameCount() > 0) {
        places.keySet().removeIf(path -> path.startsWith(real));
        places.put(real, Treatment.HIDDEN);
      }
    }
  }

  /// An empty file that nobody may execute is seen instead of a program: there is nothing to copy
  /// either.
  private void programs() throws IOException {
    for (ClosedPrograms.Closed each : bounds.programs().get().closed()) {
      put(List.of(each.file()), Treatment.HIDDEN);
    }
  }

  private void put(List<Path> paths, Treatment treatment) throws IOException {
    for (Path each : paths) {
      Path real = real(each);
      if (real != null && real.getNameCount() > 0) {
        places.put(real, treatment);
      }
    }
  }

  /// Takes out what says nothing new.
  private void prune() {
    for (Path path : List.copyOf(places.keySet())) {
      Treatment own = places.remove(path);
      Treatment around = around(path);
      boolean gone = around == Treatment.TEMPORARY || around == Treatment.HIDDEN;
      boolean absent = own == Treatment.HIDDEN || own == Treatment.VEILED;
      boolean nothingNew = own == around || (absent && gone);
      if (own != null && !nothingNew) {
        places.put(path, own);
      }
    }
  }

  /// Whoever may move a folder away could put another one in its place, or find what it hides under
  /// another name in the next command: a mount point cannot be moved.
  private void pin() {
    for (Path path : List.copyOf(places.keySet())) {
      Path parent = path.getParent();
      Treatment around = parent == null ? Treatment.READ_ONLY : around(parent);
      if (around != Treatment.WRITABLE && around != Treatment.TEMPORARY) {
        continue;
      }
      while (parent != null && parent.getNameCount() > 0 && !places.containsKey(parent)) {
        places.put(parent, Treatment.PINNED);
        parent = parent.getParent();
      }
    }
  }

  private List<Path> paths(Treatment treatment) {
    var paths = new ArrayList<Path>();
    for (Map.Entry<Path, Treatment> each : places.entrySet()) {
      if (each.getValue() == treatment) {
        paths.add(each.getKey());
      }
    }
    return paths;
  }

  /// What holds at a path because of the places around it.
  private Treatment around(Path path) {
    for (Path at = path; at != null; at = at.getParent()) {
      Treatment found = places.get(at);
      if (found != null && found != Treatment.PINNED) {
        return found;
      }
    }
    return bounds.rest() == Bounds.Rest.OPEN ? Treatment.WRITABLE : Treatment.READ_ONLY;
  }

  private static @Nullable Path real(Path path) throws IOException {
    return Files.exists(path) ? path.toRealPath() : null;
  }
}
