/// What is written by hand, side by side with the library or without the part: the numbers behind
/// the records in `docs/adr/`. The variants of a row take turns in every round, so that a
/// disturbance falls on all of them; compare processor time within a row.
///
/// Entry class: [dev.tenon.bench.choices.ChoicesReport].
@NullMarked
package dev.tenon.bench.choices;

import org.jspecify.annotations.NullMarked;
