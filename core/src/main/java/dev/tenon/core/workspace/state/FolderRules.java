package dev.tenon.core.workspace.state;

import dev.tenon.core.workspace.walk.WalkRules;

/// The ignore rules that held in a folder when its state was taken.
///
/// @param below the way to the folder from where the rules begin, `""` or ending with a slash
record FolderRules(WalkRules rules, String below) {}
