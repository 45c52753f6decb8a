package dev.tenon.distribution.pack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// One way in which a JVM of the package is started, with a cache for it.
interface CachedStart {
  /// What the cache is called in the package; its class list has the same name.
  String name();

  /// How often its training is recorded. Where threads race for what is loaded, several recordings
  /// are laid over each other.
  int recordings();

  /// The entries of the class path, seen from the folder with `lib` and `runtime`.
  List<String> classPath();

  /// Does what the cache is to be fast at, and records it.
  ///
  /// @param java the JVM with the options that every start has
  /// @param recording where the JVM writes the classes it loads
  void record(List<String> java, Path recording)
      throws IOException, InterruptedException, PackException;

  /// Starts it with its cache. A JVM that refuses the cache ends, and so does the packing.
  ///
  /// @param java the JVM with the options that every start has, and with the cache
  void probe(List<String> java) throws IOException, InterruptedException, PackException;
}
