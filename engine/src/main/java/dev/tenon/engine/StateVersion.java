package dev.tenon.engine;

import dev.tenon.engine.problem.SetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The form of all that is kept in the state folder, for the day it changes: a later program that
/// writes what this one would misread says so in the file `state-version`, and this one leaves that
/// state alone. Without the file the form is the first. Sessions, the store of the server and the
/// history of prompts have numbers of their own besides.
public final class StateVersion {
  /// The form that this program reads and writes.
  static final int KNOWN = 1;

  private static final String FILE = "state-version";

  private StateVersion() {}

  /// @throws SetupException when the state in this folder is not for this program
  public static void check(Path home) throws SetupException {
    Path file = home.resolve(FILE);
    // Asked first, because an exception costs a start more than a look.
    if (!Files.exists(file)) {
      return;
    }
    String found;
    int version;
    try {
      found = Files.readString(file).strip();
    } catch (IOException unreadable) {
      throw SetupException.failure(file + " cannot be read: " + unreadable.getMessage());
    }
    try {
      version = Integer.parseInt(found);
    } catch (NumberFormatException other) {
      throw SetupException.failure(
          file + " must hold a number and does not; set TENON_HOME to another folder");
    }
    if (version > KNOWN) {
      throw SetupException.failure(
          file
              + ": the state in this folder was written by a later version of Tenon (form "
              + version
              + ", this one knows "
              + KNOWN
              + "); use that version, or set TENON_HOME to another folder");
    }
  }
}
