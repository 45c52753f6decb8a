package dev.tenon.cli.terminal.editor;

import java.util.List;

public interface Recall {
  List<String> entries();

  List<String> search(String query);

  void add(String text);
}
