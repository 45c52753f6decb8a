package dev.tenon.cli.terminal.editor;

import java.util.List;

public interface Completer {
  List<Candidate> candidates(String text, int cursor);
}
