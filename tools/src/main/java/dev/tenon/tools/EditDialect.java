package dev.tenon.tools;

import java.util.Locale;

/// The languages in which a model can write its edits. They all end in the same transaction.
public enum EditDialect {
  EDIT_FILE,
  SAFE_PATCH,
  HASHLINE,
  APPLY_PATCH,
  PROPOSE_EDITS;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The dialect that suits a model: OpenAI's know patch envelopes best, the others exact texts.
  public static EditDialect suiting(String modelName) {
    String id = modelName.substring(modelName.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    boolean reasoning =
        id.length() > 1 && id.charAt(0) == 'o' && id.charAt(1) >= '0' && id.charAt(1) <= '9';
    boolean openAi = id.startsWith("gpt-") || id.startsWith("codex") || reasoning;
    return openAi ? APPLY_PATCH : EDIT_FILE;
  }
}
