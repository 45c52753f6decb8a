package dev.tenon.core.http.fetch;

import dev.tenon.core.http.guard.ConnectRules;

/// What the caller decides while a fetch runs.
///
/// @param rules which closed addresses the user's rules open
/// @param redirects whether a redirect may lead to another host
public record Hooks(ConnectRules rules, Redirects redirects) {
  /// Public addresses only, and no other host than the one that was asked for.
  public static final Hooks STRICT = new Hooks(ConnectRules.NONE, Redirects.REFUSED);
}
