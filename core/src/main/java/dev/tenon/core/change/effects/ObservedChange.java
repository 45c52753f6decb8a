package dev.tenon.core.change.effects;

import dev.tenon.core.change.journal.FileImage;
import org.jspecify.annotations.Nullable;

/// One file, link or folder that a command has changed, as images; their contents are in
/// [dev.tenon.core.change.journal.Blobs]. A move has a target.
record ObservedChange(
    String path, @Nullable String target, @Nullable FileImage before, @Nullable FileImage after) {}
