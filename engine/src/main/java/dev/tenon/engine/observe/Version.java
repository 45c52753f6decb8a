package dev.tenon.engine.observe;

/// The version of this program; a test holds it to the build's.
public final class Version {
  public static final String NUMBER = "0.1.0-SNAPSHOT";

  private Version() {}
}
