package dev.tenon.engine.layer;

import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Approver;
import dev.tenon.core.permission.AskedPaths;
import dev.tenon.core.permission.Decision;
import dev.tenon.core.permission.Policy;
import java.nio.file.Path;
import java.util.Optional;

/// The policy of a project for a helper that works in another folder in its place: what it touches
/// there is judged as if it touched the same in the project.
///
/// @param project that of the project
/// @param there one with the same rules for the other folder, which tells whose reading is asked
/// @param folder the other one
/// @param root the project's
public record MovedPolicy(Policy project, Policy there, Path folder, Path root) implements Policy {

  @Override
  public Decision decide(String tool) {
    return project.decide(tool);
  }

  @Override
  public Decision decide(String tool, Access access) {
    return project.decide(tool, moved(access));
  }

  private Access moved(Access access) {
    return switch (access) {
      case Access.Read read -> new Access.Read(moved(read.path()));
      case Access.Write write -> new Access.Write(moved(write.path()));
      case Access.Execute run ->
          new Access.Execute(
              run.command().replace(folder.toString(), root.toString()),
              moved(run.folder()),
              run.environment(),
              run.need());
      case Access.Connect connect -> connect;
      case Access.Outside outside -> outside;
      case Access.Delegate delegate -> delegate;
      case Access.Use use -> use;
    };
  }

  private String moved(String path) {
    return path.startsWith("/") && Path.of(path).normalize().startsWith(folder)
        ? root.resolve(folder.relativize(Path.of(path).normalize())).toString()
        : path;
  }

  @Override
  public AskedPaths askedReads(String tool) {
    return there.askedReads(tool);
  }

  @Override
  public Optional<String> allowed(
      String tool, Access access, Decision.Ask ask, Approver.Answer answer) {
    return project.allowed(tool, moved(access), ask, answer);
  }
}
