package dev.tenon.engine.plugin;

import dev.tenon.core.json.Json;
import dev.tenon.core.permission.Access;
import dev.tenon.core.text.Thrown;
import dev.tenon.core.tool.SchemaTool;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolException;
import dev.tenon.core.tool.ToolResult;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A tool that is not Tenon's: of a plugin made of code, or of the program that embeds the engine.
/// Whatever it throws is a failed call that names it and its owner, to the model and to the person.
/// What the tool says of itself is asked for once.
public class ForeignTool<P extends Record> implements Tool<P> {
  private final Tool<P> tool;
  private final Owner owner;
  private final String name;
  private final String description;
  private final Class<P> parameters;

  /// Whose tools they are.
  ///
  /// @param whose such as `of this program`
  /// @param diagnostics gets a line about each call that breaks, with the place in the code
  public record Owner(String whose, Consumer<String> diagnostics) {}

  private ForeignTool(Tool<P> tool, Owner owner) {
    this.tool = tool;
    this.owner = owner;
    this.name = tool.name();
    this.description = tool.description();
    this.parameters = tool.parameters();
  }

  /// What the tool's own methods throw, this throws.
  public static Tool<?> of(Tool<?> tool, Owner owner) {
    return switch (tool) {
      case SchemaTool.Shared shared -> new SharedTool(shared, owner);
      case SchemaTool given -> new GivenTool(given, owner);
      default -> new ForeignTool<>(tool, owner);
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
    return guarded(() -> List.copyOf(tool.access(given)));
  }

  @Override
  public boolean exclusive() {
    return guarded(tool::exclusive);
  }

  @Override
  public boolean plansWrites() {
    return guarded(tool::plansWrites);
  }

  /// A tool without a title for its call is shown by its name.
  @Override
  public String title(P given) {
    @Nullable String title = guarded(() -> tool.title(given));
    return title == null ? name : title;
  }

  @Override
  public ToolResult run(P given, ToolContext context) throws ToolException, InterruptedException {
    @Nullable ToolResult result;
    try {
      result = tool.run(given, context);
    } catch (ToolException | InterruptedException | ToolException.Unchecked told) {
      throw told;
    } catch (Throwable thrown) {
      throw broken(thrown);
    }
    if (result == null) {
      String nothing = "it answered null";
      throw broken(nothing, nothing + " (" + tool.getClass().getName() + ")");
    }
    return result;
  }

  private <T> T guarded(Supplier<T> work) {
    try {
      return work.get();
    } catch (ToolException.Unchecked told) {
      throw told;
    } catch (Throwable thrown) {
      Thrown.keepInterrupt(thrown);
      throw new ToolException.Unchecked(broken(thrown));
    }
  }

  private ToolException broken(Throwable thrown) {
    return broken(Thrown.line(thrown), Thrown.placed(thrown));
  }

  /// @param placed the same for whoever looks for the fault
  private ToolException broken(String what, String placed) {
    String who = "the tool " + name + " " + owner.whose + " broke: ";
    owner.diagnostics.accept(who + placed);
    return new ToolException(
        ToolException.Code.FAILED,
        who + what,
        List.of("The call is not at fault; go on without the tool."));
  }

  /// One whose schema is given.
  private static class GivenTool extends ForeignTool<SchemaTool.Arguments> implements SchemaTool {
    private final Json.Obj schema;

    GivenTool(SchemaTool tool, Owner owner) {
      super(tool, owner);
      this.schema = tool.schema();
    }

    @Override
    public Json.Obj schema() {
      return schema;
    }
  }

  /// One that helpers have, too.
  private static final class SharedTool extends GivenTool implements SchemaTool.Shared {
    private final SchemaTool.Shared tool;
    private final Owner owner;

    SharedTool(SchemaTool.Shared tool, Owner owner) {
      super(tool, owner);
      this.tool = tool;
      this.owner = owner;
    }

    @Override
    public SchemaTool.Shared forHelper(String helper) {
      return new SharedTool(tool.forHelper(helper), owner);
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
