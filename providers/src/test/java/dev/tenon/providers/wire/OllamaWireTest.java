package dev.tenon.providers.wire;

import dev.tenon.core.model.Usage;

class OllamaWireTest extends WireContract {
  OllamaWireTest() {
    super(WireKind.OLLAMA, "qwen3:8b");
  }

  @Override
  boolean argumentsAreText() {
    return false;
  }

  @Override
  boolean hasSignatures() {
    return false;
  }

  @Override
  boolean hasRefusals() {
    return false;
  }

  @Override
  Usage counted(Usage sent) {
    return new Usage(sent.input() + sent.cacheRead(), sent.output(), 0, 0);
  }

  @Override
  String garbage(String text) {
    return text + "\n";
  }
}
