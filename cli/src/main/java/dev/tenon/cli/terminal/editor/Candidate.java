package dev.tenon.cli.terminal.editor;

/// Something that can be taken from a menu.
///
/// @param value what is written for it
/// @param shown what the menu shows for it
/// @param description a few words about it, or nothing
/// @param from where in the text it is written
/// @param to the end of what it replaces
public record Candidate(String value, String shown, String description, int from, int to) {
  public Candidate {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("a candidate for " + from + ".." + to);
    }
  }
}
