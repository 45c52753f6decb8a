package sample;

import dev.tenon.core.agent.Outcome;
import dev.tenon.core.model.Model;
import dev.tenon.core.permission.Access;
import dev.tenon.core.permission.Mode;
import dev.tenon.core.tool.Doc;
import dev.tenon.core.tool.Tool;
import dev.tenon.core.tool.ToolContext;
import dev.tenon.core.tool.ToolResult;
import dev.tenon.sdk.Tenon;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A tool of one's own: the model asks what is in stock.
public final class OwnTool implements Tool<OwnTool.Parameters> {
  private final Map<String, Integer> stock;

  /// What the model says when it calls; the schema is derived from it.
  public record Parameters(@Doc("The name of the article") String article) {}

  public OwnTool(Map<String, Integer> stock) {
    this.stock = Map.copyOf(stock);
  }

  @Override
  public String name() {
    return "stock";
  }

  @Override
  public String description() {
    return "Tells how many of an article are in stock.";
  }

  @Override
  public Class<Parameters> parameters() {
    return Parameters.class;
  }

  @Override
  public List<Access> access(Parameters parameters) {
    return List.of();
  }

  @Override
  public String title(Parameters parameters) {
    return parameters.article();
  }

  @Override
  public ToolResult run(Parameters parameters, ToolContext context) {
    return ToolResult.Text.of(
        parameters.article() + ": " + stock.getOrDefault(parameters.article(), 0));
  }

  /// Lets a model work with it.
  public static Outcome ask(Path folder, Model model, Map<String, Integer> stock)
      throws Exception {
    try (Tenon tenon =
        Tenon.in(folder).model(model).mode(Mode.ASK).tool(new OwnTool(stock)).open()) {
      return tenon.prompt("How many pens are there?");
    }
  }
}
