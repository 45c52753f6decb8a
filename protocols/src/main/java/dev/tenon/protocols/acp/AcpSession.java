package dev.tenon.protocols.acp;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;
import java.util.List;

/// A session that is open on a connection. One prompt runs at a time; everything else may be called
/// from any thread.
public interface AcpSession extends AutoCloseable {
  String id();

  /// Modes and options, as the answer that opens a session has them.
  Json.Obj state();

  /// Tells the client everything that was said in the session so far.
  void replay() throws RpcException;

  /// The client knows the session now: tells it what goes with that.
  void opened();

  /// Runs a prompt to its end and answers why it stopped. Interruption stops it.
  ///
  /// @param blocks what the person said
  String prompt(List<Json.Obj> blocks) throws RpcException, InterruptedException;

  /// The prompt was answered before it has stopped: nothing more is told of it, and what is open is
  /// told to have failed.
  void abandon();

  void setMode(String mode) throws RpcException;

  /// Answers all options as they are then.
  List<Json.Obj> setOption(String id, Json value) throws RpcException, InterruptedException;

  /// Stops what runs and ends everything that belongs to the session.
  @Override
  void close();
}
