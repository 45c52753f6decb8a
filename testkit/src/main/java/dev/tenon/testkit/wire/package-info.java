/// The five wires from the vendor's side (Anthropic Messages, OpenAI Responses, OpenAI Chat
/// Completions, Gemini, Ollama): the bytes of an answer, and what a vendor would refuse.
///
/// Entry class: [dev.tenon.testkit.wire.Wire], whose `Dialect` each wire implements. May use
/// `testkit.script`, `core.json` and `core.model`.
@NullMarked
package dev.tenon.testkit.wire;

import org.jspecify.annotations.NullMarked;
