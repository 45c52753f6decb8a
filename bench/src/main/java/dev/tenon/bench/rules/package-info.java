/// What stream rules cost. Entry class: [dev.tenon.bench.rules.RulesReport].
@NullMarked
package dev.tenon.bench.rules;

import org.jspecify.annotations.NullMarked;
