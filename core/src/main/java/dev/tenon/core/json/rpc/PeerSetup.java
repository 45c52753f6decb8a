package dev.tenon.core.json.rpc;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// How a peer speaks, and whom it tells what.
///
/// @param name what messages to people call the other side
/// @param notes gets what is odd and harmless: lines that are no messages, answers nobody asks for
/// @param epitaph why the other side is gone, if somebody knows: asked once, when it is
/// @param maxBytes the bound for one message, in either direction
/// @param linger how long requests under way may go on when the other side has said all
/// @param noise what becomes of lines that are no messages
public record PeerSetup(
    String name,
    Framing framing,
    Envelope envelope,
    RpcHandler handler,
    Cancellation cancellation,
    Consumer<String> notes,
    Supplier<String> epitaph,
    int maxBytes,
    Duration linger,
    Noise noise) {
  public static final int MAX_BYTES = 16 << 20;

  /// Some programs print other things to the stream of their messages.
  public enum Noise {
    /// They are noted, and nothing else.
    PASSED_OVER,
    /// Each is answered with an error, since the other side means it as a message.
    REFUSED
  }

  public PeerSetup {
    if (maxBytes < 256 || maxBytes > 512 << 20) {
      throw new IllegalArgumentException("maxBytes must be 256 to 512 MB, was " + maxBytes);
    }
  }

  public static PeerSetup of(String name, Framing framing, RpcHandler handler) {
    return new PeerSetup(
        name,
        framing,
        Envelope.JSON_RPC,
        handler,
        Cancellation.NONE,
        note -> {},
        () -> "",
        MAX_BYTES,
        Duration.ZERO,
        Noise.PASSED_OVER);
  }

  public PeerSetup speaking(Envelope another) {
    return new PeerSetup(
        name, framing, another, handler, cancellation, notes, epitaph, maxBytes, linger, noise);
  }

  public PeerSetup cancelling(Cancellation how) {
    return new PeerSetup(
        name, framing, envelope, handler, how, notes, epitaph, maxBytes, linger, noise);
  }

  public PeerSetup noting(Consumer<String> to) {
    return new PeerSetup(
        name, framing, envelope, handler, cancellation, to, epitaph, maxBytes, linger, noise);
  }

  public PeerSetup withEpitaph(Supplier<String> why) {
    return new PeerSetup(
        name, framing, envelope, handler, cancellation, notes, why, maxBytes, linger, noise);
  }

  public PeerSetup bounded(int bytes) {
    return new PeerSetup(
        name, framing, envelope, handler, cancellation, notes, epitaph, bytes, linger, noise);
  }

  public PeerSetup lingering(Duration time) {
    return new PeerSetup(
        name, framing, envelope, handler, cancellation, notes, epitaph, maxBytes, time, noise);
  }

  public PeerSetup refusingNoise() {
    return new PeerSetup(
        name,
        framing,
        envelope,
        handler,
        cancellation,
        notes,
        epitaph,
        maxBytes,
        linger,
        Noise.REFUSED);
  }
}
