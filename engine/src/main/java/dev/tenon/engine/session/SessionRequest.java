package dev.tenon.engine.session;

/// Which session a conversation is kept in, as whoever starts it has said.
///
/// @param start where to begin
/// @param name the beginning of an id, or a file; only for [Start#NAMED]
/// @param copying whether an earlier session goes on in a copy
/// @param model whether the model of an earlier session comes back
/// @param effort whether the effort of an earlier session comes back
public record SessionRequest(
    Start start, String name, Copying copying, Taking model, Taking effort) {
  /// A new session.
  public static final SessionRequest NEW =
      new SessionRequest(
          Start.NEW, "", Copying.IF_AGREED, Taking.FROM_SESSION, Taking.FROM_SESSION);

  /// Nothing is written.
  public static final SessionRequest UNKEPT =
      new SessionRequest(
          Start.UNKEPT, "", Copying.IF_AGREED, Taking.FROM_SESSION, Taking.FROM_SESSION);

  /// Where a conversation begins.
  public enum Start {
    /// In memory alone.
    UNKEPT,
    NEW,
    /// The last one of this terminal, or of the project.
    LATEST,
    /// The one that is named.
    NAMED,
    /// A new one, until the person has chosen an earlier one.
    CHOSEN_LATER
  }

  /// Whether an earlier session goes on in a copy.
  public enum Copying {
    /// Only where it must, and if the person agrees.
    IF_AGREED,
    ALWAYS
  }

  /// Where a choice comes from when the session knows one.
  public enum Taking {
    FROM_SESSION,
    /// The one that was given for this run wins.
    AS_GIVEN
  }

  /// Whether an earlier session is wanted.
  boolean isEarlier() {
    return start == Start.LATEST || start == Start.NAMED;
  }
}
