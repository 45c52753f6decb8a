package dev.tenon.providers.wire;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Request;
import java.util.HashSet;
import java.util.Set;

/// Ids of tool calls: made where a provider gives none, and brought into the form that a provider
/// accepts when the call was made by another one. A call and its result always get the same id.
final class CallIds {
  private static final String MADE = "call_";
  private static final int NINE = 9;

  private CallIds() {}

  /// Makes ids that no call of the conversation has.
  static final class Maker {
    private final Set<String> taken = new HashSet<>();
    private final String prefix;
    private int count;

    Maker(Request request) {
      prefix = MADE + request.messages().size() + "_";
      for (Message message : request.messages()) {
        if (message instanceof Message.Assistant assistant) {
          for (Part.Output part : assistant.content()) {
            if (part instanceof Part.Call call) {
              take(call.id());
            }
          }
        }
      }
    }

    String next() {
      String id;
      do {
        id = prefix + count++;
      } while (!take(id));
      return id;
    }

    /// The provider's id, if it is there and new, otherwise one of our own.
    String idOr(String given) {
      return given.isBlank() || !take(given) ? next() : given;
    }

    /// Answers whether the id was free. Two that are sent back in the same form are the same.
    private boolean take(String id) {
      return taken.add(plain(sent(id), Integer.MAX_VALUE));
    }
  }

  /// The part of an id that goes back: what follows a bar is the id of an item, which nobody
  /// stores.
  static String sent(String id) {
    int bar = id.indexOf('|');
    return bar <= 0 ? id : id.substring(0, bar);
  }

  /// Whether a [Maker] made it.
  static boolean made(String id) {
    return id.startsWith(MADE)
        && id.indexOf('_', MADE.length()) > 0
        && Character.isDigit(id.charAt(MADE.length()));
  }

  /// Letters, digits, `_` and `-` only, and not longer than the limit.
  static String plain(String id, int maxLength) {
    var out = new StringBuilder(id.length());
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      out.append(isPlain(c) ? c : '_');
    }
    if (out.isEmpty() || out.length() > maxLength) {
      String hash = hash(id, NINE);
      out.setLength(Math.min(out.length(), maxLength - NINE));
      out.append(hash);
    }
    return out.toString();
  }

  /// Exactly nine letters and digits.
  static String nine(String id) {
    boolean fits = id.length() == NINE;
    for (int i = 0; fits && i < id.length(); i++) {
      fits = isPlain(id.charAt(i)) && id.charAt(i) != '_' && id.charAt(i) != '-';
    }
    return fits ? id : hash(id, NINE);
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }

  /// FNV-1a in base 36, filled up with zeros.
  static String hash(String text, int length) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    String digits = "0".repeat(length) + Long.toUnsignedString(hash, 36);
    return digits.substring(digits.length() - length);
  }
}
