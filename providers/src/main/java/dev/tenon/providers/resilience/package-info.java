/// What happens when a model fails, as decorators of `Model`: retries of the request, replays of
/// the stream, fallback to another model, retries of the turn, and the guard against Harmony
/// leakage.
///
/// Entry class: [dev.tenon.providers.resilience.Resilience], which stacks them. Depends on
/// `core.model` and `core.json`, and on the failures of `http`.
@NullMarked
package dev.tenon.providers.resilience;

import org.jspecify.annotations.NullMarked;
