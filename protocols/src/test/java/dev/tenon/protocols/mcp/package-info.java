/// What the tests of the client share.
@NullMarked
package dev.tenon.protocols.mcp;

import org.jspecify.annotations.NullMarked;
