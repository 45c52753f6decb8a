package dev.tenon.protocols.mcp.oauth;

import dev.tenon.core.json.Json;
import dev.tenon.protocols.mcp.protocol.McpException;
import java.net.URI;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/// Asks a token endpoint: for the tokens of a code, and for new ones in the place of old ones.
record TokenRequests(OAuthHttp http, InstantSource clock) {

  /// @param verifier what the challenge of the code was made of
  Login exchange(Login wanted, String code, String redirect, String verifier)
      throws McpException, TokenRefusedException, InterruptedException {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("grant_type", "authorization_code");
    fields.put("code", code);
    fields.put("redirect_uri", redirect);
    fields.put("code_verifier", verifier);
    return asked(wanted, fields);
  }

  Login refresh(Login login) throws McpException, TokenRefusedException, InterruptedException {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("grant_type", "refresh_token");
    fields.put("refresh_token", login.refresh());
    return asked(login, fields);
  }

  private Login asked(Login login, Map<String, String> fields)
      throws McpException, TokenRefusedException, InterruptedException {
    fields.put("resource", login.resource());
    String authorization = login.client().authorize(fields);
    URI endpoint = http.safe("the token endpoint", login.tokenEndpoint());
    Json.Obj answer = http.form(endpoint, fields, authorization);
    String access = answer.string("access_token", "");
    String type = answer.string("token_type", "Bearer");
    if (!isToken(access) || !type.equalsIgnoreCase("Bearer")) {
      throw new McpException(
          McpException.Kind.PROTOCOL,
          OAuthHttp.shown(endpoint)
              + (access.isEmpty()
                  ? " gives no token"
                  : " gives a token of a kind that is not known, '"
                      + OAuthHttp.cut(type, fields, answer)
                      + "'"));
    }
    long lasts = answer.number("expires_in", 0);
    long now = clock.instant().getEpochSecond();
    return new Login(
        login.issuer(),
        login.resource(),
        login.origin(),
        login.tokenEndpoint(),
        login.client(),
        access,
        answer.string("refresh_token", login.refresh()),
        lasts <= 0 ? 0 : now + Math.min(lasts, Integer.MAX_VALUE),
        answer.string("scope", login.scope()));
  }

  /// Whether a text can stand in a header.
  private static boolean isToken(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c <= '~');
  }
}
