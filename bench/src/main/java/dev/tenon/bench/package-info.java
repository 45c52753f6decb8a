/// Benchmarks that a stranger can run with one command, `bench/run`. Only [dev.tenon.bench.Bench]
/// is here, the entry; the rooms below measure, each its part, and write with `measure`. It may
/// depend on everything, and nothing depends on it.
@NullMarked
package dev.tenon.bench;

import org.jspecify.annotations.NullMarked;
