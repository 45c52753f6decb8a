package dev.tenon.protocols.mcp.client;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.nio.file.Path;
import java.util.List;

/// What a client does for a server. Whatever it does not offer, a server is told that it is not
/// there.
public interface ClientSide {

  /// A call of one of the server's tools begins.
  default void called() {}

  /// The folders that the server is told about.
  List<Path> roots();

  /// Whether forms and addresses are put to somebody.
  boolean elicits();

  /// Answers `elicitation/create` with an action, and with content where it is accepted.
  Json.Obj elicit(Json.Obj params) throws RpcException, InterruptedException;

  /// Whether the server may ask the model.
  boolean samples();

  /// Answers `sampling/createMessage`.
  Json.Obj sample(Json.Obj params) throws RpcException, InterruptedException;

  /// Offers nothing: forms are declined.
  static ClientSide nobody() {
    return rootsOnly(List.of());
  }

  /// Only tells the roots.
  static ClientSide rootsOnly(List<Path> roots) {
    return new ClientSide() {
      @Override
      public List<Path> roots() {
        return roots;
      }

      @Override
      public boolean elicits() {
        return false;
      }

      @Override
      public Json.Obj elicit(Json.Obj params) {
        return Json.object().put("action", "decline").build();
      }

      @Override
      public boolean samples() {
        return false;
      }

      @Override
      public Json.Obj sample(Json.Obj params) throws RpcException {
        throw new RpcException(-1, "sampling is off");
      }
    };
  }
}
