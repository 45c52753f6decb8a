package dev.tenon.engine.config;

import java.nio.file.Path;
import java.util.List;

/// What a project's configuration asks for beyond what it may have, so that the user can be asked.
///
/// @param root the project as a real path
/// @param file the file as messages name it
/// @param sha256 of the file's bytes: a decision is about exactly these
/// @param wants empty when the file asks for nothing that needs consent
public record ProjectRequest(Path root, String file, String sha256, List<Restriction> wants) {
  public ProjectRequest {
    wants = List.copyOf(wants);
  }
}
