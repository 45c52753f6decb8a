package dev.tenon.cli;

/// The entry of the program.
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    System.out.println("tenon 0.1.0-SNAPSHOT");
  }
}
