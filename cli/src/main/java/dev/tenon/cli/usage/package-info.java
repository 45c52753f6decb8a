/// What was used: one line a request in the state folder, and the tables made of them.
///
/// Entry classes: [dev.tenon.cli.usage.UsageFile] writes, [dev.tenon.cli.usage.UsageReport] reads.
@NullMarked
package dev.tenon.cli.usage;

import org.jspecify.annotations.NullMarked;
