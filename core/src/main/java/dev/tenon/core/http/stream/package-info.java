/// From bytes to frames: a line splitter that is right for any chunking, and on it server-sent
/// events and lines of JSON.
///
/// Entry class: [dev.tenon.core.http.stream.FrameReader]. Depends on `http` for its exception only.
@NullMarked
package dev.tenon.core.http.stream;

import org.jspecify.annotations.NullMarked;
