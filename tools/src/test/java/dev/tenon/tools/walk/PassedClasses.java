package dev.tenon.tools.walk;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/// The classes whose code has run since [#begin]. [TracingLoader] lets every method of the product
/// call [#enter] first.
public final class PassedClasses {
  private static final Set<String> PASSED = ConcurrentHashMap.newKeySet();
  private static volatile boolean counting;

  private PassedClasses() {}

  public static void enter(String type) {
    if (counting) {
      PASSED.add(type);
    }
  }

  /// Counts from here on.
  public static void begin() {
    PASSED.clear();
    counting = true;
  }

  /// The names of the classes that were passed since [#begin], nested ones too.
  public static Set<String> end() {
    counting = false;
    return new TreeSet<>(PASSED);
  }
}
