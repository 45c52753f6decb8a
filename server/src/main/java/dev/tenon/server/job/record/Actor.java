package dev.tenon.server.job.record;

/// Who acts: the name that a client gave with its request. Everybody who has the token may say any
/// name; it tells people apart who work together, and proves nothing.
public final class Actor {
  /// So long may a name be.
  public static final int LONGEST = 80;

  private static final ScopedValue<String> NAME = ScopedValue.newInstance();

  private Actor() {}

  /// Bound while a request is carried out.
  public static ScopedValue<String> name() {
    return NAME;
  }

  /// The name, or nothing when nobody said.
  public static String current() {
    return NAME.orElse("");
  }
}
