package dev.tenon.core.edit;

import dev.tenon.core.json.Json;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Why there is no plan, in a form from which a model can repair its request in one step.
///
/// @param message what was asked for and what stands in the way
/// @param now the file as it is, if the failure is about one file
/// @param nearest the place that looks most like the wanted one, if there is any
/// @param suggestions what to do about it, one sentence each
public record PlanFailure(
    Code code,
    String message,
    @Nullable FileState now,
    @Nullable Nearest nearest,
    List<String> suggestions) {

  public PlanFailure {
    suggestions = List.copyOf(suggestions);
  }

  /// Kinds of failure. The labels are stable.
  public enum Code {
    /// The file, or the line of it, does not exist.
    NOT_FOUND,
    /// The file exists although it must not.
    EXISTS,
    /// The file is no longer what the request was made for.
    STALE,
    /// Several places fit.
    AMBIGUOUS,
    /// No place fits.
    NO_MATCH,
    /// The request cannot be read.
    MALFORMED,
    /// The request can be read and makes no sense, such as edits that overlap.
    INVALID,
    /// Everything fits and nothing would change.
    NO_CHANGE,
    /// The path may not be used, or the file is not text that can be edited.
    DENIED,
    /// A bug in Tenon.
    INTERNAL;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// A place in a file.
  ///
  /// @param line where it begins, from 1
  /// @param text what stands there
  /// @param difference how it differs from what was wanted, in one line
  public record Nearest(int line, String text, String difference) {}

  public static PlanFailure of(Code code, String message) {
    return new PlanFailure(code, message, null, null, List.of());
  }

  public PlanFailure now(FileState state) {
    return new PlanFailure(code, message, state, nearest, suggestions);
  }

  public PlanFailure nearest(@Nullable Nearest place) {
    return new PlanFailure(code, message, now, place, suggestions);
  }

  public PlanFailure suggest(String... sentences) {
    return new PlanFailure(code, message, now, nearest, List.of(sentences));
  }

  public PlanException exception() {
    return new PlanException(this);
  }

  /// The message with the state of the file and the nearest place. Suggestions are not part of it.
  public String text() {
    var out = new StringBuilder(message);
    if (nearest != null) {
      out.append("\nNearest text, from line ").append(nearest.line);
      out.append(" (").append(nearest.difference).append("):\n").append(nearest.text);
    }
    if (now instanceof FileState.Existing file) {
      out.append("\nThe file is now version ").append(file.version().version());
      out.append(", sha256 ").append(file.sha256()).append('.');
    }
    return out.toString();
  }

  /// The same facts as data.
  public Json.Obj details() {
    var out = Json.object().put("reason", code.label());
    if (now != null) {
      out.put("file_path", now.path());
    }
    if (now instanceof FileState.Existing file) {
      out.put("version", file.version().version()).put("sha256", file.sha256());
    }
    if (nearest != null) {
      out.put(
          "nearest",
          Json.object()
              .put("line", nearest.line)
              .put("text", nearest.text)
              .put("difference", nearest.difference)
              .build());
    }
    return out.build();
  }
}
