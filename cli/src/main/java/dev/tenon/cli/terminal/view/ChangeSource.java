package dev.tenon.cli.terminal.view;

import java.util.List;

/// What a page can learn of changes beyond what events tell. Called by the thread that renders.
public interface ChangeSource {

  /// Changes that are recorded under these ids, as one unified diff. Empty where nobody knows.
  String diff(List<String> changeIds);

  /// How a person takes back what a prompt changed, as the end of a line; empty if there is no way.
  String wayBack();

  /// Knows of none.
  static ChangeSource none() {
    return new ChangeSource() {
      @Override
      public String diff(List<String> changeIds) {
        return "";
      }

      @Override
      public String wayBack() {
        return "";
      }
    };
  }
}
