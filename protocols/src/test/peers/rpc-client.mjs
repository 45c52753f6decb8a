// pi's own client drives the program: rpc-client.mjs CLIENT STARTER FOLDER
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [clientFile, starter, cwd] = process.argv.slice(2);
const { RpcClient } = await import(pathToFileURL(clientFile));
writeFileSync(
  starter,
  `import { spawn } from "node:child_process";
const child = spawn(process.env.TENON_JAVA, [...JSON.parse(process.env.TENON_WORDS), ...process.argv.slice(2)], { stdio: "inherit" });
process.on("SIGTERM", () => child.kill());
child.on("exit", (code) => process.exit(code ?? 1));
`,
);
const client = new RpcClient({
  cliPath: starter,
  cwd,
  model: process.env.TENON_MODEL_NAME,
  args: ["--permission-mode", "edit"],
});
const result = { events: [] };
client.onEvent((event) => {
  result.events.push(event.type);
  if (event.type === "message_update" && event.assistantMessageEvent.type === "text_delta") {
    result.streamed = (result.streamed ?? "") + event.assistantMessageEvent.delta;
  }
});
await client.start();
const state = await client.getState();
result.level = state.thinkingLevel;
result.model = state.model.id;
const events = await client.promptAndWait("Read and answer", undefined, 60000);
result.last = events.at(-1).type;
result.ended = events.at(-1).messages.map((message) => message.role);
result.text = await client.getLastAssistantText();
result.roles = (await client.getMessages()).map((message) => message.role);
result.stats = await client.getSessionStats();
await client.setSessionName("Named by a program");
result.name = (await client.getState()).sessionName;
await client.setSteeringMode("all");
await client.setFollowUpMode("all");
await client.setThinkingLevel("high");
result.cycled = [await client.cycleThinkingLevel(), (await client.getAvailableModels()).length > 0];
await client.setAutoCompaction(false);
await client.setAutoRetry(false);
await client.abortRetry();
await client.abortBash();
result.bash = await client.bash("echo from the program");
result.html = (await client.exportHtml("page.html")).path;
const forks = await client.getForkMessages();
result.forks = forks.map((fork) => fork.text);
const file = (await client.getState()).sessionFile;
result.cloned = await client.clone();
result.copied = (await client.getState()).sessionFile !== file;
result.forked = await client.fork((await client.getForkMessages())[0].entryId);
result.afterFork = (await client.getMessages()).length;
result.switched = await client.switchSession(file);
result.back = (await client.getMessages()).length;
result.fresh = await client.newSession();
result.empty = (await client.getMessages()).length;
result.commands = Array.isArray(await client.getCommands());
const wait = client.waitForIdle(60000);
const begun = new Promise((resolve) => {
  client.onEvent((event) => event.type === "message_update" && resolve());
});
await client.prompt("Wait");
await begun;
await client.steer("Be quick");
await client.followUp("And then stop");
result.pending = (await client.getState()).pendingMessageCount;
await client.abort();
await wait;
result.streaming = (await client.getState()).isStreaming;
try {
  await client.setModel("nobody", "nothing");
} catch (error) {
  result.refused = error.message;
}
result.compacted = typeof (await client.compact("everything")).summary;
result.set = (await client.setModel("openai", "gpt-4o")).id;
result.chosen = (await client.getState()).model.id;
result.cycle = await client.cycleModel();
result.next = (await client.getState()).model.id;
await client.stop();
console.log(JSON.stringify(result));
