package dev.tenon.core.tool;

import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.permission.Access;

/// What a running call was allowed, and the way to ask for what it turns out to need. The policy
/// and the person are the same as before the call; [ToolRunner] stays the only gate.
public interface Permits {

  /// How far the call's command gets; as usual for a call that runs none.
  Reach reach();

  /// Asks for one more access.
  ///
  /// @return how far a command gets with it
  /// @throws ToolException when it is refused
  Reach request(Access access) throws ToolException, InterruptedException;
}
