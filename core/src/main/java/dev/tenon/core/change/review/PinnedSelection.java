package dev.tenon.core.change.review;

import dev.tenon.core.change.weave.Hunk;
import dev.tenon.core.json.Json;
import dev.tenon.core.text.Sha256;
import java.util.ArrayList;
import java.util.List;

/// A [Selection] of hunks as it was at one moment, so that what was found out about it can be told
/// from what holds now.
///
/// @param fingerprint the same as long as the same hunks of the same files are selected
/// @param numbers the places of the selected hunks in the bundle, from 1
/// @param hunks their ids
/// @param total how many hunks the bundle has
public record PinnedSelection(
    Selection selection, String fingerprint, List<Integer> numbers, List<String> hunks, int total) {
  public PinnedSelection {
    numbers = List.copyOf(numbers);
    hunks = List.copyOf(hunks);
  }

  static PinnedSelection of(DiffBundle bundle, Selection selection) {
    var numbers = new ArrayList<Integer>();
    var hunks = new ArrayList<String>();
    var signs = new ArrayList<String>();
    signs.add(selection.label());
    int number = 0;
    for (DiffBundle.FileDiff file : bundle.files()) {
      var own = new ArrayList<String>();
      for (Hunk hunk : file.hunks()) {
        number++;
        if (isIn(selection, hunk.status())) {
          numbers.add(number);
          hunks.add(hunk.id());
          own.add(hunk.id() + " " + String.join(" ", hunk.changeIds()));
        }
      }
      if (!own.isEmpty()) {
        signs.addAll(List.of(file.path(), file.baseSha256(), String.join("\1", own)));
        // Hunks that were accepted stay as they are; others may grow under the same name.
        signs.add(selection == Selection.ALL ? String.valueOf(file.workingSha256()) : "");
      }
    }
    String fingerprint = "sha256:" + Sha256.of(String.join("\0", signs));
    return new PinnedSelection(selection, fingerprint, numbers, hunks, number);
  }

  private static boolean isIn(Selection selection, Hunk.Status status) {
    return switch (status) {
      case ACCEPTED -> true;
      case PENDING -> selection == Selection.ALL;
      case REJECTED, APPLIED -> false;
    };
  }

  /// Which hunks these are, for people: `hunks 1–4 accepted`, `all 6 hunks`, `no hunk accepted`.
  public String phrase() {
    if (numbers.isEmpty()) {
      return selection == Selection.ACCEPTED ? "no hunk accepted" : "no hunks";
    }
    if (selection == Selection.ALL && numbers.size() == total) {
      return total == 1 ? "the one hunk" : "all " + total + " hunks";
    }
    String which = (numbers.size() == 1 ? "hunk " : "hunks ") + ranges();
    return selection == Selection.ACCEPTED ? which + " accepted" : which;
  }

  private String ranges() {
    var parts = new ArrayList<String>();
    int first = 0;
    while (first < numbers.size()) {
      int last = first;
      while (last + 1 < numbers.size() && numbers.get(last + 1) == numbers.get(last) + 1) {
        last++;
      }
      int from = numbers.get(first);
      int to = numbers.get(last);
      parts.add(from == to ? "" + from : from + (to == from + 1 ? ", " : "–") + to);
      first = last + 1;
    }
    return String.join(", ", parts);
  }

  /// What tells whether the selection is still the same.
  public Json.Obj toJson() {
    return Json.object()
        .put("fingerprint", fingerprint)
        .array("hunks", numbers.stream().<Json>map(Json::of).toList())
        .build();
  }
}
