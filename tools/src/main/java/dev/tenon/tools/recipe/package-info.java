/// The tasks of a project's own task runners (just, package.json, cargo, make, Taskfile, Maven,
/// Gradle), found by reading their files. Nothing is run to find them: a runner that is asked for
/// its tasks may execute what the project says, and nobody has allowed that yet.
///
/// Entry class: [dev.tenon.tools.recipe.Recipes]. Depends on `core.json`, and on the libraries for
/// TOML and YAML, each behind one class.
@NullMarked
package dev.tenon.tools.recipe;

import org.jspecify.annotations.NullMarked;
