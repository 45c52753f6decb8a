/// Models without a provider: a script file (`scripted:FILE`), and recording and replaying of real
/// exchanges (`--record DIR`, `replay:DIR`).
///
/// Entry classes: [dev.tenon.providers.script.ScriptFile], [dev.tenon.providers.script.Recording],
/// [dev.tenon.providers.script.Replaying]. Depends on `core.model` and `core.json` only.
@NullMarked
package dev.tenon.providers.script;

import org.jspecify.annotations.NullMarked;
