package dev.tenon.core.change.view;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Finds out whether this system lets views of a kind be mounted.
public final class ViewProbe {
  private ViewProbe() {}

  /// @param folder an empty one to try it in
  public static boolean mounts(CommandViews.Kind wanted, Path folder)
      throws IOException, InterruptedException {
    Path lower = Files.createDirectory(folder.resolve("lower"));
    Path upper = Files.createDirectory(folder.resolve("upper"));
    var mounts = new ViewMounts(Files.createFile(folder.resolve("gone")));
    return wanted == CommandViews.Kind.OVERLAY
        ? mounts.overlay(lower, upper, Files.createDirectory(folder.resolve("work"))).work(lower)
        : mounts.bind(lower, upper).work(lower);
  }
}
