package dev.tenon.core.change.review;

import dev.tenon.core.change.weave.StagedChange;
import dev.tenon.core.change.weave.StagedHunk;
import dev.tenon.core.change.weave.WorkingBuffer;
import dev.tenon.core.change.weave.WovenLayer;
import java.util.LinkedHashMap;
import java.util.Map;

/// The change log of a staged file as a reader gets it: each change with what has become of it.
final class ChangeLog {
  private final StagedState staging;

  ChangeLog(StagedState staging) {
    this.staging = staging;
  }

  Map<StagedChange, StagedChange.Status> of(WorkingBuffer buffer) {
    var log = new LinkedHashMap<StagedChange, StagedChange.Status>();
    for (WovenLayer layer : buffer.layers()) {
      for (StagedChange change : layer.layer().changes()) {
        log.put(change, status(change, layer));
      }
    }
    return log;
  }

  private StagedChange.Status status(StagedChange change, WovenLayer layer) {
    StagedChange.Status found = StagedChange.Status.SUPERSEDED;
    for (StagedHunk hunk : layer.hunks()) {
      if (hunk.changeIds().contains(change.id())) {
        StagedChange.Status status =
            switch (staging.decisions.of(hunk.id())) {
              case PENDING -> StagedChange.Status.PENDING;
              case ACCEPTED -> StagedChange.Status.ACCEPTED;
              case REJECTED -> StagedChange.Status.REJECTED;
              case APPLIED -> StagedChange.Status.APPLIED;
            };
        if (found != StagedChange.Status.SUPERSEDED && found != status) {
          return StagedChange.Status.MIXED;
        }
        found = status;
      }
    }
    return found;
  }
}
