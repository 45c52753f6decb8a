/// Sessions and jobs in memory, with their locks: whoever changes one enters the session first, and
/// every change is in the store before anyone sees it.
///
/// Entry class: [dev.tenon.server.job.live.Sessions]. Sees `core` and `job.record`.
@NullMarked
package dev.tenon.server.job.live;

import org.jspecify.annotations.NullMarked;
