package dev.tenon.providers.meter;

import dev.tenon.core.model.Message;
import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Part;
import dev.tenon.core.model.Pricing;
import dev.tenon.core.model.Request;
import dev.tenon.core.model.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Counts what all models of a run use together, tells it to whoever listens, and refuses the next
/// request when the budget is spent. Safe for several threads.
public final class Meter {
  /// A helper gets this part of what is left.
  private static final int SHARE = 4;

  private final Budget budget;
  private final Prices prices;
  private final List<Consumer<MeasuredRequest>> listeners = new CopyOnWriteArrayList<>();

  private final List<Share> shares = new CopyOnWriteArrayList<>();
  private Usage usage = Usage.NONE;
  private double dollars;
  private double givenDollars;
  private long givenTokens;
  private int requests;
  private boolean priced = true;

  /// What models cost.
  @FunctionalInterface
  public interface Prices {
    @Nullable Pricing of(String model);
  }

  public Meter(Budget budget, Prices prices) {
    this.budget = budget;
    this.prices = prices;
  }

  /// The same model, counted.
  ///
  /// @param name its full name
  public Model around(String name, Model model) {
    return new MeteredModel(this, name, model);
  }

  /// A part of what is left of the budget, for a helper: at most a quarter of what no other helper
  /// has reserved, so that whoever called it can still answer.
  ///
  /// @param agent what the helper is, for the record of usage
  /// @param tokens at most, if the call says so; 0 otherwise
  public synchronized Share share(String agent, long tokens) {
    double money = freeDollars();
    long left = freeTokens();
    long most = budget.limitsTokens() ? Math.max(1, left / SHARE) : 0;
    if (tokens > 0) {
      most = most == 0 ? tokens : Math.min(most, tokens);
    }
    double dearest = budget.limitsCost() ? Math.max(Double.MIN_VALUE, money / SHARE) : 0;
    var share = new Share(this, agent, new Budget(dearest, most));
    shares.add(share);
    return share;
  }

  /// What is neither used nor reserved nor given away.
  private double freeDollars() {
    double money = budget.dollars() - dollars - givenDollars;
    for (Share other : shares) {
      money -= other.reservedDollars();
    }
    return money;
  }

  private long freeTokens() {
    long left = budget.tokens() - usage.total() - givenTokens;
    for (Share other : shares) {
      left -= other.reservedTokens();
    }
    return left;
  }

  /// Gives a part of what is left away for good: to a process that counts for itself, so that
  /// nobody here ever knows what it used. No limit stays none.
  ///
  /// @param parts of which it gets one
  public synchronized Budget give(int parts) {
    long most = budget.limitsTokens() ? Math.max(1, freeTokens() / parts) : 0;
    double dearest = budget.limitsCost() ? Math.max(Double.MIN_VALUE, freeDollars() / parts) : 0;
    givenTokens += most;
    givenDollars += dearest;
    return new Budget(dearest, most);
  }

  void closed(Share share) {
    shares.remove(share);
  }

  /// Tells this of every request that was made, on the thread that made it.
  public void listen(Consumer<MeasuredRequest> listener) {
    listeners.add(listener);
  }

  /// What was used so far.
  ///
  /// @param priced whether the price of every model is known
  public record Totals(Usage usage, double dollars, boolean priced, int requests) {}

  public synchronized Totals totals() {
    return new Totals(usage, dollars, priced, requests);
  }

  /// @throws ModelException when the budget is spent, or cannot be kept
  synchronized void check(String model) throws ModelException {
    if (budget.limitsTokens() && usage.total() + givenTokens >= budget.tokens()) {
      throw spent(
          "the budget of "
              + budget.tokens()
              + " tokens is spent ("
              + usage.total()
              + " used"
              + (givenTokens > 0 ? ", " + givenTokens + " given to workers" : "")
              + "); --max-tokens-total raises it");
    }
    if (!budget.limitsCost()) {
      return;
    }
    if (prices.of(model) == null) {
      throw spent(
          "the price of "
              + model
              + " is not known, so --max-cost cannot be kept; give it with"
              + " models.NAME.price in the configuration, or use --max-tokens-total");
    }
    if (dollars + givenDollars >= budget.dollars()) {
      throw spent(
          "the budget of "
              + amount(budget.dollars())
              + " is spent ("
              + amount(dollars)
              + " used"
              + (givenDollars > 0 ? ", " + amount(givenDollars) + " given to workers" : "")
              + "); --max-cost raises it");
    }
  }

  private static ModelException spent(String message) {
    return new ModelException(ModelException.Kind.BUDGET, message);
  }

  private static String amount(double dollars) {
    return String.format(Locale.ROOT, dollars < 0.1 ? "$%.4f" : "$%.2f", dollars);
  }

  void done(Message.Assistant answer, @Nullable Share share, long startMillis, long nanos) {
    record(
        share,
        answer.model(),
        answer.usage(),
        tools(answer),
        MeasuredRequest.Ending.DONE,
        startMillis,
        nanos);
  }

  /// Counts a request whose usage nobody told, with four characters to a token.
  void broken(
      String model,
      Request request,
      long characters,
      @Nullable Share share,
      MeasuredRequest.Ending ending,
      long startMillis,
      long nanos) {
    var estimate = new Usage(characters(request) / 4, characters / 4, 0, 0);
    record(share, model, estimate, List.of(), ending, startMillis, nanos);
  }

  private void record(
      @Nullable Share share,
      String model,
      Usage used,
      List<String> tools,
      MeasuredRequest.Ending ending,
      long startMillis,
      long nanos) {
    Pricing price = prices.of(model);
    Double cost = price == null ? null : price.cost(used);
    synchronized (this) {
      usage = usage.plus(used);
      requests++;
      priced &= cost != null;
      dollars += cost == null ? 0 : cost;
    }
    if (share != null) {
      share.used(used, cost == null ? 0 : cost);
    }
    var measured =
        new MeasuredRequest(
            Instant.ofEpochMilli(startMillis),
            model,
            used,
            cost,
            Duration.ofNanos(nanos),
            ending,
            tools,
            share == null ? "" : share.agent());
    for (Consumer<MeasuredRequest> listener : listeners) {
      listener.accept(measured);
    }
  }

  private static List<String> tools(Message.Assistant answer) {
    var names = new ArrayList<String>();
    for (Part.Call call : answer.calls()) {
      names.add(call.name());
    }
    return names;
  }

  private static long characters(Request request) {
    long sum = request.system().length();
    for (Message message : request.messages()) {
      if (message instanceof Message.User user) {
        sum += user.text().length();
      } else if (message instanceof Message.Assistant assistant) {
        sum += assistant.text().length();
        for (Part.Call call : assistant.calls()) {
          sum += call.arguments().compact().length();
        }
      } else if (message instanceof Message.ToolResults results) {
        for (Part.Result result : results.results()) {
          sum += result.text().length();
        }
      }
    }
    return sum;
  }
}
