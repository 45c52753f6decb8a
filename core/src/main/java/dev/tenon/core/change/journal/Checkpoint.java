package dev.tenon.core.change.journal;

import java.time.Instant;

/// A point of the journal to which files can go back: the moment before a prompt was carried out.
/// It is kept only when the prompt changed something.
///
/// @param summary the first line of the prompt
public record Checkpoint(String id, String session, Instant time, String summary) {}
