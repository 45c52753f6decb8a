package dev.tenon.core.tool;

import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.permission.Access;
import java.util.List;
import java.util.function.Supplier;

/// What a running call was allowed, and the way to ask for what it turns out to need: the files of
/// a patch that had to be read first, the host of a redirect. Policy, rules and person are those of
/// the gate before the call; [ToolRunner] stays the only gate, and this is its voice.
///
/// A tool asks before it changes anything, for all that it knows by then at once, so that the
/// person answers one question and a refusal ends the call with nothing done. It lets the exception
/// pass. Safe for several threads; questions are put one after the other.
public interface Permits {

  /// How far the call's command gets; as usual for a call that runs none.
  Reach reach();

  /// Asks for more. What the call was allowed before is not asked again.
  ///
  /// @return how far a command gets that is among the accesses
  /// @throws ToolException when one of them is refused; then none is allowed
  /// @throws InterruptedException when the call is stopped while the person is asked
  Reach request(List<Access> accesses) throws ToolException, InterruptedException;

  /// Asks for more, and lets the person see what would change.
  ///
  /// @param changes a unified diff; made only when somebody looks at it
  default Reach request(List<Access> accesses, Supplier<String> changes)
      throws ToolException, InterruptedException {
    return request(accesses);
  }

  /// Where nothing more can be asked for.
  static Permits nothingMore() {
    return new Permits() {
      @Override
      public Reach reach() {
        return Reach.USUAL;
      }

      @Override
      public Reach request(List<Access> accesses) throws ToolException {
        if (!accesses.isEmpty()) {
          throw new ToolException(
              ToolException.Code.PERMISSION_DENIED,
              "nobody is asked here whether to " + accesses.getFirst().describe());
        }
        return Reach.USUAL;
      }
    };
  }

  /// Asks for one more access.
  default Reach request(Access access) throws ToolException, InterruptedException {
    return request(List.of(access));
  }
}
