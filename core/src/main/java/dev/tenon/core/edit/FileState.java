package dev.tenon.core.edit;

import dev.tenon.core.text.FileVersion;

/// A file as a planner sees it: there, with its text, or missing.
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

  /// No file, so that one can be created.
  record Missing(String path) implements FileState {}
}
