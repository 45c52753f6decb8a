package dev.tenon.core.change;

import org.jspecify.annotations.Nullable;

/// One name that a command has changed, as images; their contents are in [Blobs]. A move has a
/// target.
record Observed(
    String path, @Nullable String target, @Nullable FileImage before, @Nullable FileImage after) {}
