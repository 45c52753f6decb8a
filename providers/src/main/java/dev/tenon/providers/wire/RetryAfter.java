package dev.tenon.providers.wire;

import dev.tenon.core.http.Headers;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How long a server asks to wait, from the many headers that say so and, where there is none, from
/// its words. Never negative.
final class RetryAfter {
  /// A larger number of seconds is a point in time, not a delay.
  private static final double EPOCH_SECONDS = 1e9;

  private static final double EPOCH_MILLIS = 1e12;

  private RetryAfter() {}

  static @Nullable Duration of(Headers headers, String message, Instant now) {
    Duration delay = milliseconds(headers.get("retry-after-ms"), now);
    if (delay == null) {
      delay = secondsOrTime(headers.get("retry-after"), now);
    }
    if (delay == null) {
      delay = milliseconds(headers.get("x-ratelimit-reset-ms"), now);
    }
    if (delay == null) {
      delay = secondsOrTime(headers.get("x-ratelimit-reset"), now);
    }
    if (delay == null) {
      delay = latest(headers, "x-ratelimit-reset-", "x-ratelimit-remaining-", now);
    }
    if (delay == null) {
      delay = anthropic(headers, now);
    }
    if (delay == null) {
      delay = worded(message);
    }
    return delay == null || !delay.isNegative() ? delay : Duration.ZERO;
  }

  private static @Nullable Duration milliseconds(@Nullable String value, Instant now) {
    Double number = number(value);
    if (number == null) {
      return null;
    }
    return number >= EPOCH_MILLIS
        ? Duration.between(now, Instant.ofEpochMilli(number.longValue()))
        : Duration.ofMillis(Math.round(number));
  }

  /// Seconds from now, a point in time in seconds or milliseconds, a duration like `6m0s`, an HTTP
  /// date or an RFC 3339 time.
  static @Nullable Duration secondsOrTime(@Nullable String value, Instant now) {
    if (value == null) {
      return null;
    }
    Double number = number(value);
    if (number == null) {
      Duration duration = duration(value.strip());
      return duration == null ? time(value.strip(), now) : duration;
    }
    if (number >= EPOCH_MILLIS) {
      return Duration.between(now, Instant.ofEpochMilli(number.longValue()));
    }
    if (number >= EPOCH_SECONDS) {
      return Duration.between(now, Instant.ofEpochSecond(number.longValue()));
    }
    return Duration.ofMillis(Math.round(number * 1000));
  }

  /// The latest reset of the limits that are used up, or of all if none says that it is.
  private static @Nullable Duration latest(
      Headers headers, String resetPrefix, String remainingPrefix, Instant now) {
    Duration usedUp = null;
    Duration any = null;
    for (String name : headers.namesWith(resetPrefix)) {
      Duration delay = secondsOrTime(headers.get(name), now);
      if (delay == null) {
        continue;
      }
      any = later(any, delay);
      String kind = name.substring(resetPrefix.length());
      if ("0".equals(headers.get(remainingPrefix + kind))) {
        usedUp = later(usedUp, delay);
      }
    }
    return usedUp == null ? any : usedUp;
  }

  private static @Nullable Duration anthropic(Headers headers, Instant now) {
    String prefix = "anthropic-ratelimit-";
    Duration usedUp = null;
    for (String name : headers.namesWith(prefix)) {
      if (!name.endsWith("-reset")) {
        continue;
      }
      String limit = name.substring(0, name.length() - "-reset".length());
      Duration delay = secondsOrTime(headers.get(name), now);
      if (delay != null && "0".equals(headers.get(limit + "-remaining"))) {
        usedUp = later(usedUp, delay);
      }
    }
    return usedUp;
  }

  private static Duration later(@Nullable Duration one, Duration other) {
    return one == null || other.compareTo(one) > 0 ? other : one;
  }

  /// `Please try again in 1.2s`, `retryDelay: 30s`.
  private static @Nullable Duration worded(String message) {
    String text = message.toLowerCase(Locale.ROOT);
    for (String words : new String[] {"try again in ", "retry in ", "retry after "}) {
      int at = text.indexOf(words);
      if (at >= 0) {
        int start = at + words.length();
        int end = start;
        while (end < text.length() && "0123456789.hms".indexOf(text.charAt(end)) >= 0) {
          end++;
        }
        String found = text.substring(start, end);
        while (found.endsWith(".")) {
          found = found.substring(0, found.length() - 1);
        }
        Duration delay = duration(found);
        if (delay == null && text.startsWith(" second", end)) {
          delay = secondsOrTime(found, Instant.EPOCH);
        }
        if (delay != null) {
          return delay;
        }
      }
    }
    return null;
  }

  /// A duration like `1h2m3.5s` or `120ms`, or null.
  static @Nullable Duration duration(String text) {
    double millis = 0;
    int at = 0;
    while (at < text.length()) {
      int start = at;
      while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
        at++;
      }
      Double number = number(text.substring(start, at));
      if (number == null) {
        return null;
      }
      double unit;
      if (text.startsWith("ms", at)) {
        unit = 1;
        at += 2;
      } else if (text.startsWith("s", at)) {
        unit = 1000;
        at++;
      } else if (text.startsWith("m", at)) {
        unit = 60_000;
        at++;
      } else if (text.startsWith("h", at)) {
        unit = 3_600_000;
        at++;
      } else if (text.startsWith("d", at)) {
        unit = 86_400_000;
        at++;
      } else {
        return null;
      }
      millis += number * unit;
    }
    return text.isEmpty() ? null : Duration.ofMillis(Math.round(millis));
  }

  private static @Nullable Duration time(String text, Instant now) {
    try {
      return Duration.between(now, Instant.parse(text));
    } catch (DateTimeException notRfc3339) {
      try {
        ZonedDateTime time = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME);
        return Duration.between(now, time.toInstant());
      } catch (DateTimeException notHttp) {
        return null;
      }
    }
  }

  private static @Nullable Double number(@Nullable String value) {
    if (value == null) {
      return null;
    }
    String text = value.strip();
    if (text.isEmpty() || text.length() > 20) {
      return null;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && c != '.' && (c != '-' || i > 0)) {
        return null;
      }
    }
    try {
      return Double.valueOf(text);
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }
}
