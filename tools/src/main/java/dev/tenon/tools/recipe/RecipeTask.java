package dev.tenon.tools.recipe;

/// Something that a runner can do.
///
/// @param command the whole shell command, without the arguments of a call
/// @param cwd where it runs, relative to the project
/// @param doc what it does, as the project says; may be empty
public record RecipeTask(String name, String command, String cwd, String doc) {
  RecipeTask(String name, String command, String doc) {
    this(name, command, ".", doc);
  }
}
