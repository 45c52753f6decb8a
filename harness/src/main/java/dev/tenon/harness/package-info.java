/// What the tests of every module share about the programs they start: which ones there are
/// ([dev.tenon.harness.TestPrograms]), and how they get the signals that a test sends
/// ([dev.tenon.harness.DefaultSignals]). For tests only; sees nothing of the house.
@NullMarked
package dev.tenon.harness;

import org.jspecify.annotations.NullMarked;
