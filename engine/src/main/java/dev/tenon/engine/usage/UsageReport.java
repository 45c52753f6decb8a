package dev.tenon.engine.usage;

import dev.tenon.core.json.Json;
import dev.tenon.core.model.Usage;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Sums of what was used, by model, day, project or tool.
public final class UsageReport {
  private final List<UsageEntry> entries;
  private final ZoneId zone;

  private UsageReport(List<UsageEntry> entries, ZoneId zone) {
    this.entries = entries;
    this.zone = zone;
  }

  /// What entries are put together by.
  public enum By {
    MODEL,
    DAY,
    PROJECT,
    TOOL,
    AGENT;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// Reads what was used since a day; null for all.
  public static UsageReport read(Path home, @Nullable LocalDate since, ZoneId zone)
      throws IOException {
    Instant from = since == null ? Instant.EPOCH : since.atStartOfDay(zone).toInstant();
    // A month's file is named by UTC, a day before or after the person's.
    String firstMonth = since == null ? "" : since.minusDays(1).toString().substring(0, 7);
    var files = new ArrayList<Path>();
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(UsageFile.folderIn(home), "*.jsonl")) {
      for (Path file : all) {
        if (file.getFileName().toString().compareTo(firstMonth) >= 0) {
          files.add(file);
        }
      }
    } catch (NoSuchFileException nothingYet) {
      return new UsageReport(List.of(), zone);
    }
    files.sort(Comparator.naturalOrder());
    var entries = new ArrayList<UsageEntry>();
    for (Path file : files) {
      try (Stream<String> lines = Files.lines(file)) {
        lines.forEach(
            line -> {
              UsageEntry entry = UsageEntry.read(line);
              if (entry != null && !entry.at().isBefore(from)) {
                entries.add(entry);
              }
            });
      }
    }
    return new UsageReport(entries, zone);
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /// One sum. For tools a request is shared among its calls, and `requests` counts the calls.
  private static final class Sum {
    private double requests;
    private double input;
    private double output;
    private double cacheRead;
    private double cacheWrite;
    private double dollars;
    private boolean priced = true;

    void add(UsageEntry entry, double share, double count) {
      Usage usage = entry.usage();
      requests += count;
      input += usage.input() * share;
      output += usage.output() * share;
      cacheRead += usage.cacheRead() * share;
      cacheWrite += usage.cacheWrite() * share;
      Double cost = entry.dollars();
      priced &= cost != null;
      dollars += cost == null ? 0 : cost * share;
    }
  }

  private Map<String, Sum> sums(By by) {
    Map<String, Sum> sums = new TreeMap<>();
    for (UsageEntry entry : entries) {
      switch (by) {
        case MODEL -> sum(sums, entry.model()).add(entry, 1, 1);
        case PROJECT -> sum(sums, entry.project()).add(entry, 1, 1);
        case AGENT -> {
          if (!entry.agent().isEmpty()) {
            sum(sums, entry.agent()).add(entry, 1, 1);
          }
        }
        case DAY -> sum(sums, LocalDate.ofInstant(entry.at(), zone).toString()).add(entry, 1, 1);
        case TOOL -> {
          for (String tool : entry.tools()) {
            sum(sums, tool).add(entry, 1.0 / entry.tools().size(), 1);
          }
        }
      }
    }
    if (by == By.DAY) {
      return sums;
    }
    Map<String, Sum> dearest = new LinkedHashMap<>();
    sums.entrySet().stream()
        .sorted(
            Map.Entry.comparingByValue(
                Comparator.comparingDouble((Sum sum) -> sum.dollars)
                    .thenComparingDouble(sum -> sum.input + sum.output)
                    .reversed()))
        .forEach(entry -> dearest.put(entry.getKey(), entry.getValue()));
    return dearest;
  }

  private static Sum sum(Map<String, Sum> sums, String key) {
    return sums.computeIfAbsent(key, k -> new Sum());
  }

  /// The rows of a table, its head first and its sum last.
  public List<List<String>> rows(By by) {
    var rows = new ArrayList<List<String>>();
    rows.add(
        List.of(
            by.label().toUpperCase(Locale.ROOT),
            by == By.TOOL ? "CALLS" : "REQUESTS",
            "INPUT",
            "OUTPUT",
            "CACHE READ",
            "CACHE WRITE",
            "COST"));
    Map<String, Sum> sums = sums(by);
    sums.forEach((name, sum) -> rows.add(row(name, sum)));
    if (by != By.TOOL && sums.size() > 1) {
      var total = new Sum();
      entries.forEach(entry -> total.add(entry, 1, 1));
      rows.add(row("total", total));
    }
    return rows;
  }

  private static List<String> row(String name, Sum sum) {
    return List.of(
        name,
        count(sum.requests),
        count(sum.input),
        count(sum.output),
        count(sum.cacheRead),
        count(sum.cacheWrite),
        cost(sum));
  }

  private static String count(double number) {
    return String.format(Locale.ROOT, "%,d", Math.round(number));
  }

  /// A sum with requests of unknown price in it is at least this.
  private static String cost(Sum sum) {
    String amount =
        String.format(
            Locale.ROOT, sum.dollars > 0 && sum.dollars < 0.1 ? "$%.4f" : "$%.2f", sum.dollars);
    return sum.priced ? amount : sum.dollars > 0 ? amount + "+" : "?";
  }

  /// All four tables as JSON.
  public Json.Obj json() {
    var all = Json.object();
    for (By by : By.values()) {
      var rows = new ArrayList<Json>();
      sums(by)
          .forEach(
              (name, sum) -> {
                var row =
                    Json.object()
                        .put(by.label(), name)
                        .put(by == By.TOOL ? "calls" : "requests", Math.round(sum.requests))
                        .put("input", Math.round(sum.input))
                        .put("output", Math.round(sum.output))
                        .put("cacheRead", Math.round(sum.cacheRead))
                        .put("cacheWrite", Math.round(sum.cacheWrite))
                        .put("dollars", Math.round(sum.dollars * 1e6) / 1e6);
                rows.add(row.put("allPriced", sum.priced).build());
              });
      all.put("by" + by.name().charAt(0) + by.label().substring(1), Json.array(rows));
    }
    return all.build();
  }
}
