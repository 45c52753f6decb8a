package dev.tenon.server.http.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Finds the route of a request.
public final class Router {
  /// By the number of their segments.
  private final Map<Integer, List<Template>> templates = new HashMap<>();

  private record Template(Route route, List<String> segments) {}

  /// What a request meets.
  public sealed interface Match {
    record Found(Route route, Map<String, String> parameters) implements Match {}

    /// @param allowed the methods that there are, as the Allow header has them
    record WrongMethod(String allowed) implements Match {}

    record Nothing() implements Match {}
  }

  public Router(List<Route> routes) {
    for (Route route : routes) {
      List<String> segments = segments(route.path());
      templates
          .computeIfAbsent(segments.size(), size -> new ArrayList<>())
          .add(new Template(route, segments));
    }
  }

  private static List<String> segments(String path) {
    return List.of(path.split("/", -1));
  }

  /// @param method in capitals; HEAD finds what GET does
  /// @param rawPath still with percent escapes
  public Match find(String method, String rawPath) throws Problem {
    List<String> segments = segments(rawPath);
    String wanted = method.equals("HEAD") ? "GET" : method;
    var others = new TreeSet<String>();
    for (Template template : templates.getOrDefault(segments.size(), List.of())) {
      if (!fits(template, segments)) {
        continue;
      }
      if (template.route.method().name().equals(wanted)) {
        return new Match.Found(template.route, parameters(template, segments));
      }
      others.add(template.route.method().name());
    }
    if (others.isEmpty()) {
      return new Match.Nothing();
    }
    if (others.contains("GET")) {
      others.add("HEAD");
    }
    others.add("OPTIONS");
    return new Match.WrongMethod(String.join(", ", others));
  }

  private static boolean fits(Template template, List<String> segments) {
    for (int i = 0; i < segments.size(); i++) {
      String expected = template.segments.get(i);
      boolean parameter = expected.startsWith("{");
      if (parameter ? segments.get(i).isEmpty() : !expected.equals(segments.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static Map<String, String> parameters(Template template, List<String> segments)
      throws Problem {
    Map<String, String> parameters = HashMap.newHashMap(2);
    for (int i = 0; i < segments.size(); i++) {
      String name = template.segments.get(i);
      if (name.startsWith("{")) {
        parameters.put(
            name.substring(1, name.length() - 1), PercentDecoder.segment(segments.get(i)));
      }
    }
    return parameters;
  }
}
