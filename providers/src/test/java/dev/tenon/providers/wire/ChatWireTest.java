package dev.tenon.providers.wire;

import dev.tenon.providers.Providers;
import java.util.Set;

class ChatWireTest extends WireContract {
  ChatWireTest() {
    super(WireKind.OPENAI_CHAT, "gpt-5.2");
  }

  @Override
  Set<Quirk> quirks() {
    return Providers.builtin().find("openai-chat").orElseThrow().quirks();
  }

  @Override
  boolean hasSignatures() {
    return false;
  }
}
