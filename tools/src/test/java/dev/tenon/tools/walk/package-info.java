/// Counts how many classes one walk through the product passes. Entry class:
/// [dev.tenon.tools.walk.WalkTest].
@NullMarked
package dev.tenon.tools.walk;

import org.jspecify.annotations.NullMarked;
