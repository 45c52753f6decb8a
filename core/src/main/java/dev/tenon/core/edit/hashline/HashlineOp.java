package dev.tenon.core.edit.hashline;

import dev.tenon.core.edit.diff.Splice;
import dev.tenon.core.edit.hashline.Anchors.Anchor;
import java.util.List;

/// An operation of the hashline dialect. Its anchors refer to the file before any operation.
sealed interface HashlineOp {

  /// The lines that come in.
  List<String> payload();

  /// The line of the request on which the operation begins, from 1.
  int at();

  /// The lines it names.
  List<Anchor> anchors();

  /// The lines it takes away and puts in; positions are those of a file with so many lines.
  Splice splice(int fileLines);

  /// Which of several operations at one position comes first: what belongs to the line before it,
  /// then what belongs to the line after it.
  int rank();

  /// `»BOF`, `«EOF` and the like: at the beginning or at the end of the file.
  record AtEdge(Edge edge, List<String> payload, int at) implements HashlineOp {
    @Override
    public List<Anchor> anchors() {
      return List.of();
    }

    @Override
    public Splice splice(int fileLines) {
      int position = edge == Edge.BEGINNING ? 0 : fileLines;
      return new Splice(position, position, payload);
    }

    @Override
    public int rank() {
      return edge == Edge.BEGINNING ? 0 : 3;
    }
  }

  /// An end of the file.
  enum Edge {
    BEGINNING,
    END
  }

  /// `»41th`.
  record After(Anchor anchor, List<String> payload, int at) implements HashlineOp {
    @Override
    public List<Anchor> anchors() {
      return List.of(anchor);
    }

    @Override
    public Splice splice(int fileLines) {
      return new Splice(anchor.line(), anchor.line(), payload);
    }

    @Override
    public int rank() {
      return 1;
    }
  }

  /// `«41th`.
  record Before(Anchor anchor, List<String> payload, int at) implements HashlineOp {
    @Override
    public List<Anchor> anchors() {
      return List.of(anchor);
    }

    @Override
    public Splice splice(int fileLines) {
      return new Splice(anchor.line() - 1, anchor.line() - 1, payload);
    }

    @Override
    public int rank() {
      return 2;
    }
  }

  /// `≔41th..43ab`; without payload it deletes.
  record Replace(Anchor first, Anchor last, List<String> payload, int at) implements HashlineOp {
    @Override
    public List<Anchor> anchors() {
      return first.equals(last) ? List.of(first) : List.of(first, last);
    }

    @Override
    public Splice splice(int fileLines) {
      return new Splice(first.line() - 1, last.line(), payload);
    }

    @Override
    public int rank() {
      return 2;
    }
  }
}
