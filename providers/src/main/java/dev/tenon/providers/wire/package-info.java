/// The five wires: each turns a request into one vendor's HTTP request and its stream into model
/// events.
///
/// Entry class: [dev.tenon.providers.wire.Wire], which holds all that the wires share. Depends on
/// `http`, `stream`, `core.model` and `core.json`.
@NullMarked
package dev.tenon.providers.wire;

import org.jspecify.annotations.NullMarked;
