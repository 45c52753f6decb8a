package dev.tenon.protocols.mcp.trust;

import java.util.Set;

/// What a server has no business to speak of.
///
/// @param builtin our own tools
/// @param tools those of other servers, as they call them and as the model does
/// @param servers the other servers
public record OtherNames(Set<String> builtin, Set<String> tools, Set<String> servers) {
  public OtherNames {
    builtin = Set.copyOf(builtin);
    tools = Set.copyOf(tools);
    servers = Set.copyOf(servers);
  }

  public static OtherNames none() {
    return new OtherNames(Set.of(), Set.of(), Set.of());
  }
}
