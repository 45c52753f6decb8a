package dev.tenon.protocols.mcp.transport;

import dev.tenon.protocols.mcp.protocol.McpException;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/// Who says to a server who asks. A token goes to the address it was made for and nowhere else.
public interface Authorizer {

  /// The token for an address, if there is one.
  Optional<String> token(URI address) throws McpException, InterruptedException;

  /// The server has refused a request. Answers whether it is worth to ask again, with what [#token]
  /// gives then.
  ///
  /// @param used the token that was refused; empty for none
  /// @param challenges the values of `WWW-Authenticate`
  boolean challenged(URI address, int status, String used, List<String> challenges)
      throws McpException, InterruptedException;

  /// Has no tokens.
  static Authorizer none() {
    return new Authorizer() {
      @Override
      public Optional<String> token(URI address) {
        return Optional.empty();
      }

      @Override
      public boolean challenged(URI address, int status, String used, List<String> challenges) {
        return false;
      }
    };
  }
}
