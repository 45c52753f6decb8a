/// YAML texts beyond the plain reading of a configuration: the heads of Markdown files, and changes
/// of one value that leave everything else of a file as it is written.
///
/// Entry classes: [dev.tenon.engine.config.yaml.YamlHead] and
/// [dev.tenon.engine.config.yaml.YamlEdit]. Nothing here knows a setting.
@NullMarked
package dev.tenon.engine.config.yaml;

import org.jspecify.annotations.NullMarked;
