package dev.tenon.engine.config;

import dev.tenon.core.json.Json;
import dev.tenon.engine.config.value.Origin;

/// One value in force, for people and scripts: secrets are masked.
public record EffectiveSetting(
    String key, String value, Json json, Origin origin, String description) {}
