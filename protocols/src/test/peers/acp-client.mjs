// A client made of the official SDK: starts the agent that the arguments name, in the folder given first, does everything
// once, checks every message in both directions against the schema that the SDK ships, and prints what came of it as JSON.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { client, methods, ndJsonStream } from '@agentclientprotocol/sdk';
import { connection } from './acp-schema.mjs';

const [cwd, command, ...args] = process.argv.slice(2);
const wrong = [];
const fits = connection(wrong);
let count = 0;
function check(from, line) {
  if (!line.trim()) return;
  count++;
  try {
    fits(from, JSON.parse(line));
  } catch (broken) {
    wrong.push({ from, line: line.slice(0, 200), why: String(broken) });
  }
}
const watched = (from) => {
  let rest = '';
  const decoder = new TextDecoder();
  return new TransformStream({
    transform(chunk, out) {
      rest += decoder.decode(chunk, { stream: true });
      const lines = rest.split('\n');
      rest = lines.pop();
      lines.forEach((line) => check(from, line));
      out.enqueue(chunk);
    },
  });
};

const child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
const toAgent = watched('client');
toAgent.readable.pipeTo(Writable.toWeb(child.stdin)).catch(() => {});
const stream = ndJsonStream(toAgent.writable, Readable.toWeb(child.stdout).pipeThrough(watched('agent')));
const kinds = {};
let text = '';
const seen = { permissions: 0, reads: 0, writes: 0 };
const app = client({ name: 'test' })
  .onRequest(methods.client.session.requestPermission, ({ params }) => {
    seen.permissions++;
    const option = params.options.find((each) => each.kind === 'allow_once');
    return { outcome: { outcome: 'selected', optionId: option.optionId } };
  })
  .onRequest(methods.client.fs.readTextFile, ({ params }) => {
    seen.reads++;
    return { content: readFileSync(params.path, 'utf8') };
  })
  .onRequest(methods.client.fs.writeTextFile, ({ params }) => {
    seen.writes++;
    writeFileSync(params.path, params.content);
    return {};
  })
  .onNotification(methods.client.session.update, ({ params }) => {
    const kind = params.update.sessionUpdate;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    if (kind === 'agent_message_chunk') text += params.update.content.text;
  });

const result = await app.connectWith(stream, async (agent) => {
  const initialized = await agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      session: { notices: {}, compaction: {} },
      auth: { terminal: true },
    },
    clientInfo: { name: 'test', version: '1' },
  });
  const place = { cwd, mcpServers: [] };
  const { sessionId, modes, configOptions } = await agent.request(methods.agent.session.new, place);
  const prompt = (say) =>
    agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: say }] });
  const first = await prompt('Translate two');
  await agent.request(methods.agent.session.setMode, { sessionId, modeId: 'plan' });
  await agent.request(methods.agent.session.setConfigOption, { sessionId, configId: 'mode', value: 'full' });
  const running = prompt('Wait');
  setTimeout(() => agent.notify(methods.agent.session.cancel, { sessionId }), 1000);
  const second = await running;
  await agent.request(methods.agent.session.close, { sessionId });
  const listed = await agent.request(methods.agent.session.list, { cwd });
  await agent.request(methods.agent.session.load, { ...place, sessionId });
  await agent.request(methods.agent.session.close, { sessionId });
  await agent.request(methods.agent.session.resume, { ...place, sessionId });
  await agent.request(methods.agent.session.close, { sessionId });
  await agent.request(methods.agent.session.delete, { sessionId });
  await agent.request(methods.agent.logout, {});
  const refused = await agent.request(methods.agent.session.prompt, { sessionId, prompt: [] }).catch((error) => error.code);
  return {
    version: initialized.protocolVersion,
    mode: modes.currentModeId,
    options: configOptions.map((each) => each.id),
    stops: [first.stopReason, second.stopReason],
    listed: listed.sessions.length,
    refused,
  };
});
child.stdin.end();
const code = child.exitCode ?? (await new Promise((done) => child.on('exit', done)));
console.log(JSON.stringify({ ...result, ...seen, text, kinds, code, count, wrong }));
process.exit(0);
