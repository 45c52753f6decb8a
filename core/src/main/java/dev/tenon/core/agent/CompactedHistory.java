package dev.tenon.core.agent;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Message;
import dev.tenon.core.model.Usage;

/// A shortened history: one message stands for everything but the last ones.
///
/// @param message what the model sees in place of what was left out
/// @param summary the model's own words in it
/// @param kept how many messages at the end of the history stay as they are
/// @param memory what must survive the next time word for word, for the compactor that made it
/// @param usage what the summary cost
public record CompactedHistory(
    Message.User message,
    String summary,
    int kept,
    long tokensBefore,
    long tokensAfter,
    Json.Obj memory,
    Usage usage) {}
