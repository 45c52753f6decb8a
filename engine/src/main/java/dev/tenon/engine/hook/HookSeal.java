package dev.tenon.engine.hook;

import dev.tenon.core.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// What the files were that a hook runs or reads when it was let in. A hook whose files are others
/// meanwhile is not the one that somebody has agreed to. Safe for several threads.
final class HookSeal {
  /// Larger files are not hashed anew as long as the system says that nobody has touched them.
  private static final long LARGE = 256 * 1024;

  private final Extent extent;
  private final SortedMap<Path, String> hashes;
  private final Map<Path, Stamp> stamps = new ConcurrentHashMap<>();

  /// Which files count.
  enum Extent {
    /// Every file of the project that the command names, or that its programs read by themselves.
    NAMED,
    /// The programs and scripts of the project that it runs.
    RUN
  }

  /// @param look what the system says of a file; the time of the last change cannot be set by
  ///   anybody
  private record Stamp(String look, String hash) {}

  HookSeal(Extent extent, HookScripts scripts, Hook.Kind.Command command) {
    this.extent = extent;
    this.hashes = hashes(extent, scripts, command);
  }

  boolean isEmpty() {
    return hashes.isEmpty();
  }

  /// One line for each file.
  List<String> lines() {
    var lines = new ArrayList<String>();
    hashes.forEach((file, hash) -> lines.add(file + " " + hash));
    return lines;
  }

  /// The first file that is not what it was; empty when all are.
  Optional<Path> changed(HookScripts scripts, Hook.Kind.Command command) {
    SortedMap<Path, String> now = hashes(extent, scripts, command);
    for (Map.Entry<Path, String> each : now.entrySet()) {
      if (!each.getValue().equals(hashes.get(each.getKey()))) {
        return Optional.of(each.getKey());
      }
    }
    return hashes.keySet().stream().filter(file -> !now.containsKey(file)).findFirst();
  }

  private SortedMap<Path, String> hashes(
      Extent which, HookScripts scripts, Hook.Kind.Command command) {
    Collection<Path> files =
        switch (which) {
          case NAMED -> scripts.of(command);
          case RUN -> scripts.run(command);
        };
    var found = new TreeMap<Path, String>();
    files.forEach(file -> found.put(file, hash(file)));
    return Collections.unmodifiableSortedMap(found);
  }

  private String hash(Path file) {
    try {
      if (Files.size(file) <= LARGE) {
        return Sha256.of(Files.readAllBytes(file));
      }
      // Sorted, so that the same look is the same text.
      String look = new TreeMap<>(Files.readAttributes(file, "unix:size,ctime,fileKey")).toString();
      Stamp known = stamps.get(file);
      if (known != null && known.look().equals(look)) {
        return known.hash();
      }
      String hash = streamed(file);
      stamps.put(file, new Stamp(look, hash));
      return hash;
    } catch (UnsupportedOperationException otherSystem) {
      return streamedOr(file);
    } catch (IOException unreadable) {
      return "cannot be read";
    }
  }

  private static String streamedOr(Path file) {
    try {
      return streamed(file);
    } catch (IOException unreadable) {
      return "cannot be read";
    }
  }

  /// Of the whole file, however large it is.
  private static String streamed(Path file) throws IOException {
    MessageDigest digest = Sha256.digest();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] chunk = new byte[64 * 1024];
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        digest.update(chunk, 0, count);
      }
    }
    return Sha256.hex(digest.digest());
  }
}
