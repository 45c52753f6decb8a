package dev.tenon.core.exec.background;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.Locale;
import java.util.Optional;

/// A cron expression of five fields (minute, hour, day of month, month, day of week) in local time.
///
/// When both day fields are restricted, a day that fits one of them fits. Where the clocks change,
/// an expression with a fixed time of day (`30 2 * * *`) fires exactly once that day: at the end of
/// the gap if its time is skipped, at the first of two if its time comes twice. One that runs
/// through the hours (`*/5 * * * *`, `30 * * * *`) follows the clock as it is.
public record CronExpression(
    CronField minute, CronField hour, CronField day, CronField month, CronField weekday) {
  /// Between two leap days that a date can fall on lie eight years at most.
  private static final int SEARCH_DAYS = 8 * 366 + 1;

  public static CronExpression parse(String text) throws CronException {
    String[] fields = text.strip().split("\\s+", -1);
    if (fields.length != 5 || text.isBlank()) {
      throw new CronException(
          "Invalid cron expression: '"
              + text
              + "' has "
              + (text.isBlank() ? 0 : fields.length)
              + " fields; 5 are needed: minute hour day-of-month month day-of-week");
    }
    return new CronExpression(
        CronField.parse(CronField.Name.MINUTE, fields[0]),
        CronField.parse(CronField.Name.HOUR, fields[1]),
        CronField.parse(CronField.Name.DAY_OF_MONTH, fields[2]),
        CronField.parse(CronField.Name.MONTH, fields[3]),
        CronField.parse(CronField.Name.DAY_OF_WEEK, fields[4]));
  }

  /// The first moment after this one that fits, if there ever is one.
  public Optional<Instant> next(Instant after, ZoneId zone) {
    return minute.star() || hour.star() ? running(after, zone) : fixed(after, zone);
  }

  private Optional<Instant> running(Instant after, ZoneId zone) {
    ZonedDateTime at = after.atZone(zone).truncatedTo(ChronoUnit.MINUTES);
    while (!at.toInstant().isAfter(after)) {
      at = at.plusMinutes(1);
    }
    LocalDate last = at.toLocalDate().plusDays(SEARCH_DAYS);
    while (at.toLocalDate().isBefore(last)) {
      if (!fits(at.toLocalDate())) {
        at = at.toLocalDate().plusDays(1).atStartOfDay(zone);
      } else if (hour.allows(at.getHour()) && minute.allows(at.getMinute())) {
        return Optional.of(at.toInstant());
      } else {
        at = at.plusMinutes(1);
      }
    }
    return Optional.empty();
  }

  private Optional<Instant> fixed(Instant after, ZoneId zone) {
    LocalDate date = after.atZone(zone).toLocalDate();
    for (int days = 0; days < SEARCH_DAYS; days++, date = date.plusDays(1)) {
      if (!fits(date)) {
        continue;
      }
      for (int h = 0; h < 24; h++) {
        for (int m = 0; hour.allows(h) && m < 60; m++) {
          if (minute.allows(m)) {
            Instant at = resolved(date, LocalTime.of(h, m), zone);
            if (at.isAfter(after)) {
              return Optional.of(at);
            }
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Instant resolved(LocalDate date, LocalTime time, ZoneId zone) {
    ZoneOffsetTransition change = zone.getRules().getTransition(date.atTime(time));
    return change != null && change.isGap()
        ? change.getInstant()
        : date.atTime(time).atZone(zone).withEarlierOffsetAtOverlap().toInstant();
  }

  private boolean fits(LocalDate date) {
    if (!month.allows(date.getMonthValue())) {
      return false;
    }
    boolean dayFits = day.allows(date.getDayOfMonth());
    boolean weekdayFits = weekday.allows(date.getDayOfWeek().getValue() % 7);
    return (day.star() || weekday.star()) ? (dayFits && weekdayFits) : (dayFits || weekdayFits);
  }

  /// The expression in words where they are short, and otherwise as it is.
  public String describe() {
    boolean anyDay = day.text().equals("*") && month.text().equals("*");
    boolean everyDay = anyDay && weekday.text().equals("*");
    int m = minute.single();
    int h = hour.single();
    if (everyDay && hour.text().equals("*")) {
      if (minute.text().equals("*")) {
        return "every minute";
      }
      if (minute.text().startsWith("*/") && minute.text().indexOf(',') < 0) {
        return "every " + minute.text().substring(2) + " minutes";
      }
      if (m >= 0) {
        return "every hour at :" + two(m);
      }
    }
    if (m >= 0 && h >= 0 && anyDay) {
      int d = weekday.single();
      String days =
          everyDay
              ? "day"
              : d >= 0
                  ? DayOfWeek.of(d == 0 ? 7 : d).getDisplayName(TextStyle.FULL, Locale.ENGLISH)
                  : weekday.text().equals("1-5") ? "weekday" : "";
      if (!days.isEmpty()) {
        return "every " + days + " at " + two(h) + ":" + two(m);
      }
    }
    return "cron " + text();
  }

  /// The expression as it was written.
  public String text() {
    return String.join(" ", minute.text(), hour.text(), day.text(), month.text(), weekday.text());
  }

  private static String two(int number) {
    return number < 10 ? "0" + number : Integer.toString(number);
  }
}
