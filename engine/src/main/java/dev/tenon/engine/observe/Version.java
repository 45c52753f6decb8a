package dev.tenon.engine.observe;

/// The version of this program; a test holds it to the build's.
public final class Version {
  public static final String NUMBER = "0.1.0-SNAPSHOT";

  /// The commit that the launcher was told it was built from; empty when nobody knows.
  private static final String COMMIT = "tenon.commit";

  private Version() {}

  /// The number, and the commit where it is known.
  public static String withCommit() {
    String commit = System.getProperty(COMMIT, "");
    return commit.isEmpty() ? NUMBER : NUMBER + " (commit " + commit + ")";
  }
}
