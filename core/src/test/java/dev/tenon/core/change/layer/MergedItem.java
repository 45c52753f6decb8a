package dev.tenon.core.change.layer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// What is at a path, for an oracle of merges that needs no diff: a text knows which of its lines
/// stand for which of the first ones. Only the even ones of those are ever changed, so that what
/// two do never touches without meeting, and every word occurs once.
///
/// @param whole the target of a link, the bytes of a binary; empty for a text
/// @param slots of a text; empty for others
/// @param mode three octal digits; empty for a link
record MergedItem(String whole, List<Slot> slots, String mode) {
  private static final int SLOTS = 10;

  /// A line of the first text and what was put around it.
  ///
  /// @param line empty where it is gone
  record Slot(List<String> before, String line, List<String> after) {}

  /// Whose side stands where two do not fit.
  enum Side {
    DISK,
    LAYER
  }

  static MergedItem text(String word, String mode) {
    return new MergedItem(
        "",
        IntStream.range(0, SLOTS).mapToObj(i -> new Slot(List.of(), word + i, List.of())).toList(),
        mode);
  }

  static MergedItem binary(String word, String mode) {
    return new MergedItem("\0" + word, List.of(), mode);
  }

  static MergedItem link(String target) {
    return new MergedItem(target, List.of(), "");
  }

  boolean isLink() {
    return mode.isEmpty();
  }

  boolean isText() {
    return whole.isEmpty();
  }

  String content() {
    var out = new StringBuilder(whole);
    for (Slot slot : slots) {
      slot.before.forEach(line -> out.append(line).append('\n'));
      out.append(slot.line).append(slot.line.isEmpty() ? "" : "\n");
      slot.after.forEach(line -> out.append(line).append('\n'));
    }
    return out.toString();
  }

  String shown() {
    return (isLink() ? "->" : mode) + " " + content();
  }

  MergedItem withMode(String other) {
    return new MergedItem(whole, slots, other);
  }

  static boolean same(@Nullable MergedItem one, @Nullable MergedItem other) {
    return (one == null || other == null)
        ? Objects.equals(one, other)
        : one.shown().equals(other.shown());
  }

  /// The same after one change: a line is another one, gone, or has a new neighbour.
  MergedItem changed(String word, Random random) {
    if (isLink()) {
      return link("to-" + word);
    }
    if (!isText()) {
      return binary(word, mode);
    }
    int place = 2 * random.nextInt(SLOTS / 2);
    Slot old = slots.get(place);
    var next = new ArrayList<>(slots);
    next.set(
        place,
        switch (random.nextInt(5)) {
          case 0 -> new Slot(old.before, "", old.after);
          case 1 -> new Slot(joined(old.before, List.of(word)), old.line, old.after);
          case 2 -> new Slot(old.before, old.line, joined(List.of(word), old.after));
          default -> new Slot(old.before, word, old.after);
        });
    return new MergedItem("", next, mode);
  }

  private static List<String> joined(List<String> one, List<String> other) {
    var both = new ArrayList<>(one);
    both.addAll(other);
    return Collections.unmodifiableList(both);
  }

  /// What both sides make of it: the mode and the content each by themselves, a text line by line,
  /// and everything else as a whole. Nothing fits where a link meets a file.
  static MergedItem merged(MergedItem then, MergedItem here, MergedItem mine, Side side) {
    if (here.isLink() != mine.isLink()) {
      return side == Side.DISK ? here : mine;
    }
    String mode =
        mine.mode.equals(then.mode) || (!here.mode.equals(then.mode) && side == Side.DISK)
            ? here.mode
            : mine.mode;
    if (mine.content().equals(then.content())) {
      return here.withMode(mode);
    }
    if (here.content().equals(then.content()) || here.content().equals(mine.content())) {
      return mine.withMode(mode);
    }
    if (!then.isText() || !here.isText() || !mine.isText()) {
      return side == Side.DISK ? here : mine;
    }
    var slots = new ArrayList<Slot>();
    for (int i = 0; i < SLOTS; i++) {
      slots.add(merged(then.slots.get(i), here.slots.get(i), mine.slots.get(i), side));
    }
    return new MergedItem("", slots, mode);
  }

  private static Slot merged(Slot then, Slot here, Slot mine, Side side) {
    if (mine.equals(then) || mine.equals(here)) {
      return here;
    }
    if (here.equals(then)) {
      return mine;
    }
    if (mine.line.equals(then.line) && here.line.equals(then.line)) {
      // What stands between the two that both have keeps them apart.
      return new Slot(
          merged(then.before, here.before, mine.before, side),
          then.line,
          merged(then.after, here.after, mine.after, side));
    }
    return side == Side.DISK ? here : mine;
  }

  private static List<String> merged(
      List<String> then, List<String> here, List<String> mine, Side side) {
    return mine.equals(then) || (!here.equals(then) && side == Side.DISK) ? here : mine;
  }

  /// What is left when the way from `then` to `made` is taken back: others cannot have changed the
  /// same, since theirs would wait.
  static MergedItem takenBack(MergedItem then, MergedItem made, MergedItem here) {
    String mode = then.isLink() || here.mode.equals(made.mode) ? then.mode : here.mode;
    if (then.content().equals(made.content()) && then.isLink() == made.isLink()) {
      return here.isLink() ? here : here.withMode(mode);
    }
    if (!then.isText() || !made.isText() || !here.isText()) {
      return then.withMode(mode);
    }
    var slots = new ArrayList<Slot>();
    for (int i = 0; i < SLOTS; i++) {
      Slot old = then.slots.get(i);
      Slot merged = made.slots.get(i);
      Slot now = here.slots.get(i);
      boolean whole = !merged.line.equals(old.line);
      slots.add(
          whole
              ? old
              : new Slot(
                  merged.before.equals(old.before) ? now.before : old.before,
                  now.line,
                  merged.after.equals(old.after) ? now.after : old.after));
    }
    return new MergedItem("", slots, mode);
  }
}
