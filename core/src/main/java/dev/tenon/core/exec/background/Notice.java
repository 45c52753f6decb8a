package dev.tenon.core.exec.background;

/// A message of background work, such as the end of a job or a line that a monitor has seen.
///
/// @param kind when the model gets it
/// @param source the job or schedule it comes from
/// @param summary one line for a person
/// @param text what the model reads
public record Notice(Kind kind, String source, String summary, String text) {

  /// When the model gets it.
  public enum Kind {
    /// The end of a job: with the next request, unless the model takes it before by itself.
    ENDED,
    /// Something a running job printed: with the next request.
    PRINTED,
    /// Something good to know: with the next request, and nobody is woken for it.
    ASIDE,
    /// A prompt whose time has come: never in the middle of a turn.
    PROMPT
  }
}
