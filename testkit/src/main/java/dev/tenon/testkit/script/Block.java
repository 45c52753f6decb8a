package dev.tenon.testkit.script;

/// A piece of a [Reply]. Each wire writes it in its own form, or leaves out what it cannot say.
public sealed interface Block {

  /// Reasoning with the vendor's seal. An empty signature means that there is none. OpenAI's
  /// Responses sends the text as a reasoning summary and the signature as `encrypted_content` (only
  /// when the request asks for it); Gemini puts the signature on the part that follows; Chat
  /// Completions and Ollama have no signatures.
  record Thinking(String text, String signature) implements Block {}

  /// Reasoning that the vendor shows only sealed (Anthropic's `redacted_thinking`, a Responses
  /// reasoning item without summary). The other wires leave it out.
  record Redacted(String data) implements Block {}

  record Text(String text) implements Block {}

  /// A tool call. The arguments are sent as they stand, also when they are no JSON, except on the
  /// Gemini and Ollama wires, which can carry objects only. An empty id is left out where the wire
  /// allows it (Gemini, Ollama).
  record ToolCall(String id, String name, String argumentsJson) implements Block {}
}
