/// What stands at web addresses, made readable.
///
/// Entry class: [dev.tenon.tools.web.WebReader]. Depends on the core up to `tool`. Nothing here is
/// loaded before the first web address is read.
@NullMarked
package dev.tenon.tools.web;

import org.jspecify.annotations.NullMarked;
