package dev.tenon.server.http.guard;

/// What pages of the origins that may call use of HTTP, as browsers want to hear it beforehand.
///
/// @param methods those that they may use
/// @param headers those that they may send
/// @param exposed those of answers that they may read
public record CrossOrigin(String methods, String headers, String exposed) {
  /// Those of the agent API.
  public static final CrossOrigin AGENT_API =
      new CrossOrigin(
          "GET, HEAD, POST, PUT",
          "authorization, content-type, last-event-id, tenon-actor",
          "Retry-After, Allow");
}
