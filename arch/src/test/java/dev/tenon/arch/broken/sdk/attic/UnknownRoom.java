package dev.tenon.arch.broken.sdk.attic;

record UnknownRoom() {}
