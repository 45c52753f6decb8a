package dev.tenon.server.job.live;

import dev.tenon.server.job.record.EngineException;

/// Brings writes to a project to their end that a crash or a full store left unfinished.
public interface WriteRecovery {

  /// Finishes the write that is noted in the session, if there is one.
  void settle(EnteredSession session) throws EngineException;

  /// Whether files of a session were written without the store's knowing.
  boolean isUnsettled(String session);
}
