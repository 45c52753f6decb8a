package dev.tenon.protocols.mcp.protocol;

import dev.tenon.core.json.Json;

/// The names below `_meta` that the protocol gives a meaning.
public final class Meta {
  public static final String MEMBER = "_meta";
  public static final String VERSION = "io.modelcontextprotocol/protocolVersion";
  public static final String CLIENT = "io.modelcontextprotocol/clientInfo";
  public static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
  public static final String SERVER = "io.modelcontextprotocol/serverInfo";
  public static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
  public static final String PROGRESS = "progressToken";

  /// The extension for calls that go on by themselves and are asked for.
  public static final String TASKS = "io.modelcontextprotocol/tasks";

  /// The errors that only the stateless revision has.
  public static final int HEADER_MISMATCH = -32020;

  public static final int MISSING_CAPABILITY = -32021;
  public static final int UNSUPPORTED_VERSION = -32022;

  /// The error of revisions with a handshake that want the person to visit an address first.
  public static final int VISIT_REQUIRED = -32042;

  private Meta() {}

  /// The parameters with more metadata.
  public static Json.Obj with(Json.Obj params, Json.Obj more) {
    Json.Obj meta = Json.object().putAll(params.objectOrEmpty(MEMBER)).putAll(more).build();
    return meta.isEmpty() ? params : params.with(MEMBER, meta);
  }
}
