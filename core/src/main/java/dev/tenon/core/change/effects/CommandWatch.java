package dev.tenon.core.change.effects;

import dev.tenon.core.exec.shell.Confinement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// One command on its way, and what it does to the files. Whoever runs commands asks
/// [dev.tenon.core.change.Editing#watch] before the command starts, starts it inside the [#view],
/// and calls [#finish] when it is over, however it ended; in the background that may be much later.
/// For one command; its methods may be called from different threads.
public interface CommandWatch {

  /// How the command has to be started so that it works on the right files: as it is when commands
  /// work on the disk, inside a view of the working buffers when everything is staged. It goes
  /// around the confinement of the shell.
  Confinement view();

  /// Finds out what the command did and records it. Finishes its work even when the thread is
  /// interrupted. The second call answers the same.
  Effects finish();

  /// Whether the effects tell what all files were before and after.
  default boolean tellsTrees() {
    return false;
  }

  /// The command cannot work on the right files, and is not started.
  ///
  /// @param why for whoever wanted it
  static CommandWatch refusing(String why) {
    return new CommandWatch() {
      @Override
      public Confinement view() {
        return new Confinement() {
          @Override
          public List<String> wrap(List<String> argv, Path directory) throws IOException {
            throw new IOException(why);
          }

          @Override
          public String label() {
            return "none";
          }
        };
      }

      @Override
      public Effects finish() {
        return Effects.NONE;
      }
    };
  }

  /// Two that watch different files.
  static CommandWatch both(CommandWatch one, CommandWatch other) {
    return new CommandWatch() {
      @Override
      public Confinement view() {
        return one.view();
      }

      @Override
      public Effects finish() {
        return one.finish().and(other.finish());
      }
    };
  }

  /// Nobody watches: nothing is found.
  static CommandWatch none() {
    return new CommandWatch() {
      @Override
      public Confinement view() {
        return Confinement.none();
      }

      @Override
      public Effects finish() {
        return Effects.NONE;
      }
    };
  }
}
