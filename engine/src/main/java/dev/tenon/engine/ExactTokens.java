package dev.tenon.engine;

import dev.tenon.core.exec.worker.WorkerException;
import dev.tenon.core.json.Json;
import dev.tenon.core.model.TokenMeasure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Counts tokens with the tables of a model's own tokenizer, where they are public. The tables are
/// loaded by a worker; whoever cannot have one, or has no time to wait for it, uses
/// [dev.tenon.core.model.TokenCounter].
public final class ExactTokens {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final ProjectWorkers workers;

  ExactTokens(ProjectWorkers workers) {
    this.workers = workers;
  }

  /// What a calculation comes to with exact counts; empty when they are not to be had. All texts
  /// are counted by one call.
  ///
  /// @param model the full name of a model
  /// @param calculation counts the same texts each time it is applied; it is applied twice
  public <T> Optional<T> calculate(String model, Function<TokenMeasure, T> calculation)
      throws InterruptedException {
    String encoding = encoding(model);
    if (encoding == null) {
      return Optional.empty();
    }
    Map<String, Long> counts = new LinkedHashMap<>();
    TokenMeasure collecting =
        text -> {
          counts.put(text, 0L);
          return 0;
        };
    var _ = calculation.apply(collecting);
    try {
      fill(counts, encoding);
    } catch (WorkerException unavailable) {
      workers.explain("tokens are estimated: " + unavailable.getMessage());
      return Optional.empty();
    }
    return Optional.of(calculation.apply(text -> counts.getOrDefault(text, 0L)));
  }

  private void fill(Map<String, Long> counts, String encoding)
      throws WorkerException, InterruptedException {
    var texts = new ArrayList<>(counts.keySet());
    Json.Obj params =
        Json.object().put("encoding", encoding).put("texts", Json.strings(texts)).build();
    Json answer = workers.call("tokens.count", params, LIMIT);
    List<Json> found = answer instanceof Json.Obj object ? object.array("counts") : List.of();
    for (int i = 0; i < Math.min(texts.size(), found.size()); i++) {
      if (found.get(i) instanceof Json.Num number) {
        counts.put(texts.get(i), number.longValue());
      }
    }
  }

  /// The table of a model of OpenAI's, or null: others have not published theirs.
  static @Nullable String encoding(String model) {
    String name = model.substring(model.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    if (name.startsWith("gpt-3.5") || name.equals("gpt-4") || name.startsWith("gpt-4-")) {
      return "cl100k_base";
    }
    boolean numbered =
        (name.startsWith("gpt-") && digitAt(name, 4)) || (name.startsWith("o") && digitAt(name, 1));
    return numbered || name.startsWith("gpt-oss") || name.startsWith("chatgpt-")
        ? "o200k_base"
        : null;
  }

  private static boolean digitAt(String name, int at) {
    return name.length() > at && name.charAt(at) >= '0' && name.charAt(at) <= '9';
  }
}
