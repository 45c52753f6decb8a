/// What programs make of their words: options, values, operands, scripts; and which of their forms
/// are known to change nothing.
///
/// Entry class: [dev.tenon.core.permission.program.Reading]. Knows nothing of shells, and may use
/// nothing of Tenon.
@NullMarked
package dev.tenon.core.permission.program;

import org.jspecify.annotations.NullMarked;
