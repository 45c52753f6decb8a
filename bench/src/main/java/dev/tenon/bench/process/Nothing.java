package dev.tenon.bench.process;

/// A program that does nothing: what a JVM costs at least.
public final class Nothing {
  private Nothing() {}

  public static void main(String[] arguments) {}
}
