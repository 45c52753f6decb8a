package dev.tenon.arch.broken.core.model;

import dev.tenon.arch.broken.core.json.SeesModel;
import dev.tenon.arch.broken.core.workspace.SeesAgent;

public record SeesWorkspace(SeesModel json, SeesAgent workspace) {}
