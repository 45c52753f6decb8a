package dev.tenon.arch.broken.core.attic;

record UnknownRoom() {}
