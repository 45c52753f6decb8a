/// What a model is: messages and their parts, the request, the stream of events, failures, usage.
///
/// Entry class: [dev.tenon.core.model.Model]. Depends on `json` only.
@NullMarked
package dev.tenon.core.model;

import org.jspecify.annotations.NullMarked;
