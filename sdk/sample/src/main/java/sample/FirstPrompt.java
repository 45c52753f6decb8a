package sample;

import dev.tenon.sdk.Tenon;
import java.nio.file.Path;

/// The example of the library's documentation.
public final class FirstPrompt {
  private FirstPrompt() {}

  public static void main(String[] arguments) throws Exception {
    System.out.println(tried(Tenon.in(Path.of(arguments[0])).model("ollama/qwen3-coder")));
  }

  /// Has a bug fixed, takes the fix back, and answers what was said about it.
  static String tried(Tenon.Builder shop) throws Exception {
    try (Tenon tenon = shop.open()) {
      String answer = tenon.prompt("Fix the bug in price.sh").text();
      tenon.undo().undoLatestPrompt();
      return answer;
    }
  }
}
