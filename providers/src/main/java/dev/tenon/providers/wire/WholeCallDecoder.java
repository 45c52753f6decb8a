package dev.tenon.providers.wire;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Request;
import org.jspecify.annotations.Nullable;

/// Reads frames in which a call comes whole, perhaps without an id, and a failure is a member
/// `error`.
abstract class WholeCallDecoder extends Decoder {
  private final CallIds.Maker ids;
  private final Failures failures;

  WholeCallDecoder(Request request, Output output, Failures failures) {
    super(output);
    this.ids = new CallIds.Maker(request);
    this.failures = failures;
  }

  @Override
  final void accept(Json.Obj frame) throws ModelException {
    if (frame.has("error")) {
      throw failures.inStream(VendorError.of(frame));
    }
    read(frame);
  }

  /// A frame that is no failure.
  abstract void read(Json.Obj frame) throws ModelException;

  /// Tells a whole call.
  ///
  /// @param id empty when the vendor gave none
  /// @param seal the vendor's signature of the call, if there is one
  final void call(String id, String name, String arguments, @Nullable String seal) {
    Output.CallBlock call = output.nextCall(ids.idOr(id), name);
    call.append(arguments);
    call.seal(seal);
    call.end();
  }
}
