package dev.tenon.core.change.weave;

import dev.tenon.core.change.journal.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Changes of one file in a row by the same origin for the same prompt. They are reviewed as one:
/// what a later one of them takes back of an earlier one is not seen at all. A decision in the
/// review ends the layer.
///
/// @param checkpoint the prompt; empty if there is none
/// @param without the hunks of earlier layers that were rejected when this one began
/// @param vacated hunks of other files that made room for this one
/// @param cuts where a person has split its hunks, in the order in which that happened
public record Layer(
    Origin origin,
    String checkpoint,
    Set<String> without,
    List<StagedChange> changes,
    List<Vacated> vacated,
    List<Cut> cuts) {
  public Layer {
    cuts = List.copyOf(cuts);
    without = new TreeSet<>(without);
    changes = List.copyOf(changes);
    vacated = List.copyOf(vacated);
  }

  /// The layer of another file in which it left a path.
  public record Vacated(String buffer, int layer) {}

  Layer with(StagedChange change, List<Vacated> more) {
    var allChanges = new ArrayList<>(changes);
    allChanges.add(change);
    var allVacated = new ArrayList<>(vacated);
    for (Vacated each : more) {
      if (!allVacated.contains(each)) {
        allVacated.add(each);
      }
    }
    return new Layer(origin, checkpoint, without, allChanges, allVacated, cuts);
  }

  /// The same changes, split further.
  public Layer with(List<Cut> more) {
    var all = new ArrayList<>(cuts);
    all.addAll(more);
    return new Layer(origin, checkpoint, without, changes, vacated, all);
  }
}
