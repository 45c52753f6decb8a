/// Models without a provider: a script file (`scripted:FILE`), and recording and replaying of real
/// exchanges (`--record DIR`, `replay:DIR`).
///
/// Entry classes: [dev.tenon.providers.script.ScriptFile],
/// [dev.tenon.providers.script.RecordingModel] and [dev.tenon.providers.script.ReplayingModel]. May
/// use `core.model`, its room `script`, and `core.json`.
@NullMarked
package dev.tenon.providers.script;

import org.jspecify.annotations.NullMarked;
