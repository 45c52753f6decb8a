package dev.tenon.providers.wire;

import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import org.jspecify.annotations.Nullable;

/// Reads frames in which a call comes whole, perhaps without an id.
abstract class WholeCallDecoder extends Decoder {
  WholeCallDecoder(Request request, Output output, Failures failures) {
    super(output, new CallIds.Maker(request), failures);
  }

  /// Tells a whole call. One without name and arguments is none.
  ///
  /// @param id empty when the vendor gave none
  /// @param seal the vendor's signature of the call, if there is one
  final void call(String id, String name, String arguments, @Nullable String seal)
      throws ModelException {
    if (name.isBlank()) {
      requireEmpty(arguments);
      return;
    }
    Output.CallBlock call = output.nextCall(ids.idOr(id), name);
    call.append(arguments.isEmpty() ? "{}" : arguments);
    call.seal(seal);
    call.end();
  }
}
