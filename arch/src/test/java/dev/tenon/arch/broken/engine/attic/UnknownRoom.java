package dev.tenon.arch.broken.engine.attic;

record UnknownRoom() {}
