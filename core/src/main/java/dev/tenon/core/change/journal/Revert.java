package dev.tenon.core.change.journal;

import dev.tenon.core.edit.diff.Merge3;
import dev.tenon.core.text.FileMode;
import dev.tenon.core.text.TextFile;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How one file gets from what it is now to what it would be without a change: exactly back when
/// nothing happened since, by a three-way merge when something did.
final class Revert {
  private Revert() {}

  /// What the file becomes (null: no file), or why it must stay as it is.
  record Outcome(@Nullable Content content, @Nullable String conflict) {
    static Outcome to(@Nullable Content content) {
      return new Outcome(content, null);
    }

    static Outcome conflict(String reason) {
      return new Outcome(null, reason);
    }
  }

  /// @param after the file right after the change, `before` right before it; null for no file
  static Outcome of(
      String path, @Nullable Content after, @Nullable Content now, @Nullable Content before)
      throws CommitException, IOException {
    if (now == null) {
      return after == null || before == null
          ? Outcome.to(before)
          : Outcome.conflict("the file is gone");
    }
    if (after == null) {
      return now.image().sameBytes(Content.imageOf(before))
          ? Outcome.to(now)
          : Outcome.conflict("there is another file with this name now");
    }
    boolean untouched = now.image().sameBytes(after.image());
    if (before == null) {
      return untouched
          ? Outcome.to(null)
          : Outcome.conflict("it was edited after it had been created");
    }
    return untouched ? Outcome.to(withMode(before, after, now)) : merge(path, after, now, before);
  }

  /// The present text with the way from `base` to `proposed` applied to it.
  static Outcome merge(String path, Content base, Content now, Content proposed)
      throws CommitException, IOException {
    if (base.image().sameBytes(proposed.image())) {
      return Outcome.to(withMode(now, base, now).withMode(mode(proposed, base, now)));
    }
    Optional<TextFile> baseText = base.text();
    Optional<TextFile> nowText = now.text();
    Optional<TextFile> proposedText = proposed.text();
    if (baseText.isEmpty() || nowText.isEmpty() || proposedText.isEmpty()) {
      return Outcome.conflict(
          "it is not a text file and was changed since: it is now a "
              + described(now)
              + ", and would have to become a "
              + described(proposed));
    }
    Merge3 merged =
        Merge3.of(
            baseText.get().lf(),
            nowText.get().lf(),
            proposedText.get().lf(),
            Merge3.Touching.MERGE);
    Optional<String> text = merged.text();
    if (text.isPresent()) {
      Content edited = now.edited(path, text.get());
      return Outcome.to(edited.withMode(mode(proposed, base, now)));
    }
    Merge3.Conflict first = merged.conflicts().getFirst();
    return Outcome.conflict(
        "line "
            + first.currentLine()
            + " was changed since: it is now “"
            + shortened(first.current())
            + "”, and would have to become “"
            + shortened(first.proposed())
            + "”");
  }

  private static String described(Content content) throws IOException {
    return switch (content.kind()) {
      case FILE -> ContentDescription.of(content).words();
      case LINK -> "link to " + content.target();
      case FOLDER -> "folder";
    };
  }

  private static Content withMode(Content content, Content after, Content now) {
    return content.withMode(mode(content, after, now));
  }

  /// The old mode, unless someone changed the mode since.
  private static @Nullable FileMode mode(Content old, Content after, Content now) {
    return Objects.equals(now.image().mode(), after.image().mode())
        ? old.image().mode()
        : now.image().mode();
  }

  private static String shortened(String text) {
    String line = text.strip().replace("\n", "⏎");
    return line.length() <= 60 ? line : line.substring(0, 59) + "…";
  }
}
