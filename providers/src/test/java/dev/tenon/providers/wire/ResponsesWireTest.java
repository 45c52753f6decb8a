package dev.tenon.providers.wire;

class ResponsesWireTest extends WireContract {
  ResponsesWireTest() {
    super(WireKind.OPENAI_RESPONSES, "gpt-5.2");
  }
}
