package dev.tenon.core.change.weave;

import java.util.BitSet;
import java.util.List;

/// A layer with what it does to its file: its hunks, and the weave that has them.
///
/// @param from how the file was before it, `to` how it left it
public record WovenLayer(Layer layer, Weave weave, List<StagedHunk> hunks, Place from, Place to) {
  public WovenLayer {
    hunks = List.copyOf(hunks);
  }

  /// Whether and where a file is.
  public record Place(String path, Presence presence) {
    public boolean present() {
      return presence == Presence.PRESENT;
    }
  }

  public enum Presence {
    PRESENT,
    ABSENT
  }

  /// Where the file is after this layer with these hunks in force.
  Place after(Place before, BitSet active) {
    Place now = before;
    for (StagedHunk hunk : hunks) {
      if (active.get(hunk.number())) {
        now =
            switch (hunk.kind()) {
              case EDIT -> now;
              case CREATE -> new Place(to.path, Presence.PRESENT);
              case DELETE -> new Place(now.path, Presence.ABSENT);
              case MOVE -> new Place(to.path, now.presence);
            };
      }
    }
    return now;
  }
}
