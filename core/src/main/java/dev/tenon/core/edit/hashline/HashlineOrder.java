package dev.tenon.core.edit.hashline;

import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.PlanFailure;
import dev.tenon.core.edit.PlanFailure.Code;
import dev.tenon.core.edit.diff.Splice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Puts the operations on a file in the order of its lines and refuses those that get in each
/// other's way.
final class HashlineOrder {
  private HashlineOrder() {}

  private record Placed(HashlineOp op, Splice splice) {}

  static List<Splice> splices(FileState state, int fileLines, List<HashlineOp> ops)
      throws PlanException {
    var placed = new ArrayList<Placed>();
    for (HashlineOp op : ops) {
      placed.add(new Placed(op, op.splice(fileLines)));
    }
    // Inserts come before a replacement that starts at their position; equals keep their order.
    placed.sort(
        Comparator.<Placed>comparingInt(one -> one.splice.start())
            .thenComparingInt(one -> one.splice.end())
            .thenComparingInt(one -> one.op.rank()));
    var splices = new ArrayList<Splice>();
    for (int i = 0; i < placed.size(); i++) {
      Placed one = placed.get(i);
      if (i > 0 && one.splice.start() < placed.get(i - 1).splice.end()) {
        throw overlap(state, placed.get(i - 1).op, one.op);
      }
      splices.add(one.splice);
    }
    return splices;
  }

  private static PlanException overlap(FileState state, HashlineOp before, HashlineOp op) {
    return PlanFailure.of(
            Code.INVALID,
            "The operations on lines %d and %d of the request change the same lines of %s."
                .formatted(
                    Math.min(before.at(), op.at()), Math.max(before.at(), op.at()), state.path()))
        .now(state)
        .suggest("Make one operation of them.")
        .exception();
  }
}
