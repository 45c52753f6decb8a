/// Plugins: what a folder of one declares, where it can be fetched from, and the copies that the
/// user has installed. [dev.tenon.engine.plugin.ForeignTool] stands around each tool that is not
/// ours.
///
/// Entry classes: [dev.tenon.engine.plugin.InstalledPlugins] for what is used,
/// [dev.tenon.engine.plugin.PluginStore] for what installs. May use `engine.content` and the rooms
/// below. What the parts themselves mean is up to the rooms that read such parts anywhere.
@NullMarked
package dev.tenon.engine.plugin;

import org.jspecify.annotations.NullMarked;
