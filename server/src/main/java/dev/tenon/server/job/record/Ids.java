package dev.tenon.server.job.record;

import java.security.SecureRandom;

/// Random ids of sessions and jobs, such as `job_` and 16 letters, which nobody can guess.
public final class Ids {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
  private static final int LENGTH = 16;

  private Ids() {}

  public static String next(String kind) {
    var id = new StringBuilder(kind).append('_');
    for (int i = 0; i < LENGTH; i++) {
      id.append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
    }
    return id.toString();
  }
}
