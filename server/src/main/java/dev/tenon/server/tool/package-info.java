/// The four tools of the agent API with their own contracts, over the files as they are staged.
///
/// Entry class: [dev.tenon.server.tool.ProjectFiles]. Sees `core` up to `tool`.
@NullMarked
package dev.tenon.server.tool;

import org.jspecify.annotations.NullMarked;
