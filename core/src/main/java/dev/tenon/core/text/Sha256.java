package dev.tenon.core.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// SHA-256 hashes as 64 lower-case hexadecimal digits.
public final class Sha256 {
  /// The hash of no bytes at all, which stands for a file that does not exist yet.
  public static final String EMPTY =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  /// Up to here the JDK's own is not worth its first use.
  private static final int SMALL = 8 * 1024;

  private static volatile boolean used;

  private Sha256() {}

  public static String of(byte[] bytes) {
    return hex(used || bytes.length > SMALL ? digest().digest(bytes) : SmallSha256.of(bytes));
  }

  /// The hash of the text in UTF-8.
  public static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  public static MessageDigest digest() {
    used = true;
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException brokenJdk) {
      throw new IllegalStateException("every JDK has SHA-256", brokenJdk);
    }
  }

  public static String hex(byte[] hash) {
    return HexFormat.of().formatHex(hash);
  }
}
