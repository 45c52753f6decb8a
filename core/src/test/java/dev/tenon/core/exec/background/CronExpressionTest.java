package dev.tenon.core.exec.background;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronExpressionTest {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          * * * * *          | 2026-11-15T06:00 | 2026-11-15T06:01
          */15 * * * *       | 2026-11-15T06:00 | 2026-11-15T06:15
          */15 * * * *       | 2026-11-15T06:50 | 2026-11-15T07:00
          5 * * * *          | 2026-11-15T06:05 | 2026-11-15T07:05
          0 9 * * *          | 2026-11-15T08:59 | 2026-11-15T09:00
          0 9 * * *          | 2026-11-15T09:00 | 2026-11-16T09:00
          0 9 * * 1-5        | 2026-11-13T10:00 | 2026-11-16T09:00
          0 0 * * 7          | 2026-11-14T10:00 | 2026-11-15T00:00
          0 0 * * 0          | 2026-11-14T10:00 | 2026-11-15T00:00
          0 0 * * 5-7        | 2026-11-15T00:00 | 2026-11-20T00:00
          30 14 1,15 * *     | 2026-11-02T00:00 | 2026-11-15T14:30
          0 0 29 2 *         | 2026-11-15T00:00 | 2028-02-29T00:00
          0 0 31 * *         | 2026-11-15T00:00 | 2026-12-31T00:00
          0 0 1 1 *          | 2026-11-15T00:00 | 2027-01-01T00:00
          0 0 13 * 5         | 2026-11-13T00:00 | 2026-11-20T00:00
          0 0 13 * 5         | 2026-11-28T00:00 | 2026-12-04T00:00
          0 0 13 * 5         | 2026-12-12T00:00 | 2026-12-13T00:00
          0 0 */2 * 1        | 2026-11-15T00:00 | 2026-11-23T00:00
          10-20/5 3 * * *    | 2026-11-15T03:10 | 2026-11-15T03:15
          10-20/5 3 * * *    | 2026-11-15T03:20 | 2026-11-16T03:10
          1,15,30 0-2 * * *  | 2026-11-15T02:30 | 2026-11-16T00:01
          59 23 31 12 *      | 2026-12-31T23:59 | 2027-12-31T23:59
          """)
  void findsTheNextMoment(String cron, LocalDateTime after, LocalDateTime next) throws Exception {
    assertThat(CronExpression.parse(cron).next(after.atZone(NEW_YORK).toInstant(), NEW_YORK))
        .hasValue(next.atZone(NEW_YORK).toInstant());
  }

  @Test
  void secondsWithinAMinuteDoNotHideTheNextOne() throws Exception {
    Instant after = Instant.parse("2026-11-15T06:00:59.999Z");
    assertThat(CronExpression.parse("* * * * *").next(after, NEW_YORK))
        .hasValue(Instant.parse("2026-11-15T06:01:00Z"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          ""             | has 0 fields
          * * * *        | has 4 fields
          * * * * * *    | has 6 fields
          60 * * * *     | minute field '60': 60 is not in 0..59
          * 24 * * *     | hour field '24'
          * * 0 * *      | day-of-month field '0': 0 is not in 1..31
          * * 32 * *     | day-of-month field '32'
          * * * 13 *     | month field '13'
          * * * * 8      | day-of-week field '8'
          * * * * MON    | names and L, W, ?, # are not supported
          * * L * *      | day-of-month field 'L'
          * * ? * *      | day-of-month field '?'
          * * 15W * *    | day-of-month field '15W'
          */0 * * * *    | the step must be 1..59, was 0
          */60 * * * *   | the step must be 1..59, was 60
          5/10 * * * *   | a step needs * or a range
          30-10 * * * *  | the range 30-10 goes backwards
          1,,2 * * * *   | '' is no number
          1- * * * *     | '' is no number
          -1 * * * *     | '' is no number
          99999 * * * *  | '99999' is no number
          """)
  void whatIsWrongIsNamed(String cron, String problem) {
    assertThatThrownBy(() -> CronExpression.parse(cron))
        .isInstanceOf(CronException.class)
        .hasMessageStartingWith("Invalid cron expression: ")
        .hasMessageContaining(problem);
  }

  @Test
  void aDateThatNeverComesIsFoundOut() throws Exception {
    assertThat(CronExpression.parse("0 0 30 2 *").next(Instant.EPOCH, NEW_YORK)).isEmpty();
    assertThat(CronExpression.parse("* * 31 2,4,6,9,11 *").next(Instant.EPOCH, NEW_YORK)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          * * * * *     | every minute
          */5 * * * *   | every 5 minutes
          7 * * * *     | every hour at :07
          0 9 * * *     | every day at 09:00
          30 17 * * 1-5 | every weekday at 17:30
          5 8 * * 0     | every Sunday at 08:05
          0 0 1 * *     | cron 0 0 1 * *
          */5,7 * * * * | cron */5,7 * * * *
          """)
  void isToldInWords(String cron, String words) throws Exception {
    assertThat(CronExpression.parse(cron).describe()).isEqualTo(words);
  }

  /// On 2026-03-08 the clocks of New York go from 02:00 to 03:00, on 2026-11-01 from 02:00 to
  /// 01:00.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          30 2 * * *   | 2026-03-07T00:00 | 2026-03-07T02:30-05:00 2026-03-08T03:00-04:00 2026-03-09T02:30-04:00
          0,30 2,3 * * * | 2026-03-08T00:00 | 2026-03-08T03:00-04:00 2026-03-08T03:30-04:00 2026-03-09T02:00-04:00
          30 * * * *   | 2026-03-08T00:45 | 2026-03-08T01:30-05:00 2026-03-08T03:30-04:00 2026-03-08T04:30-04:00
          */30 * * * * | 2026-03-08T01:15 | 2026-03-08T01:30-05:00 2026-03-08T03:00-04:00 2026-03-08T03:30-04:00
          */30 2 * * * | 2026-03-07T02:10 | 2026-03-07T02:30-05:00 2026-03-09T02:00-04:00 2026-03-09T02:30-04:00
          30 1 * * *   | 2026-10-31T12:00 | 2026-11-01T01:30-04:00 2026-11-02T01:30-05:00 2026-11-03T01:30-05:00
          30 * * * *   | 2026-11-01T00:45 | 2026-11-01T01:30-04:00 2026-11-01T01:30-05:00 2026-11-01T02:30-05:00
          */30 * * * * | 2026-11-01T00:45 | 2026-11-01T01:00-04:00 2026-11-01T01:30-04:00 2026-11-01T01:00-05:00
          0 2 * * *    | 2026-10-31T12:00 | 2026-11-01T02:00-05:00 2026-11-02T02:00-05:00 2026-11-03T02:00-05:00
          """)
  void whereTheClocksChange(String cron, LocalDateTime after, String moments) throws Exception {
    assertThat(next(cron, after, NEW_YORK, 3)).isEqualTo(instants(moments));
  }

  /// Lord Howe Island moves its clocks by half an hour, Beirut at midnight.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          15 2 * * *   | Australia/Lord_Howe | 2026-10-03T12:00 | 2026-10-04T02:30+11:00 2026-10-05T02:15+11:00
          45 1 * * *   | Australia/Lord_Howe | 2026-04-04T12:00 | 2026-04-05T01:45+11:00 2026-04-06T01:45+10:30
          0 0 * * *    | Asia/Beirut         | 2026-03-28T12:00 | 2026-03-29T01:00+03:00 2026-03-30T00:00+03:00
          */20 * * * * | Asia/Beirut         | 2026-03-28T23:30 | 2026-03-28T23:40+02:00 2026-03-29T01:00+03:00
          """)
  void oddPlaces(String cron, ZoneId zone, LocalDateTime after, String moments) throws Exception {
    assertThat(next(cron, after, zone, 2)).isEqualTo(instants(moments));
  }

  private static List<Instant> next(String cron, LocalDateTime after, ZoneId zone, int count)
      throws CronException {
    CronExpression expression = CronExpression.parse(cron);
    var found = new ArrayList<Instant>();
    Instant at = after.atZone(zone).toInstant();
    for (int i = 0; i < count; i++) {
      at = expression.next(at, zone).orElseThrow();
      found.add(at);
    }
    return found;
  }

  private static List<Instant> instants(String moments) {
    var instants = new ArrayList<Instant>();
    for (String moment : moments.split(" ", -1)) {
      instants.add(java.time.OffsetDateTime.parse(moment).toInstant());
    }
    return instants;
  }
}
