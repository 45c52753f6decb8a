package dev.tenon.cli.terminal.input;

import dev.tenon.cli.terminal.render.Style;
import org.jspecify.annotations.Nullable;

/// A line of a preview as it was written; whoever shows it makes it harmless, breaks it and paints
/// it.
///
/// @param style null for none
public record PickerText(@Nullable Style style, String text) {
  public static PickerText of(String text) {
    return new PickerText(null, text);
  }

  public static PickerText dim(String text) {
    return new PickerText(Style.DIM, text);
  }

  public static PickerText bold(String text) {
    return new PickerText(Style.BOLD, text);
  }
}
