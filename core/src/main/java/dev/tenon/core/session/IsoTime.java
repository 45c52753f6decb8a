package dev.tenon.core.session;

/// Moments as session files write them: `2026-02-16T10:20:30.000Z`, always with milliseconds. By
/// hand, since the JDK's formatter takes longer to load than a session takes to begin.
public final class IsoTime {
  private static final long DAY = 86_400_000L;

  private IsoTime() {}

  public static String of(long epochMillis) {
    long day = Math.floorDiv(epochMillis, DAY);
    long rest = Math.floorMod(epochMillis, DAY);
    // Days are counted from the first of March of the year 0, so that a leap day ends its year.
    long shifted = day + 719_468;
    long era = Math.floorDiv(shifted, 146_097L);
    long dayOfEra = shifted - era * 146_097;
    long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    long month = (5 * dayOfYear + 2) / 153;
    long dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1;
    long calendarMonth = month < 10 ? month + 3 : month - 9;
    long year = yearOfEra + era * 400 + (calendarMonth <= 2 ? 1 : 0);
    var out = new StringBuilder(24);
    digits(out, year, 4).append('-');
    digits(out, calendarMonth, 2).append('-');
    digits(out, dayOfMonth, 2).append('T');
    digits(out, rest / 3_600_000, 2).append(':');
    digits(out, rest / 60_000 % 60, 2).append(':');
    digits(out, rest / 1000 % 60, 2).append('.');
    return digits(out, rest % 1000, 3).append('Z').toString();
  }

  private static StringBuilder digits(StringBuilder out, long value, int width) {
    String text = Long.toString(value);
    for (int i = text.length(); i < width; i++) {
      out.append('0');
    }
    return out.append(text);
  }
}
