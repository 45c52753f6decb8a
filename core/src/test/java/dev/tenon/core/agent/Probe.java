package dev.tenon.core.agent;

import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.List;

/// A tool whose behaviour is a test's.
record Probe(String name, Access.Read reads, Body body) implements Tool<Probe.Parameters> {
  record Parameters(@Doc("anything") String what) {}

  interface Body {
    ToolResult run(String what, ToolContext context) throws ToolException, InterruptedException;
  }

  static Probe reading(String name, Body body) {
    return new Probe(name, new Access.Read("x"), body);
  }

  static Probe writing(String name, Body body) {
    return new Probe(name, new Access.Read(""), body);
  }

  @Override
  public String description() {
    return "a probe";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of(reads.path().isEmpty() ? new Access.Write("x") : reads);
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.what;
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context)
      throws ToolException, InterruptedException {
    return body.run(parameters.what, context);
  }
}
