/// Counts what models use and stops when a budget is spent. Every model that a run opens goes
/// through one [dev.tenon.providers.meter.Meter], so that helpers and summaries count too.
///
/// Depends on `core.model` only.
@NullMarked
package dev.tenon.providers.meter;

import org.jspecify.annotations.NullMarked;
