// A client of each era that calls Tenon at an address, or at '-' over the standard streams of the program that is named:
// prints what it gets, one line a call.
import { Client as Modern, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as Legacy } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const [url, era, command, ...args] = process.argv.slice(2);
const transport = (Stdio, Http) =>
  url === '-' ? new Stdio({ command, args, env: process.env, stderr: 'inherit' }) : new Http(new URL(url));
const yes = async () => ({ action: 'accept', content: { decision: 'yes' } });
const capabilities = { capabilities: { elicitation: { form: {} } } };
let client;
if (era === 'modern') {
  client = new Modern({ name: 'peer', version: '1' }, { ...capabilities, versionNegotiation: { mode: 'auto' } });
  client.setRequestHandler('elicitation/create', yes);
  await client.connect(transport(ModernStdio, ModernHttp));
} else {
  client = new Legacy({ name: 'peer', version: '1' }, capabilities);
  client.setRequestHandler(ElicitRequestSchema, yes);
  await client.connect(transport(LegacyStdio, LegacyHttp));
}
const { tools } = await client.listTools();
console.log('tools ' + tools.map((each) => each.name).join(','));
const prompted = await client.callTool({ name: 'prompt', arguments: { text: 'write it' } });
console.log('prompted ' + prompted.content[0].text);
const applied = await client.callTool({ name: 'apply', arguments: {} });
console.log('applied ' + JSON.stringify(applied.isError ?? false));
const { resources } = await client.listResources();
console.log('resources ' + resources.length);
await client.close();
