package dev.tenon.cli.terminal.view;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Part;
import dev.tenon.core.tool.ToolException;
import java.util.ArrayList;
import java.util.List;

/// What went wrong, for a person: no codes, no hashes and no advice, all of which are for the
/// model. Not yet made harmless.
final class FailureWords {
  /// How the model is told of a refusal.
  private static final String REFUSED = "the user said no to: ";

  private static final String WHY = "; they say: ";

  private FailureWords() {}

  /// Its lines, the most important first.
  static List<String> of(Part.Result result) {
    return words(result.envelope().objectOrEmpty("error"), result.text(), false);
  }

  /// All of its lines.
  ///
  /// @param error what the envelope says of it; empty if only the text is left
  static List<String> whole(Json.Obj error, String text) {
    return words(error, text, true);
  }

  private static List<String> words(Json.Obj error, String text, boolean whole) {
    String message = error.string("message", "");
    if (message.isEmpty()) {
      return List.of(withoutCode(WholeText.withoutDetails(text.strip())).strip().split("\n", -1));
    }
    if (message.startsWith(REFUSED)) {
      int why = message.indexOf(WHY);
      return List.of("you said no" + (why < 0 ? "" : ": " + message.substring(why + WHY.length())));
    }
    if (error.string("reason", "").equals("stale") && error.has("file_path")) {
      return List.of(
          "nothing done: the model has not seen " + error.string("file_path", "") + " as it is");
    }
    String[] lines = message.strip().split("\n", -1);
    if (error.has("reason") && !whole) {
      // What follows is the state of the file, for the next attempt.
      return List.of(lines[0]);
    }
    var all = new ArrayList<>(List.of(lines));
    if (error.string("code", "").equals(ToolException.Code.PERMISSION_DENIED.label())) {
      // Whoever can open a way is the person.
      for (Json way : error.array("suggestions")) {
        if (way instanceof Json.Str words) {
          all.add(words.value());
        }
      }
    }
    return all;
  }

  /// Sessions may hold results of which only the text is left.
  private static String withoutCode(String text) {
    for (ToolException.Code code : ToolException.Code.values()) {
      String start = code.label() + ": ";
      if (text.startsWith(start)) {
        return text.substring(start.length());
      }
    }
    return text;
  }
}
