package sample;

import dev.tenon.sdk.Tenon;
import java.nio.file.Path;

/// The example of the library's documentation: has a bug fixed, prints what was said about it, and
/// takes the fix back.
public final class FirstPrompt {
  private FirstPrompt() {}

  public static void main(String[] arguments) throws Exception {
    run(Tenon.in(Path.of(arguments[0])).model("ollama/qwen3-coder"));
  }

  static void run(Tenon.Builder shop) throws Exception {
    try (Tenon tenon = shop.open()) {
      System.out.println(tenon.prompt("Fix the bug in price.sh").text());
      tenon.undo().undoLatestPrompt();
    }
  }
}
