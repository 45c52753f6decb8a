package dev.tenon.cli.base;

import dev.tenon.cli.terminal.render.Palette;
import dev.tenon.cli.terminal.render.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A text with styles that are beside it and not in it, so that no data can bring its own.
/// Immutable.
public final class Styled {
  private record Span(@Nullable Style style, String text) {}

  private final List<Span> spans;

  private Styled(List<Span> spans) {
    this.spans = spans;
  }

  public static Styled of(String text) {
    return new Styled(List.of(new Span(null, text)));
  }

  public static Styled of(Style style, String text) {
    return new Styled(List.of(new Span(style, text)));
  }

  public Styled and(String text) {
    return with(new Span(null, text));
  }

  public Styled and(Style style, String text) {
    return with(new Span(style, text));
  }

  private Styled with(Span span) {
    var more = new ArrayList<Span>(spans);
    more.add(span);
    return new Styled(List.copyOf(more));
  }

  /// @param shown how each text is written before it gets its style
  String painted(Palette palette, UnaryOperator<String> shown) {
    var out = new StringBuilder();
    for (Span span : spans) {
      String text = shown.apply(span.text);
      out.append(span.style == null ? text : palette.paint(span.style, text));
    }
    return out.toString();
  }
}
