package dev.tenon.providers.wire;

class GeminiWireTest extends WireContract {
  GeminiWireTest() {
    super(WireKind.GEMINI, "gemini-3-pro-preview");
  }

  @Override
  boolean argumentsAreText() {
    return false;
  }
}
