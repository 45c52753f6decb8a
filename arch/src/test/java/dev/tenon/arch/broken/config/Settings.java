package dev.tenon.arch.broken.config;

/// Settings of which one is read into a record and asked for by nobody.
public record Settings(Ui ui, int forgotten) {

  public record Ui(boolean color, boolean spinner) {}

  boolean any() {
    return forgotten() > 0 || ui.spinner();
  }
}
