package dev.tenon.worker;

import dev.tenon.core.json.Json;
import dev.tenon.core.json.rpc.RpcException;

/// One kind of work. It ends soon after its thread was interrupted; a worker whose task does not is
/// killed.
public interface WorkerTask {
  Json run(Json.Obj params) throws RpcException, InterruptedException;
}
