/// What is known of the models: limits, prices, abilities and short names, from a list that the
/// user can extend.
///
/// Entry class: [dev.tenon.providers.catalog.ModelCatalog]. Depends on `core.model` and `core.json`
/// only.
@NullMarked
package dev.tenon.providers.catalog;

import org.jspecify.annotations.NullMarked;
