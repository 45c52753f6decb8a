package dev.tenon.server.job.live;

import dev.tenon.core.change.Editing;
import dev.tenon.core.text.Encoding;
import dev.tenon.core.text.TextFile;
import dev.tenon.core.workspace.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Which text can be edited by lines with hashes: UTF-8, with or without a mark.
public final class TextEncoding {
  private TextEncoding() {}

  /// The encoding of a text that is not UTF-8, as the edits have it.
  public static Optional<Encoding> other(Editing editing, Path file) throws IOException {
    return editing
        .snapshot(file)
        .flatMap(Snapshot::text)
        .map(TextFile::encoding)
        .filter(encoding -> encoding != Encoding.UTF_8 && encoding != Encoding.UTF_8_BOM);
  }
}
