package dev.tenon.server.job;

import dev.tenon.core.change.review.DiffBundle;
import dev.tenon.core.json.Json;

/// Diff bundles as the API shows them.
final class Bundles {
  private Bundles() {}

  static Json.Obj json(String job, DiffBundle bundle) {
    return Json.object().put("job_id", job).putAll(bundle.toJson()).build();
  }
}
