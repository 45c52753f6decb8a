/// A small sealed JSON tree over jackson-core's streaming parser: ordered, immutable, no
/// reflection.
///
/// Entry class: [dev.tenon.core.json.Json]. Depends on nothing in Tenon.
@NullMarked
package dev.tenon.core.json;

import org.jspecify.annotations.NullMarked;
