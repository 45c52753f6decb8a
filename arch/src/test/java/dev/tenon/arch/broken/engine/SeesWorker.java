package dev.tenon.arch.broken.engine;

import dev.tenon.arch.broken.worker.SeesTools;

record SeesWorker(SeesTools worker) {}
