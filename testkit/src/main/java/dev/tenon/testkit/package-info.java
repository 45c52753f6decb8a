/// A loopback model server for tests, benchmarks and trying things by hand: it speaks the five
/// wires (Anthropic Messages, OpenAI Responses, OpenAI Chat Completions, Gemini, Ollama), answers
/// from a script, checks requests as the vendors would, and breaks on demand down to single bytes.
///
/// Entry class: [dev.tenon.testkit.ModelServer]. A script is made of [dev.tenon.testkit.Reply] and
/// [dev.tenon.testkit.Fault], which know nothing of wires. May depend on `dev.tenon.core.json`,
/// `dev.tenon.core.model` and the JDK; nothing that ships depends on it.
@NullMarked
package dev.tenon.testkit;

import org.jspecify.annotations.NullMarked;
