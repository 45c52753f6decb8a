package dev.tenon.core.change;

import dev.tenon.core.change.effects.EffectLimits;
import dev.tenon.core.change.journal.Journal;
import dev.tenon.core.workspace.Workspace;

/// Makes the editing of a project that is opened: to the disk, or through somebody who has its
/// files open.
@FunctionalInterface
public interface EditingMaker {
  Editing make(Workspace workspace, Journal journal, EffectLimits limits);
}
