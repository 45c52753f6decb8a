package dev.tenon.protocols.mcp.protocol;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The revisions of the protocol that are spoken here, the newest first.
public enum ProtocolVersion {
  /// Without sessions: every request carries its version and what the client can do.
  STATELESS_2026_07_28("2026-07-28"),
  HANDSHAKE_2025_11_25("2025-11-25"),
  HANDSHAKE_2025_06_18("2025-06-18"),
  HANDSHAKE_2025_03_26("2025-03-26"),
  HANDSHAKE_2024_11_05("2024-11-05");

  /// What a client asks for first where there is a handshake.
  public static final ProtocolVersion NEWEST_HANDSHAKE = HANDSHAKE_2025_11_25;

  private final String text;

  ProtocolVersion(String text) {
    this.text = text;
  }

  /// As it is written in messages.
  public String text() {
    return text;
  }

  public boolean isStateless() {
    return this == STATELESS_2026_07_28;
  }

  /// Whether requests over HTTP name the revision in a header.
  public boolean hasHeader() {
    return compareTo(HANDSHAKE_2025_03_26) < 0;
  }

  public static Optional<ProtocolVersion> of(String text) {
    for (ProtocolVersion each : values()) {
      if (each.text.equals(text)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /// All of them, for messages to people.
  public static String known() {
    return Stream.of(values()).map(ProtocolVersion::text).collect(Collectors.joining(", "));
  }

  /// Those that begin with a handshake, the newest first.
  public static List<ProtocolVersion> handshakes() {
    return Stream.of(values()).filter(each -> !each.isStateless()).toList();
  }
}
