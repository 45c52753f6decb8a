package dev.tenon.core.session.compaction;

import dev.tenon.core.model.Usage;
import java.util.List;

/// What a model made of a transcript.
///
/// @param text everything but the decisions
/// @param decisions one a line
record Summary(String text, List<String> decisions, Usage usage) {}
