package dev.tenon.cli.plugin;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.tool.SchemaTool;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.List;
import java.util.function.Supplier;

/// A tool of a plugin made of code. Whatever that throws is a failed call that names the plugin, to
/// the model and to the person. What the tool says of itself is asked for once.
class PluginTool<P extends Record> implements Tool<P> {
  private final String plugin;
  private final Tool<P> tool;
  private final String name;
  private final String description;
  private final Class<P> parameters;

  private PluginTool(String plugin, Tool<P> tool) {
    this.plugin = plugin;
    this.tool = tool;
    this.name = tool.name();
    this.description = tool.description();
    this.parameters = tool.parameters();
  }

  static Tool<?> of(String plugin, Tool<?> tool) {
    return switch (tool) {
      case SchemaTool.Shared shared -> new SharedTool(plugin, shared);
      case SchemaTool given -> new GivenTool(plugin, given);
      default -> new PluginTool<>(plugin, tool);
    };
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public Class<P> parameters() {
    return parameters;
  }

  @Override
  public List<Access> access(P given) {
    return guarded(() -> tool.access(given));
  }

  @Override
  public boolean exclusive() {
    return guarded(tool::exclusive);
  }

  @Override
  public boolean plansWrites() {
    return guarded(tool::plansWrites);
  }

  @Override
  public String title(P given) {
    return guarded(() -> tool.title(given));
  }

  @Override
  public ToolResult run(P given, ToolContext context) throws ToolException, InterruptedException {
    try {
      return tool.run(given, context);
    } catch (RuntimeException | Error thrown) {
      throw broken(thrown);
    }
  }

  private <T> T guarded(Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException | Error thrown) {
      throw new ToolException.Unchecked(broken(thrown));
    }
  }

  private ToolException broken(Throwable thrown) {
    return new ToolException(
        ToolException.Code.FAILED,
        "the tool "
            + name
            + " of the plugin "
            + plugin
            + " broke, which is a bug of that plugin: "
            + thrown,
        List.of("go on without the tool"));
  }

  /// One whose schema is given.
  private static class GivenTool extends PluginTool<SchemaTool.Arguments> implements SchemaTool {
    private final Json.Obj schema;

    GivenTool(String plugin, SchemaTool tool) {
      super(plugin, tool);
      this.schema = tool.schema();
    }

    @Override
    public Json.Obj schema() {
      return schema;
    }
  }

  /// One that helpers have, too.
  private static final class SharedTool extends GivenTool implements SchemaTool.Shared {
    private final String plugin;
    private final SchemaTool.Shared tool;

    SharedTool(String plugin, SchemaTool.Shared tool) {
      super(plugin, tool);
      this.plugin = plugin;
      this.tool = tool;
    }

    @Override
    public SchemaTool.Shared forHelper(String helper) {
      return new SharedTool(plugin, tool.forHelper(helper));
    }

    @Override
    public void helperEnded(String helper) {
      tool.helperEnded(helper);
    }

    @Override
    public boolean worksInProject() {
      return tool.worksInProject();
    }
  }
}
