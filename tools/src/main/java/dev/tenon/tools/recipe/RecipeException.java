package dev.tenon.tools.recipe;

/// A call that names no task, or more than one. The message ends with the tasks that there are.
public final class RecipeException extends Exception {
  private static final long serialVersionUID = 1L;

  RecipeException(String message) {
    super(message);
  }
}
