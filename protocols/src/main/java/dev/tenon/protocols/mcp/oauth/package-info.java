/// Who asks: logging in at the authorization server that a server names, and the tokens that come
/// of it. A token goes to the origin of its server and nowhere else, and is in no message.
///
/// Entry classes: [dev.tenon.protocols.mcp.oauth.LoginFlow],
/// [dev.tenon.protocols.mcp.oauth.OAuthAuthorizer]. May use `core.http`, `core.json`,
/// `mcp.transport` and the rooms below.
@NullMarked
package dev.tenon.protocols.mcp.oauth;

import org.jspecify.annotations.NullMarked;
