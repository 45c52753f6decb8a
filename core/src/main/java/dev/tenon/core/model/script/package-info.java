/// A model that plays a script: for tests of every module, for demonstrations and evaluations.
///
/// Entry class: [dev.tenon.core.model.script.ScriptedModel]. Depends on `json` and `model` only.
/// How a script file looks is the business of the providers.
@NullMarked
package dev.tenon.core.model.script;

import org.jspecify.annotations.NullMarked;
