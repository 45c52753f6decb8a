package dev.tenon.core.change.review;

import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.change.weave.StagedHunk;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Resolves decisions about hunks: works out what a decision about some hunks means for all, and
/// whether it can be taken. The hunks in force always have what they require, never what they
/// exclude, and no two files at one path.
final class HunkResolver {
  private final StagedState staging;
  private final Map<String, StagedState.Placed> hunks;
  private final Map<String, Set<String>> requires = new HashMap<>();
  private final Map<String, Set<String>> requiredBy = new HashMap<>();

  HunkResolver(StagedState staging) {
    this.staging = staging;
    this.hunks = staging.allHunks();
    hunks.forEach(
        (id, placed) -> {
          Set<String> needed = staging.requires(placed);
          requires.put(id, needed);
          needed.forEach(
              other -> requiredBy.computeIfAbsent(other, it -> new LinkedHashSet<>()).add(id));
        });
  }

  Map<String, Hunk.Status> accept(Collection<String> wanted) throws ReviewException {
    var changed = new LinkedHashMap<String, Hunk.Status>();
    for (String id : closure(wanted, requires)) {
      if (status(id) != Hunk.Status.APPLIED) {
        change(changed, id, Hunk.Status.ACCEPTED);
      }
    }
    return changed;
  }

  Map<String, Hunk.Status> reject(Collection<String> wanted) throws ReviewException {
    var changed = new LinkedHashMap<String, Hunk.Status>();
    for (String id : closure(wanted, requiredBy)) {
      requireNotApplied(id);
      change(changed, id, Hunk.Status.REJECTED);
    }
    return changed;
  }

  Map<String, Hunk.Status> reset(Collection<String> wanted) throws ReviewException {
    var changed = new LinkedHashMap<String, Hunk.Status>();
    for (String id : closure(wanted, Map.of())) {
      requireNotApplied(id);
    }
    for (String id : closure(wanted, requires)) {
      if (status(id) == Hunk.Status.REJECTED) {
        change(changed, id, Hunk.Status.PENDING);
      }
    }
    for (String id : closure(wanted, requiredBy)) {
      if (status(id) == Hunk.Status.ACCEPTED) {
        change(changed, id, Hunk.Status.PENDING);
      }
    }
    return changed;
  }

  Map<String, Hunk.Status> select(Collection<String> wanted) throws ReviewException {
    Set<String> accepted = closure(wanted, Map.of());
    for (String id : closure(wanted, requires)) {
      if (!accepted.contains(id) && status(id) != Hunk.Status.APPLIED) {
        String by = requiredBy.getOrDefault(id, Set.of()).iterator().next();
        throw new ReviewException(
            ReviewException.Kind.INCOMPLETE,
            List.of(id),
            "hunk " + by + " needs hunk " + id + "; accept that one too, or neither");
      }
    }
    var changed = new LinkedHashMap<String, Hunk.Status>();
    for (String id : hunks.keySet()) {
      if (status(id) != Hunk.Status.APPLIED) {
        change(changed, id, accepted.contains(id) ? Hunk.Status.ACCEPTED : Hunk.Status.REJECTED);
      }
    }
    return changed;
  }

  /// Throws if a hunk in force was made on top of one of these and is not one of them.
  void requireNoDependents(Collection<String> wanted) throws ReviewException {
    for (String id : closure(wanted, Map.of())) {
      for (String later : requiredBy.getOrDefault(id, Set.of())) {
        if (!wanted.contains(later) && status(later) != Hunk.Status.REJECTED) {
          throw conflict(later, id, "was made on top of");
        }
      }
    }
  }

  /// Throws if the hunks in force would not go together.
  void validate(Map<String, Hunk.Status> changed) throws ReviewException {
    var inForce = new LinkedHashSet<String>();
    for (String id : hunks.keySet()) {
      if (changed.getOrDefault(id, status(id)) != Hunk.Status.REJECTED) {
        inForce.add(id);
      }
    }
    for (String id : inForce) {
      StagedState.Placed placed = known(id);
      for (String needed : requires.getOrDefault(id, Set.of())) {
        if (!inForce.contains(needed)) {
          throw conflict(id, needed, "was made on top of");
        }
      }
      List<StagedHunk> own = placed.buffer().hunks();
      for (int number : placed.hunk().excludes()) {
        if (inForce.contains(own.get(number).id())) {
          throw conflict(id, own.get(number).id(), "was made in the place of");
        }
      }
    }
    requireOwnPaths(inForce);
  }

  private void requireOwnPaths(Set<String> inForce) throws ReviewException {
    Map<String, WorkingBuffer> paths = new HashMap<>();
    for (WorkingBuffer buffer : staging.buffers()) {
      var active = new BitSet();
      for (StagedHunk hunk : buffer.hunks()) {
        active.set(hunk.number(), inForce.contains(hunk.id()));
      }
      WovenLayer.Place place = buffer.place(active);
      if (!place.present()) {
        continue;
      }
      WorkingBuffer other = paths.put(place.path(), buffer);
      if (other != null) {
        var moving = new ArrayList<String>();
        for (WorkingBuffer each : List.of(other, buffer)) {
          for (StagedHunk hunk : each.hunks()) {
            if (hunk.kind() != Hunk.Kind.EDIT && inForce.contains(hunk.id())) {
              moving.add(hunk.id());
            }
          }
        }
        throw new ReviewException(
            ReviewException.Kind.CONFLICT,
            moving,
            "two files would be at "
                + place.path()
                + "; reject one of the hunks "
                + String.join(", ", moving)
                + " first");
      }
    }
  }

  private static ReviewException conflict(String later, String earlier, String how) {
    return new ReviewException(
        ReviewException.Kind.CONFLICT,
        List.of(later, earlier),
        "hunk " + later + " " + how + " hunk " + earlier + "; reject " + later + " first");
  }

  private void requireNotApplied(String id) throws ReviewException {
    if (status(id) == Hunk.Status.APPLIED) {
      throw new ReviewException(
          ReviewException.Kind.APPLIED,
          List.of(id),
          "hunk " + id + " is on the disk already; undo the change instead");
    }
  }

  private void change(Map<String, Hunk.Status> changed, String id, Hunk.Status status) {
    if (status(id) != status) {
      changed.put(id, status);
    }
  }

  private Hunk.Status status(String id) {
    return staging.decisions.of(id);
  }

  private StagedState.Placed known(String id) throws ReviewException {
    StagedState.Placed placed = hunks.get(id);
    if (placed == null) {
      throw new ReviewException(
          ReviewException.Kind.UNKNOWN, List.of(id), "there is no hunk " + id + " to review");
    }
    return placed;
  }

  private Set<String> closure(Collection<String> wanted, Map<String, Set<String>> edges)
      throws ReviewException {
    var reached = new LinkedHashSet<String>();
    var open = new ArrayList<>(wanted);
    while (!open.isEmpty()) {
      String id = open.removeLast();
      known(id);
      if (reached.add(id)) {
        open.addAll(edges.getOrDefault(id, Set.of()));
      }
    }
    return reached;
  }
}
