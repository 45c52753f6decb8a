package dev.tenon.core.change.view;

import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.exec.shell.Confinement;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A command on a view of the project that is thrown away: tests and builds work there, and nothing
/// of it is left.
public final class DiscardedWatch implements CommandWatch {
  private static final String NOTE =
      "it ran on a copy of the project that is gone now; nothing that it wrote is left";

  private final CommandView view;
  private @Nullable Effects result;

  public DiscardedWatch(CommandView view) {
    this.view = view;
  }

  @Override
  public Confinement view() {
    return view.confinement();
  }

  @Override
  public synchronized Effects finish() {
    Effects known = result;
    if (known == null) {
      String note = NOTE;
      try {
        view.close();
      } catch (IOException left) {
        note = NOTE + " but in a folder of Tenon's own: " + left.getMessage();
      }
      known = new Effects(Effects.Where.WRITTEN, List.of(), List.of(), List.of(note));
      result = known;
    }
    return known;
  }
}
