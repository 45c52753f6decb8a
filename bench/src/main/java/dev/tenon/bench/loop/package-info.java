/// Measures the hot paths inside one process with JMH: decoding streams, reading partial arguments,
/// and turns of the loop. `MicroBench` runs them.
@NullMarked
package dev.tenon.bench.loop;

import org.jspecify.annotations.NullMarked;
