package dev.tenon.engine.observe;

import dev.tenon.core.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A histogram in the JSON form of OTLP, with what was measured since the last time it was sent.
public final class Histogram {
  /// The bounds that the conventions ask for.
  static final List<Double> TOKENS = bounds(1, 4, 14);

  static final List<Double> SECONDS = bounds(0.01, 2, 14);

  private final String name;
  private final String unit;
  private final String description;
  private final List<Double> bounds;
  private final Map<Map<String, Object>, Point> points = new LinkedHashMap<>();

  Histogram(String name, String unit, String description, List<Double> bounds) {
    this.name = name;
    this.unit = unit;
    this.description = description;
    this.bounds = bounds;
  }

  private static List<Double> bounds(double first, double factor, int count) {
    var bounds = new ArrayList<Double>();
    double bound = first;
    for (int i = 0; i < count; i++) {
      bounds.add(Math.round(bound * 100) / 100.0);
      bound *= factor;
    }
    return List.copyOf(bounds);
  }

  private static final class Point {
    private final long[] counts;
    private long count;
    private double sum;
    private double least = Double.MAX_VALUE;
    private double most;

    Point(int buckets) {
      counts = new long[buckets];
    }
  }

  public void record(double value, Map<String, Object> attributes) {
    Point point = points.computeIfAbsent(attributes, key -> new Point(bounds.size() + 1));
    int bucket = 0;
    while (bucket < bounds.size() && value > bounds.get(bucket)) {
      bucket++;
    }
    point.counts[bucket]++;
    point.count++;
    point.sum += value;
    point.least = Math.min(point.least, value);
    point.most = Math.max(point.most, value);
  }

  public boolean isEmpty() {
    return points.isEmpty();
  }

  /// The metric; afterwards it begins anew.
  public Json.Obj take(long startNanos, long endNanos) {
    var data = new ArrayList<Json>();
    points.forEach(
        (attributes, point) -> {
          var counts = new ArrayList<Json>();
          for (long count : point.counts) {
            counts.add(Json.of(Long.toString(count)));
          }
          var limits = new ArrayList<Json>();
          bounds.forEach(bound -> limits.add(new Json.Num(Double.toString(bound))));
          data.add(
              Json.object()
                  .put("attributes", Otlp.attributes(attributes))
                  .put("startTimeUnixNano", Long.toString(startNanos))
                  .put("timeUnixNano", Long.toString(endNanos))
                  .put("count", Long.toString(point.count))
                  .put("sum", point.sum)
                  .put("min", point.least)
                  .put("max", point.most)
                  .put("bucketCounts", Json.array(counts))
                  .put("explicitBounds", Json.array(limits))
                  .build());
        });
    points.clear();
    return Json.object()
        .put("name", name)
        .put("unit", unit)
        .put("description", description)
        .put(
            "histogram",
            Json.object()
                .put("aggregationTemporality", 1)
                .put("dataPoints", Json.array(data))
                .build())
        .build();
  }
}
