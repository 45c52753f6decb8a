/// Measures the hot paths inside one process with JMH: decoding streams, reading partial arguments,
/// and turns of the loop.
///
/// Entry class: [dev.tenon.bench.loop.LoopReport]; `MicroBench` runs the classes.
@NullMarked
package dev.tenon.bench.loop;

import org.jspecify.annotations.NullMarked;
