package dev.tenon.core.change.layer;

import dev.tenon.core.change.effects.CommandWatch;
import dev.tenon.core.change.effects.Effects;
import dev.tenon.core.exec.shell.Confinement;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A command in a layer.
final class LayerWatch implements CommandWatch {
  private final LayerTree tree;
  private final ReentrantLock lock;
  private final Runnable over;
  private @Nullable Effects result;

  /// @param over lets the next command begin
  LayerWatch(LayerTree tree, ReentrantLock lock, Runnable over) {
    this.tree = tree;
    this.lock = lock;
    this.over = over;
  }

  @Override
  public Confinement view() {
    return tree.confinement();
  }

  @Override
  public synchronized Effects finish() {
    Effects known = result;
    if (known == null) {
      boolean interrupted = Thread.interrupted();
      lock.lock();
      try {
        known = tree.finish();
      } catch (IOException broken) {
        known = failed(broken);
      } catch (InterruptedException stopped) {
        interrupted = true;
        known = failed(stopped);
      } finally {
        lock.unlock();
        over.run();
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
      result = known;
    }
    return known;
  }

  /// The files are there all the same; they are looked at again when the layer is opened next.
  private static Effects failed(Exception why) {
    return new Effects(
        Effects.Where.LAYER,
        List.of(),
        List.of(),
        List.of("what this command changed could not be noted yet: " + why.getMessage()));
  }
}
