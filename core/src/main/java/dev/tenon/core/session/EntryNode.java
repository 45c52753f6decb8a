package dev.tenon.core.session;

import org.jspecify.annotations.Nullable;

/// What is kept in memory of an entry: its place in the tree, and where its line is. The line is in
/// the file once it is written, and in memory until then.
final class EntryNode {
  final String id;
  final @Nullable EntryNode parent;
  final String type;

  /// The line without its line break; null once the file has it.
  byte @Nullable [] line;

  /// Where the line begins in the file, counted from the end of the header's line.
  long offset = -1;

  int length;

  EntryNode(String id, @Nullable EntryNode parent, String type) {
    this.id = id;
    this.parent = parent;
    this.type = type;
  }

  boolean isMessage() {
    return type.equals("message");
  }
}
