package dev.tenon.core.json.rpc;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Two peers, or one peer and the bytes of the other side.
final class RpcPair implements AutoCloseable {
  final ByteLink toRight;
  final ByteLink toLeft;
  final RpcPeer left;
  final RpcPeer right;
  final List<String> notes = new CopyOnWriteArrayList<>();

  private RpcPair(PeerSetup left, PeerSetup right, int capacity, long seed) {
    toRight = new ByteLink(capacity, seed);
    toLeft = new ByteLink(capacity, seed + 1);
    this.left = RpcPeer.start(toLeft.in, toRight.out, left.noting(notes::add));
    this.right = RpcPeer.start(toRight.in, toLeft.out, right.noting(notes::add));
  }

  static RpcPair of(PeerSetup left, PeerSetup right) {
    return new RpcPair(left, right, 4096, 1);
  }

  static RpcPair cut(PeerSetup left, PeerSetup right, long seed) {
    return new RpcPair(left, right, 13, seed);
  }

  static RpcPair of(Framing framing, RpcHandler handler) {
    return of(
        PeerSetup.of("right", framing, RpcHandler.none()).cancelling(Cancellation.LSP),
        PeerSetup.of("left", framing, handler).cancelling(Cancellation.LSP));
  }

  @Override
  public void close() {
    left.close();
    right.close();
  }
}
