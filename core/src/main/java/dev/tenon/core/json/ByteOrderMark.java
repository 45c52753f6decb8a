package dev.tenon.core.json;

/// The mark that some editors put before a text of Unicode, and that is no part of it.
public final class ByteOrderMark {
  private static final char MARK = '\uFEFF';

  private ByteOrderMark() {}

  public static String without(String text) {
    return !text.isEmpty() && text.charAt(0) == MARK ? text.substring(1) : text;
  }
}
