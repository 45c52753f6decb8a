package dev.tenon.core.http.fetch;

import dev.tenon.core.http.TransportException;
import dev.tenon.core.http.TransportException.Failure;

/// The bound on what may come out of a packed body, against a few bytes that unpack to a world.
/// Every coding counts against what came over the wire, so that packing twice gains nothing.
record Ratio(WireBody wire, int most, String host) {
  /// What may come out in any case: small texts of one repeated line are no attack.
  static final int FREE = 1_000_000;

  void check(long unpacked) throws TransportException {
    if (unpacked > FREE && unpacked / most > wire.count()) {
      throw new TransportException(
          Failure.GARBAGE,
          "the answer of "
              + host
              + " unpacks to more than "
              + most
              + " times its size, which is the bound",
          null);
    }
  }
}
