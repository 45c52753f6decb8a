/// What is offered to a person who is asked, whichever protocol carries the question. Entry:
/// [ApprovalOption]. May use `core` alone.
@NullMarked
package dev.tenon.protocols.approval;

import org.jspecify.annotations.NullMarked;
