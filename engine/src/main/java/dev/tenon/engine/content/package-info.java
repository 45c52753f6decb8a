/// Content that people and projects bring along in Markdown files with a head, such as skills:
/// where it lies, how a head is read, and whether the person has agreed to it.
///
/// Entry classes: [dev.tenon.engine.content.Head], [dev.tenon.engine.content.ContentPlaces],
/// [dev.tenon.engine.content.ItemConsent]. May use `engine.config` and SnakeYAML, which is loaded
/// with the first file.
@NullMarked
package dev.tenon.engine.content;

import org.jspecify.annotations.NullMarked;
