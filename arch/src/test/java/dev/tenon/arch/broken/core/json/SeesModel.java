package dev.tenon.arch.broken.core.json;

import dev.tenon.arch.broken.core.model.SeesWorkspace;

public record SeesModel(SeesWorkspace model) {}
