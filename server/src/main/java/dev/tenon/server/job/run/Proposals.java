package dev.tenon.server.job.run;

import dev.tenon.core.edit.EditPlacement;
import dev.tenon.core.edit.EditSource;
import dev.tenon.core.edit.FileChange;
import dev.tenon.core.edit.FileState;
import dev.tenon.core.edit.PlanException;
import dev.tenon.core.edit.Transaction;
import dev.tenon.core.edit.lines.LineEdits;
import dev.tenon.core.edit.lines.ProposedEdit;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the model has proposed in a job, in the form of `propose_edits` whichever way it wrote its
/// edits, each under a name that no other edit of the job has. Safe for several threads.
final class Proposals {
  private final Set<String> ids = new HashSet<>();
  private final Map<String, List<Proposal>> byCall = new HashMap<>();
  private int last;

  /// @param before what the job has proposed already
  Proposals(List<Json.Obj> before) {
    before.forEach(edit -> ids.add(edit.string("edit_id", "")));
  }

  /// An edit that is about to be made.
  ///
  /// @param given the name that the model gave it
  /// @param more what the schema of an edit has no field for: that a file comes, goes or moves
  private record Proposal(String given, ProposedEdit edit, Json.Obj more) {}

  /// Edits with their places, before they are made.
  record Draft(List<EditPlacement> placements, List<Proposal> proposals) {}

  /// Says of a transaction which edits it consists of, also where the dialect does not tell them
  /// apart.
  synchronized Draft draft(Transaction transaction, EditSource source) throws PlanException {
    var placements = new ArrayList<EditPlacement>();
    var proposals = new ArrayList<Proposal>();
    for (FileChange change : transaction.changes()) {
      if (change instanceof FileChange.Bytes) {
        // A file as a whole has no lines that an edit could name.
        continue;
      }
      String before =
          source.current(change.path()) instanceof FileState.Existing file ? file.text() : "";
      String after = change.text();
      List<EditPlacement> own =
          transaction.edits().stream().filter(edit -> edit.path().equals(change.path())).toList();
      if (own.isEmpty()) {
        own = LineEdits.placements(change.path(), before, after, this::fresh);
      }
      List<String> oldLines = LineEdits.lines(before);
      List<String> newLines = LineEdits.lines(after);
      for (EditPlacement each : own) {
        EditPlacement named = named(each);
        placements.add(named);
        proposals.add(
            new Proposal(
                each.editId(), ProposedEdit.of(named, oldLines, newLines, ""), more(change)));
      }
    }
    return new Draft(placements, proposals);
  }

  private static Json.Obj more(FileChange change) {
    return switch (change) {
      case FileChange.Create create -> Json.object().put("file_operation", "create").build();
      case FileChange.Update update -> Json.Obj.EMPTY;
      case FileChange.Delete delete -> Json.object().put("file_operation", "delete").build();
      case FileChange.Move move ->
          Json.object().put("file_operation", "move").put("target_path", move.target()).build();
      case FileChange.Bytes bytes -> Json.Obj.EMPTY;
    };
  }

  private String fresh() {
    String id;
    do {
      id = "e_" + ++last;
    } while (ids.contains(id));
    return id;
  }

  private EditPlacement named(EditPlacement edit) {
    String id = edit.editId();
    for (int again = 2; ids.contains(id); again++) {
      id = edit.editId() + "_" + again;
    }
    ids.add(id);
    return new EditPlacement(
        id, edit.path(), edit.oldStart(), edit.oldCount(), edit.newStart(), edit.newCount());
  }

  /// The draft did not come to pass; its names are free again.
  synchronized void dropped(Draft draft) {
    draft.placements.forEach(edit -> ids.remove(edit.editId()));
  }

  synchronized void made(@Nullable String callId, Draft draft) {
    byCall
        .computeIfAbsent(callId == null ? "" : callId, id -> new ArrayList<>())
        .addAll(draft.proposals);
  }

  /// What a call has proposed, with the reasons that it gave; only once.
  ///
  /// @param name of the call in the whole job
  synchronized List<Json.Obj> take(String name, Part.Call call) {
    List<Proposal> made = byCall.remove(name);
    if (made == null) {
      return List.of();
    }
    Map<String, String> reasons = new HashMap<>();
    List<Json.Obj> asked = call.arguments().objects("edits");
    for (int i = 0; i < asked.size(); i++) {
      reasons.put(
          asked.get(i).string("edit_id", "e_" + (i + 1)), asked.get(i).string("rationale", ""));
    }
    var edits = new ArrayList<Json.Obj>();
    for (Proposal proposal : made) {
      var json = Json.object().putAll(proposal.edit.toJson()).putAll(proposal.more);
      String reason = reasons.getOrDefault(proposal.given, "");
      edits.add((reason.isEmpty() ? json : json.put("rationale", reason)).build());
    }
    return edits;
  }
}
