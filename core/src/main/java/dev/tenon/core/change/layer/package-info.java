/// Layers: all that one helper changes, apart from the project, until it is merged back. The files
/// of a layer lie in a view that stays ([dev.tenon.core.change.view.StandingView]); beside them is
/// noted what each was before ([dev.tenon.core.change.layer.LayerBases]).
///
/// Entry classes: [dev.tenon.core.change.layer.LayerEditing] and
/// [dev.tenon.core.change.layer.LayerMerge]. May use all other rooms of `change`.
@NullMarked
package dev.tenon.core.change.layer;

import org.jspecify.annotations.NullMarked;
