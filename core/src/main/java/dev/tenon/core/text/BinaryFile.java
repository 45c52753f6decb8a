package dev.tenon.core.text;

/// Content that is not text. It is never shown as text and never edited as text.
///
/// @param reason what gave it away, as the end of a sentence that begins with "because"
public record BinaryFile(long size, String reason) implements FileContent {}
