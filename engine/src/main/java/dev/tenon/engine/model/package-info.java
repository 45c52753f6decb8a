/// Models by name, with the decorators around them that the settings ask for.
///
/// Entry class: [dev.tenon.engine.model.ModelOpener]. May use `engine.config`, `engine.problem`,
/// `core` and `providers`.
@NullMarked
package dev.tenon.engine.model;

import org.jspecify.annotations.NullMarked;
