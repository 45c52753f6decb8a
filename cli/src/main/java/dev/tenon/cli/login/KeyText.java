package dev.tenon.cli.login;

import java.util.Map;

/// What a key looks like, and where people get one.
final class KeyText {
  private static final int MOST_CHARACTERS = 8192;

  private static final Map<String, String> PAGES =
      Map.of(
          "anthropic", "https://console.anthropic.com/settings/keys",
          "openai", "https://platform.openai.com/api-keys",
          "google", "https://aistudio.google.com/apikey",
          "openrouter", "https://openrouter.ai/keys",
          "groq", "https://console.groq.com/keys",
          "deepseek", "https://platform.deepseek.com/api_keys",
          "mistral", "https://console.mistral.ai/api-keys",
          "xai", "https://console.x.ai",
          "together", "https://api.together.ai/settings/api-keys");

  private KeyText() {}

  /// What is wrong with a text that should be a key; empty if nothing is. The text itself is never
  /// in the answer.
  static String problem(String text) {
    if (text.isEmpty()) {
      return "no key was given";
    }
    boolean odd = text.chars().anyMatch(c -> c <= ' ' || c >= 127);
    return odd || text.length() > MOST_CHARACTERS
        ? "that is no key: it has blanks, control or foreign characters, or is too long"
        : "";
  }

  /// The page of a provider where keys are made; empty if it is not known.
  static String page(String provider) {
    return PAGES.getOrDefault(provider, "");
  }
}
