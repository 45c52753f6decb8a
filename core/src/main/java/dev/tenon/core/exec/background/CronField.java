package dev.tenon.core.exec.background;

/// One field of a cron expression: the values that it allows.
///
/// @param bits one for each allowed value
/// @param star whether it is written with a `*`
record CronField(Name name, String text, long bits, boolean star) {

  /// The five fields and their ranges, in order.
  enum Name {
    MINUTE("minute", 0, 59),
    HOUR("hour", 0, 23),
    DAY_OF_MONTH("day-of-month", 1, 31),
    MONTH("month", 1, 12),
    /// 0 and 7 are Sunday.
    DAY_OF_WEEK("day-of-week", 0, 7);

    private final String label;
    private final int min;
    private final int max;

    Name(String label, int min, int max) {
      this.label = label;
      this.min = min;
      this.max = max;
    }
  }

  boolean allows(int value) {
    return (bits & (1L << value)) != 0;
  }

  /// The only value that is allowed, or -1.
  int single() {
    return Long.bitCount(bits) == 1 ? Long.numberOfTrailingZeros(bits) : -1;
  }

  static CronField parse(Name name, String text) throws CronException {
    long bits = 0;
    for (String item : text.split(",", -1)) {
      bits |= item(name, text, item);
    }
    if (name == Name.DAY_OF_WEEK && (bits & (1L << 7)) != 0) {
      bits = (bits & ~(1L << 7)) | 1;
    }
    return new CronField(name, text, bits, text.startsWith("*"));
  }

  private static long item(Name name, String text, String item) throws CronException {
    int slash = item.indexOf('/');
    String base = slash < 0 ? item : item.substring(0, slash);
    int step = slash < 0 ? 1 : number(name, text, item.substring(slash + 1));
    int dash = base.indexOf('-');
    int from;
    int to;
    if (base.equals("*")) {
      from = name.min;
      to = name == Name.DAY_OF_WEEK ? 6 : name.max;
    } else if (dash >= 0) {
      from = value(name, text, base.substring(0, dash));
      to = value(name, text, base.substring(dash + 1));
      if (from > to) {
        throw wrong(name, text, "the range " + base + " goes backwards");
      }
    } else {
      from = value(name, text, base);
      to = from;
      if (slash >= 0) {
        throw wrong(name, text, "a step needs * or a range before it, as in */5");
      }
    }
    if (step < 1 || step > name.max) {
      throw wrong(name, text, "the step must be 1.." + name.max + ", was " + step);
    }
    long bits = 0;
    for (int value = from; value <= to; value += step) {
      bits |= 1L << value;
    }
    return bits;
  }

  private static int value(Name name, String text, String digits) throws CronException {
    int value = number(name, text, digits);
    if (value < name.min || value > name.max) {
      throw wrong(name, text, value + " is not in " + name.min + ".." + name.max);
    }
    return value;
  }

  private static int number(Name name, String text, String digits) throws CronException {
    if (digits.isEmpty() || digits.length() > 4) {
      throw wrong(name, text, "'" + digits + "' is no number");
    }
    int value = 0;
    for (int i = 0; i < digits.length(); i++) {
      char c = digits.charAt(i);
      if (c < '0' || c > '9') {
        throw wrong(
            name, text, "'" + digits + "' is no number; names and L, W, ?, # are not supported");
      }
      value = value * 10 + (c - '0');
    }
    return value;
  }

  private static CronException wrong(Name name, String text, String what) {
    return new CronException(
        "Invalid cron expression: " + name.label + " field '" + text + "': " + what);
  }
}
