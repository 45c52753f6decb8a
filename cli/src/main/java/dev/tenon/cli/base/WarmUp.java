package dev.tenon.cli.base;

import dev.tenon.core.http.tls.TlsStack;
import dev.tenon.core.http.tls.Trust;
import java.util.Map;

/// Makes TLS ready in the background while the command is read and configured, if a prompt will
/// probably go out over https. The guess has to be cheap; a wrong one costs some milliseconds.
public final class WarmUp {
  private WarmUp() {}

  public static void begin(String[] words, Map<String, String> environment) {
    if (isPrompt(words) && !isPlain(environment)) {
      TlsStack.warm(Trust.of(environment));
    }
  }

  /// Whether a person at a terminal wants to talk, as far as the command line tells so early.
  public static boolean isConversation(String[] words) {
    String tty = System.getProperty("tenon.tty");
    if (tty == null || !tty.startsWith("in") || !tty.contains("out")) {
      return false;
    }
    for (String word : words) {
      if (word.equals("-p")
          || word.equals("--print")
          || word.equals("--plain")
          || word.startsWith("--output-format")) {
        return false;
      }
    }
    return words.length == 0 || (words[0].startsWith("-") && !words[0].startsWith("--h"));
  }

  /// A headless prompt; in a terminal there is time enough while somebody types.
  static boolean isPrompt(String[] words) {
    for (String word : words) {
      if (word.equals("-p") || word.equals("--print")) {
        return true;
      }
    }
    String tty = System.getProperty("tenon.tty");
    boolean piped = tty != null && !tty.startsWith("in");
    return piped && (words.length == 0 || (words[0].startsWith("-") && !words[0].equals("--help")));
  }

  /// Whoever has set the address of a provider to a plain one will ask there.
  static boolean isPlain(Map<String, String> environment) {
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      if (variable.getKey().endsWith("_BASE_URL") && variable.getValue().startsWith("http://")) {
        return true;
      }
    }
    return false;
  }
}
