package dev.tenon.core.json.rpc;

/// What a [FrameReader] finds next in a stream.
sealed interface Frame {
  /// One message, not yet looked into.
  @SuppressWarnings("ArrayRecordComponent") // Handed on once and never compared.
  record Message(byte[] bytes) implements Frame {}

  /// A message over the bound. It was read to its end, and only its beginning was kept.
  @SuppressWarnings("ArrayRecordComponent") // Handed on once and never compared.
  record TooLarge(byte[] head, long size) implements Frame {}

  /// Bytes between two messages that belong to none.
  record Garbage(String what) implements Frame {}

  /// Where the next message begins can no longer be known.
  record Broken(String why) implements Frame {}

  /// Nothing comes any more.
  record End() implements Frame {}
}
