package dev.tenon.providers.wire;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Takes secrets out of text before anyone sees it: the endpoint's own key, header values and query
/// parameters, even when a server echoes them, and anything that looks like a vendor's key.
public final class SecretMask {
  private static final String MASK = "[hidden]";
  private static final int SHORTEST_SECRET = 6;

  /// How the keys of the vendors begin; longer prefixes first.
  private static final String[] PREFIXES = {
    "sk-", "AIza", "gsk_", "xai-", "hf_", "tgp_", "eyJ", "ya29.", "AQ."
  };

  private static final int SHORTEST_KEY = 12;

  private final List<String> secrets = new ArrayList<>();

  /// Hides these and whatever looks like a vendor's key.
  public SecretMask(Collection<String> known) {
    known.forEach(this::hide);
    secrets.sort((a, b) -> b.length() - a.length());
  }

  SecretMask(Endpoint endpoint) {
    Credential key = endpoint.credential();
    if (key != null) {
      hide(key.value());
    }
    for (String value : endpoint.headers().values()) {
      hide(value);
      int space = value.indexOf(' ');
      if (space > 0) {
        hide(value.substring(space + 1));
      }
    }
    for (Map.Entry<String, String> parameter : endpoint.query().entrySet()) {
      // A version is what messages about a wrong version are about.
      if (!parameter.getKey().equals("api-version")) {
        hide(parameter.getValue());
      }
    }
    String user = endpoint.baseUrl().getRawUserInfo();
    if (user != null) {
      hide(user);
    }
    secrets.sort((a, b) -> b.length() - a.length());
  }

  private void hide(String secret) {
    if (secret.length() >= SHORTEST_SECRET) {
      secrets.add(secret);
    }
  }

  /// The text without secrets.
  public String clean(String text) {
    String result = text;
    for (String secret : secrets) {
      result = result.replace(secret, MASK);
    }
    for (String prefix : PREFIXES) {
      result = withoutKeys(result, prefix);
    }
    return result;
  }

  private static String withoutKeys(String text, String prefix) {
    int at = text.indexOf(prefix);
    if (at < 0) {
      return text;
    }
    var out = new StringBuilder(text.length());
    int from = 0;
    while (at >= 0) {
      int end = at;
      while (end < text.length() && isKeyCharacter(text.charAt(end))) {
        end++;
      }
      boolean startsWord = at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
      if (startsWord && end - at >= SHORTEST_KEY) {
        out.append(text, from, at).append(MASK);
        from = end;
      }
      at = text.indexOf(prefix, Math.max(end, at + 1));
    }
    return out.append(text, from, text.length()).toString();
  }

  private static boolean isKeyCharacter(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '_'
        || c == '*'
        || c == '.';
  }
}
