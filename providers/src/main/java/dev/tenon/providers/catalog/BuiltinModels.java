package dev.tenon.providers.catalog;

/// The data of the built-in catalog: one model a line, each a JSON object, the preferred model of a
/// short name first. Prices are list prices in US dollars for a million tokens, looked up in
/// November 2026 for prompts of ordinary length; where the sources disagree the price is left out.
///
/// It is a constant and no resource, because reading a resource from a jar costs more than ten
/// milliseconds of every start, and this costs none.
final class BuiltinModels {
  static final String LINES =
      """
      {"name":"anthropic/claude-opus-4-6","contextWindow":1000000,"maxOutput":128000,"price":{"input":5,"output":25,"cacheRead":0.5,"cacheWrite":6.25},"abilities":["tools","images","thinking"]}
      {"name":"anthropic/claude-fable-5-1","contextWindow":1000000,"maxOutput":128000,"price":{"input":10,"output":50,"cacheRead":0.25,"cacheWrite":12.5},"abilities":["tools","images","thinking"],"aliases":["fable"]}
      {"name":"anthropic/claude-opus-5-5","contextWindow":1000000,"maxOutput":128000,"price":{"input":4,"output":20,"cacheRead":0.2,"cacheWrite":5},"abilities":["tools","images","thinking"],"aliases":["opus"]}
      {"name":"anthropic/claude-sonnet-5-5","contextWindow":1000000,"maxOutput":128000,"price":{"input":2,"output":10,"cacheRead":0.1,"cacheWrite":2.5},"abilities":["tools","images","thinking"],"aliases":["sonnet"]}
      {"name":"anthropic/claude-haiku-5-5","contextWindow":1000000,"maxOutput":128000,"price":{"input":0.1,"output":0.5,"cacheRead":0.01},"abilities":["tools","images","thinking"],"aliases":["haiku"]}
      {"name":"anthropic/claude-fable-5","contextWindow":1000000,"maxOutput":128000,"price":{"input":10,"output":50,"cacheRead":1,"cacheWrite":12.5},"abilities":["tools","images","thinking"]}
      {"name":"anthropic/claude-opus-5","contextWindow":1000000,"maxOutput":128000,"price":{"input":5,"output":25,"cacheRead":0.5,"cacheWrite":6.25},"abilities":["tools","images","thinking"]}
      {"name":"anthropic/claude-opus-4-8","contextWindow":1000000,"maxOutput":128000,"price":{"input":5,"output":25,"cacheRead":0.5,"cacheWrite":6.25},"abilities":["tools","images","thinking"]}
      {"name":"anthropic/claude-opus-4-7","contextWindow":1000000,"maxOutput":128000,"price":{"input":5,"output":25,"cacheRead":0.5,"cacheWrite":6.25},"abilities":["tools","images","thinking"]}
      {"name":"anthropic/claude-opus-4-5","contextWindow":200000,"maxOutput":64000,"price":{"input":5,"output":25,"cacheRead":0.5,"cacheWrite":6.25},"abilities":["tools","images","thinking"]}
      {"name":"anthropic/claude-sonnet-5","contextWindow":1000000,"maxOutput":128000,"price":{"input":2,"output":10,"cacheRead":0.2,"cacheWrite":2.5},"abilities":["tools","images","thinking"]}
      {"name":"anthropic/claude-sonnet-4-6","contextWindow":1000000,"maxOutput":64000,"price":{"input":3,"output":15,"cacheRead":0.3,"cacheWrite":3.75},"abilities":["tools","images","thinking"]}
      {"name":"anthropic/claude-sonnet-4-5","contextWindow":200000,"maxOutput":64000,"price":{"input":3,"output":15,"cacheRead":0.3,"cacheWrite":3.75},"abilities":["tools","images","thinking"]}
      {"name":"anthropic/claude-haiku-4-5","contextWindow":200000,"maxOutput":64000,"price":{"input":1,"output":5,"cacheRead":0.1,"cacheWrite":1.25},"abilities":["tools","images","thinking"]}
      {"name":"openai/gpt-6-astra","contextWindow":1050000,"maxOutput":128000,"price":{"input":10,"output":50,"cacheRead":1,"cacheWrite":12.5},"abilities":["tools","images","thinking"]}
      {"name":"openai/gpt-6.1-sol","contextWindow":1050000,"maxOutput":128000,"price":{"input":2,"output":10,"cacheRead":0.1,"cacheWrite":2.5},"abilities":["tools","images","thinking"],"aliases":["gpt-6.1","gpt"]}
      {"name":"openai/gpt-6-sol","contextWindow":1050000,"maxOutput":128000,"price":{"input":2,"output":10,"cacheRead":0.2,"cacheWrite":2.5},"abilities":["tools","images","thinking"],"aliases":["gpt-6"]}
      {"name":"openai/gpt-6-luna","contextWindow":1050000,"maxOutput":128000,"price":{"input":0.1,"output":0.5,"cacheRead":0.01,"cacheWrite":0.125},"abilities":["tools","images","thinking"]}
      {"name":"openai/gpt-5.6-sol","contextWindow":1050000,"maxOutput":128000,"abilities":["tools","images","thinking"],"aliases":["gpt-5.6"]}
      {"name":"openai/gpt-5.6-terra","contextWindow":1050000,"maxOutput":128000,"abilities":["tools","images","thinking"]}
      {"name":"openai/gpt-5.6-luna","contextWindow":1050000,"maxOutput":128000,"abilities":["tools","images","thinking"]}
      {"name":"openai/gpt-5.5","contextWindow":1050000,"maxOutput":128000,"price":{"input":5,"output":30,"cacheRead":0.5},"abilities":["tools","images","thinking"]}
      {"name":"openai/gpt-5.4","contextWindow":1050000,"maxOutput":128000,"price":{"input":2.5,"output":15,"cacheRead":0.25},"abilities":["tools","images","thinking"]}
      {"name":"openai/gpt-5.4-mini","contextWindow":400000,"maxOutput":128000,"price":{"input":0.75,"output":4.5,"cacheRead":0.075},"abilities":["tools","images","thinking"]}
      {"name":"openai/gpt-5.4-nano","contextWindow":400000,"maxOutput":128000,"price":{"input":0.2,"output":1.25,"cacheRead":0.02},"abilities":["tools","images","thinking"]}
      {"name":"openai/gpt-5.3-codex","contextWindow":400000,"maxOutput":128000,"price":{"input":1.75,"output":14,"cacheRead":0.175},"abilities":["tools","images","thinking"],"aliases":["codex"]}
      {"name":"openai/gpt-5.2","contextWindow":400000,"maxOutput":128000,"price":{"input":1.75,"output":14,"cacheRead":0.175},"abilities":["tools","images","thinking"]}
      {"name":"openai/gpt-5.1","contextWindow":400000,"maxOutput":128000,"price":{"input":1.25,"output":10,"cacheRead":0.125},"abilities":["tools","images","thinking"]}
      {"name":"openai/gpt-5","contextWindow":400000,"maxOutput":128000,"price":{"input":1.25,"output":10,"cacheRead":0.125},"abilities":["tools","images","thinking"]}
      {"name":"openai/gpt-5-mini","contextWindow":400000,"maxOutput":128000,"price":{"input":0.25,"output":2,"cacheRead":0.025},"abilities":["tools","images","thinking"]}
      {"name":"openai/gpt-4.1","contextWindow":1047576,"maxOutput":32768,"price":{"input":2,"output":8,"cacheRead":0.5},"abilities":["tools","images"]}
      {"name":"openai/o3","contextWindow":200000,"maxOutput":100000,"price":{"input":2,"output":8,"cacheRead":0.5},"abilities":["tools","images","thinking"]}
      {"name":"openai/o4-mini","contextWindow":200000,"maxOutput":100000,"price":{"input":1.1,"output":4.4,"cacheRead":0.275},"abilities":["tools","images","thinking"]}
      {"name":"google/gemini-3.8-flash","contextWindow":1048576,"maxOutput":65536,"price":{"input":0.75,"output":3.75,"cacheRead":0.075},"abilities":["tools","images","thinking"],"aliases":["gemini","gemini-flash"]}
      {"name":"google/gemini-3.7-flash","contextWindow":1048576,"maxOutput":65536,"price":{"input":1.5,"output":7.5,"cacheRead":0.15},"abilities":["tools","images","thinking"]}
      {"name":"google/gemini-3.5-flash","contextWindow":1048576,"maxOutput":65536,"price":{"input":1.5,"output":9,"cacheRead":0.15},"abilities":["tools","images","thinking"]}
      {"name":"google/gemini-3.1-pro-preview","contextWindow":1048576,"maxOutput":65536,"price":{"input":2,"output":12,"cacheRead":0.2},"abilities":["tools","images","thinking"],"aliases":["gemini-pro"]}
      {"name":"google/gemini-3.1-flash-lite","contextWindow":1048576,"maxOutput":65536,"price":{"input":0.25,"output":1.5,"cacheRead":0.025},"abilities":["tools","images","thinking"]}
      {"name":"google/gemini-2.5-pro","contextWindow":1048576,"maxOutput":65536,"price":{"input":1.25,"output":10,"cacheRead":0.125},"abilities":["tools","images","thinking"]}
      {"name":"google/gemini-2.5-flash","contextWindow":1048576,"maxOutput":65536,"price":{"input":0.3,"output":2.5,"cacheRead":0.03},"abilities":["tools","images","thinking"]}
      {"name":"deepseek/deepseek-flash","contextWindow":1000000,"maxOutput":384000,"price":{"input":0.3,"output":1.2,"cacheRead":0.006},"abilities":["tools","images","thinking"],"aliases":["deepseek","deepseek-v4-flash"]}
      {"name":"deepseek/deepseek-v4-pro","contextWindow":1000000,"maxOutput":384000,"price":{"input":1.32,"output":3.96,"cacheRead":0.044},"abilities":["tools","thinking"]}
      {"name":"mistral/mistral-large-4","contextWindow":524288,"maxOutput":262144,"price":{"input":1.36,"output":4.18,"cacheRead":0.14},"abilities":["tools","images","thinking"],"aliases":["mistral"]}
      {"name":"mistral/mistral-medium-3-5","contextWindow":262144,"maxOutput":262144,"price":{"input":1.5,"output":7.5},"abilities":["tools","images","thinking"]}
      {"name":"mistral/mistral-small-2603","contextWindow":256000,"maxOutput":256000,"abilities":["tools","images","thinking"]}
      {"name":"mistral/mistral-large-2512","contextWindow":262144,"maxOutput":262144,"price":{"input":0.5,"output":1.5},"abilities":["tools","images"]}
      {"name":"mistral/codestral-latest","contextWindow":256000,"maxOutput":4096,"price":{"input":0.3,"output":0.9},"abilities":["tools"],"aliases":["codestral"]}
      {"name":"xai/grok-4.7","contextWindow":500000,"maxOutput":500000,"price":{"input":2,"output":6,"cacheRead":0.5},"abilities":["tools","images","thinking"],"aliases":["grok"]}
      {"name":"xai/grok-4.6","contextWindow":500000,"maxOutput":500000,"price":{"input":2,"output":6,"cacheRead":0.5},"abilities":["tools","images","thinking"]}
      {"name":"xai/grok-4.5","contextWindow":500000,"maxOutput":500000,"price":{"input":2,"output":6,"cacheRead":0.5},"abilities":["tools","images","thinking"]}
      {"name":"xai/grok-4.3","contextWindow":1000000,"maxOutput":30000,"price":{"input":1.25,"output":2.5,"cacheRead":0.2},"abilities":["tools","images","thinking"]}
      {"name":"xai/grok-code-fast-1","contextWindow":256000,"maxOutput":10000,"price":{"input":0.2,"output":1.5,"cacheRead":0.02},"abilities":["tools","thinking"]}
      {"name":"groq/openai/gpt-oss-120b","contextWindow":131072,"maxOutput":65536,"price":{"input":0.15,"output":0.6,"cacheRead":0.075},"abilities":["tools","thinking"],"aliases":["gpt-oss-120b"]}
      {"name":"groq/openai/gpt-oss-20b","contextWindow":131072,"maxOutput":65536,"price":{"input":0.075,"output":0.3,"cacheRead":0.0375},"abilities":["tools","thinking"],"aliases":["gpt-oss-20b"]}
      {"name":"groq/qwen/qwen3.8-27b","contextWindow":131042,"maxOutput":16384,"price":{"input":0.8,"output":4,"cacheRead":0.4},"abilities":["tools","images","thinking"],"aliases":["qwen3.8-27b"]}
      """;

  private BuiltinModels() {}
}
