package dev.tenon.arch.broken.core.agent;

import dev.tenon.arch.broken.core.session.SeesCli;

public record SeesSession(SeesCli session) {}
