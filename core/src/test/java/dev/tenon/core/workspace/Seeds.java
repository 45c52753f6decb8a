package dev.tenon.core.workspace;

import java.util.Random;

/// Runs a property over many seeded random cases. A failure names the seed; `-Dseed=N` runs that
/// one alone. An ordinary run takes half of the cases, `-Dseeds.part=1` all of them.
public final class Seeds {
  private Seeds() {}

  /// One property on one random case.
  @FunctionalInterface
  public interface Property {
    void check(Random random) throws Exception;
  }

  public static void check(int cases, Property property) {
    Long only = Long.getLong("seed");
    long first = only == null ? 1 : only;
    int part = Math.max(1, Integer.getInteger("seeds.part", 2));
    long last = only == null ? Math.max(1, cases / part) : only;
    for (long seed = first; seed <= last; seed++) {
      try {
        property.check(new Random(seed * 0x9E3779B97F4A7C15L));
      } catch (Exception | AssertionError failure) {
        throw new AssertionError(
            "seed " + seed + " (run it alone with -Dseed=" + seed + "): " + failure, failure);
      }
    }
  }

  @SafeVarargs
  public static <T> T oneOf(Random random, T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  /// A text of random Unicode lines with LF, CRLF, lone CR and perhaps no end at the end.
  public static String text(Random random, int mostLines) {
    var out = new StringBuilder();
    int lines = random.nextInt(mostLines + 1);
    int style = random.nextInt(4);
    for (int i = 0; i < lines; i++) {
      out.append(line(random));
      boolean last = i == lines - 1;
      if (!last || random.nextInt(3) > 0) {
        out.append(
            switch (style) {
              case 0 -> "\n";
              case 1 -> "\r\n";
              default -> random.nextBoolean() ? "\n" : "\r\n";
            });
      }
    }
    return out.toString();
  }

  /// A line without its end; often one of a few, so that lines repeat.
  public static String line(Random random) {
    if (random.nextInt(2) == 0) {
      return oneOf(random, "", "}", "a", "  return x;", "ä");
    }
    int length = random.nextInt(12);
    var out = new StringBuilder();
    for (int i = 0; i < length; i++) {
      out.appendCodePoint(
          switch (random.nextInt(12)) {
            case 0 -> '\r';
            case 1 -> '\t';
            case 2 -> 0x1F600 + random.nextInt(60);
            case 3 -> 0x4E00 + random.nextInt(2000);
            case 4 -> 0xFEFF;
            case 5 -> 0x0300 + random.nextInt(60);
            case 6 -> 0x2028;
            default -> 'a' + random.nextInt(26);
          });
    }
    return out.toString();
  }
}
