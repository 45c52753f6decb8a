package dev.tenon.core.tool;

import dev.tenon.core.exec.shell.Reach;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.AskedPaths;
import java.time.Duration;
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

  /// Whether a person was asked about exactly this for the call, and said yes. What a mode or a
  /// rule lets pass unasked is not that.
  default boolean confirmed(Access access) {
    return false;
  }

  /// The files that the tool must not show without a question about each: for one that reads many
  /// files which nobody named.
  default AskedPaths askedReads() {
    return AskedPaths.NONE;
  }

  /// How long the call has waited for a person's answers: that is not the time that it took.
  default Duration waited() {
    return Duration.ZERO;
  }

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
