package dev.tenon.arch.broken.cli;

/// Shows data to a person without making hidden characters visible.
public final class PrintsItself {
  void print(String data) {
    System.out.println(data);
  }
}
