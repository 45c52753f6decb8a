package dev.tenon.core.edit;

import dev.tenon.core.text.FileVersion;

/// A file as a planner sees it: there, with its text or as a whole, or missing.
public sealed interface FileState {

  /// The path below the root with forward slashes; one file has one such path.
  String path();

  /// A text file.
  ///
  /// @param text its text with LF line ends and without byte order mark
  /// @param version its number in this session and the hash of its bytes
  record Existing(String path, String text, FileVersion version) implements FileState {
    public String sha256() {
      return version.sha256();
    }
  }

  /// A file of which nobody has the text here: binary, too large, or in an encoding that is only
  /// guessed. It can be moved, deleted and replaced as a whole.
  ///
  /// @param reason why it is not edited as text, as the end of a sentence that begins with
  ///   "because"
  record Whole(String path, long size, FileVersion version, Kind kind, String reason)
      implements FileState {
    public String sha256() {
      return version.sha256();
    }

    /// The answer to who wants to edit its text.
    public PlanException refused() {
      return PlanFailure.of(
              PlanFailure.Code.DENIED, path + " cannot be edited because " + reason + ".")
          .exception();
    }
  }

  /// Why a file is only there as a whole.
  enum Kind {
    /// It is no text, or too large to be held as one.
    BINARY,
    /// It is text, and what is written back might not be.
    GUESSED_TEXT
  }

  /// No file, so that one can be created.
  record Missing(String path) implements FileState {}
}
