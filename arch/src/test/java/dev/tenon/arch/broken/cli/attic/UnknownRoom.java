package dev.tenon.arch.broken.cli.attic;

record UnknownRoom() {}
