/// What the tests of every module share about the programs they start: which ones there are
/// ([dev.tenon.harness.TestPrograms]), how they get the signals that a test sends
/// ([dev.tenon.harness.DefaultSignals]), and how often a test looks that waits
/// ([dev.tenon.harness.Polling]). For tests only; sees nothing of the house.
@NullMarked
package dev.tenon.harness;

import org.jspecify.annotations.NullMarked;
