package dev.tenon.providers.meter;

import dev.tenon.core.model.Model;
import dev.tenon.core.model.ModelException;
import dev.tenon.core.model.Usage;

/// The part of a run's budget that a helper may use. While it is open, others do not get it; what
/// it leaves goes back when it is closed. Safe for several threads.
public final class Share implements AutoCloseable {
  private final Meter meter;
  private final String agent;
  private final Budget part;
  private Usage usage = Usage.NONE;
  private double dollars;

  Share(Meter meter, String agent, Budget part) {
    this.meter = meter;
    this.agent = agent;
    this.part = part;
  }

  /// The same model, whose requests count for the share and for the run.
  ///
  /// @param counted as [Meter#around] gave it
  public Model around(Model counted) {
    return counted instanceof MeteredModel metered ? metered.within(this) : counted;
  }

  String agent() {
    return agent;
  }

  synchronized void check() throws ModelException {
    if (part.limitsTokens() && usage.total() >= part.tokens()) {
      throw new ModelException(
          ModelException.Kind.BUDGET,
          "its share of "
              + part.tokens()
              + " tokens is spent ("
              + usage.total()
              + " used); --max-tokens-total raises it");
    }
    if (part.limitsCost() && dollars >= part.dollars()) {
      throw new ModelException(
          ModelException.Kind.BUDGET, "its share of the budget is spent; --max-cost raises it");
    }
  }

  synchronized void used(Usage more, double cost) {
    usage = usage.plus(more);
    dollars += cost;
  }

  /// What it has used so far, in US dollars, as far as prices are known.
  public synchronized double dollars() {
    return dollars;
  }

  /// Tokens of it that nobody else gets at the moment.
  synchronized long reservedTokens() {
    return Math.max(0, part.tokens() - usage.total());
  }

  synchronized double reservedDollars() {
    return Math.max(0, part.dollars() - dollars);
  }

  @Override
  public void close() {
    meter.closed(this);
  }
}
