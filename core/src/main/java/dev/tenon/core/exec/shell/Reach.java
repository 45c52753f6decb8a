package dev.tenon.core.exec.shell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How far one command gets behind a [Confinement]. Whoever allows the command says it; where
/// nothing confines, it has no meaning.
///
/// @param files whether it may change the project
/// @param network whether it gets further than the confinement lets commands usually get
/// @param folders what it may change beyond that
public record Reach(Files files, Network network, List<Path> folders) {
  /// As the confinement has it.
  public static final Reach USUAL = new Reach(Files.USUAL, Network.USUAL, List.of());

  /// Nothing may be changed.
  public static final Reach LOOKING = new Reach(Files.LOOKING, Network.USUAL, List.of());

  /// Nothing may be changed, and nobody reached.
  public static final Reach SECLUDED = new Reach(Files.LOOKING, Network.NONE, List.of());

  public Reach {
    folders = List.copyOf(folders);
  }

  /// What of the project may be changed.
  public enum Files {
    LOOKING,
    USUAL
  }

  /// Whether the network is there.
  public enum Network {
    /// Not even where commands usually have it.
    NONE,
    USUAL,
    ALL
  }

  public Reach withNetwork() {
    return new Reach(files, Network.ALL, folders);
  }

  public Reach withFolders(List<Path> more) {
    if (folders.containsAll(more)) {
      return this;
    }
    var all = new ArrayList<>(folders);
    all.addAll(more);
    return new Reach(files, network, all);
  }

  /// As far as either of the two.
  public Reach and(Reach other) {
    return new Reach(
            files == Files.USUAL ? files : other.files,
            network == Network.ALL ? network : other.network,
            folders)
        .withFolders(other.folders);
  }
}
