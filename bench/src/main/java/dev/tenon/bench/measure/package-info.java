/// What every benchmark measures and writes with: samples, the machine, child processes, JMH,
/// pages.
///
/// Entry class: [dev.tenon.bench.measure.Report]. Knows no other room of `bench`.
@NullMarked
package dev.tenon.bench.measure;

import org.jspecify.annotations.NullMarked;
