package dev.tenon.providers.meter;

/// What a run may use; 0 for as much as it likes.
///
/// @param dollars US dollars
/// @param tokens all tokens, those from the cache included
public record Budget(double dollars, long tokens) {
  public static final Budget NONE = new Budget(0, 0);

  public Budget {
    if (dollars < 0 || tokens < 0) {
      throw new IllegalArgumentException("a budget must not be negative");
    }
  }

  public boolean limitsCost() {
    return dollars > 0;
  }

  public boolean limitsTokens() {
    return tokens > 0;
  }
}
