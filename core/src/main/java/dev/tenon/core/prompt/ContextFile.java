package dev.tenon.core.prompt;

/// The text of one context file as the model gets it.
///
/// @param shown the file's path as seen from the root
/// @param text the content; when it was cut, with a note at the end
public record ContextFile(String shown, String text) {}
