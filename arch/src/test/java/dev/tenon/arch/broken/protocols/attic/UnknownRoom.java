package dev.tenon.arch.broken.protocols.attic;

record UnknownRoom() {}
