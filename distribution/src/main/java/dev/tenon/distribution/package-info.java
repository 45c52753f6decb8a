/// Makes the distribution, and is no part of it: the session that the AOT caches learn from, run by
/// the build, and the integration tests of the built program.
///
/// Entry class: [dev.tenon.distribution.AotTraining], which gives the models, and starts
/// [dev.tenon.distribution.TrainedCommands] in the JVM that is recorded. May depend on `cli` and
/// `testkit`; nothing depends on it.
@NullMarked
package dev.tenon.distribution;

import org.jspecify.annotations.NullMarked;
