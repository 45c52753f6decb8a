package dev.tenon.engine.observe;

import dev.tenon.providers.wire.SecretMask;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/// What must never be told: the values of variables that look like keys, and what the program was
/// given as a secret.
public final class Secrets {
  private Secrets() {}

  /// @param more secrets that are in no variable
  static SecretMask of(Map<String, String> environment, List<String> more) {
    var secrets = new ArrayList<>(more);
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      if (holdsSecret(variable.getKey())) {
        secrets.add(variable.getValue());
      }
    }
    return new SecretMask(secrets);
  }

  /// Takes the same secrets out of a text.
  public static UnaryOperator<String> remover(Map<String, String> environment, List<String> more) {
    return of(environment, more)::clean;
  }

  private static boolean holdsSecret(String variable) {
    String name = variable.toUpperCase(Locale.ROOT);
    return name.contains("KEY")
        || name.contains("TOKEN")
        || name.contains("SECRET")
        || name.contains("PASSWORD");
  }
}
