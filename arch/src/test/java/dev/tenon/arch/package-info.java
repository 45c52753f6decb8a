/// The rules that keep the house in shape. [dev.tenon.arch.HouseRules] states them for any root
/// package; [dev.tenon.arch.HouseTest] holds the real house to them and proves on the miniature
/// house in `broken` that each rule can fail.
@NullMarked
package dev.tenon.arch;

import org.jspecify.annotations.NullMarked;
