package dev.tenon.core.helper;

/// How many helpers there may be, and how far each may go.
///
/// @param atOnce work at the same time; the others wait for their turn
/// @param depth 1 for helpers without helpers of their own
/// @param unasked so many of one prompt start without a question
/// @param perPrompt at most, for one prompt of a person
/// @param perSession at most, for a conversation
/// @param steps turns of one helper
public record HelperBounds(
    int atOnce, int depth, int unasked, int perPrompt, int perSession, int steps) {
  public static final HelperBounds DEFAULT = new HelperBounds(4, 2, 4, 24, 100, 50);
}
