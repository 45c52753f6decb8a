/// Benchmarks that a stranger can run with one command, `bench/run`. [Bench] is the entry; the
/// rooms below measure whole processes, the loop inside one, and the workspace. It may depend on
/// everything, and nothing depends on it.
@NullMarked
package dev.tenon.bench;

import org.jspecify.annotations.NullMarked;
