// A client of each era that calls Tenon at an address: prints what it gets, one line a call.
import { Client as Modern, StreamableHTTPClientTransport as ModernHttp } from '@modelcontextprotocol/client';
import { Client as Legacy } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const [url, era] = process.argv.slice(2);
const yes = async () => ({ action: 'accept', content: { decision: 'yes' } });
const capabilities = { capabilities: { elicitation: { form: {} } } };
let client;
if (era === 'modern') {
  client = new Modern({ name: 'peer', version: '1' }, { ...capabilities, versionNegotiation: { mode: 'auto' } });
  client.setRequestHandler('elicitation/create', yes);
  await client.connect(new ModernHttp(new URL(url)));
} else {
  client = new Legacy({ name: 'peer', version: '1' }, capabilities);
  client.setRequestHandler(ElicitRequestSchema, yes);
  await client.connect(new LegacyHttp(new URL(url)));
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
