// A server of the stateless revision, over its standard streams or, with a port, over HTTP.
import { createServer } from 'node:http';
import { McpServer, inputRequired, createMcpHandler } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

const text = (value) => ({ content: [{ type: 'text', text: value }] });
const question = (round) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Who, round ' + round,
    requestedSchema: {
      type: 'object',
      properties: { name: { type: 'string', default: 'nobody' } },
      required: ['name'],
    },
  },
});

// Over HTTP the one who serves tells of changes, over standard streams the server does.
let told;

function make() {
  const server = new McpServer(
    { name: 'modern', version: '1' },
    { capabilities: { tools: { listChanged: true }, resources: { subscribe: true } }, instructions: 'A modern server.' },
  );
  server.registerTool(
    'echo',
    {
      description: 'Says it again',
      inputSchema: z.object({ message: z.string().meta({ 'x-mcp-header': 'Message' }) }),
    },
    async ({ message }) => text('Echo: ' + message),
  );
  server.registerTool('ask', { description: 'Asks twice', inputSchema: z.object({}) }, async (args, ctx) => {
    const state = ctx.mcpReq.requestState();
    if (state !== 'round 2 ü') {
      const round = state === undefined ? 1 : 2;
      return inputRequired({
        inputRequests: { name: question(round) },
        requestState: round === 1 ? 'round 1 ü' : 'round 2 ü',
      });
    }
    return text(JSON.stringify(ctx.mcpReq.inputResponses) + ' ' + state);
  });
  server.registerTool('endless', { description: 'Never has enough', inputSchema: z.object({}) }, async () =>
    inputRequired({ inputRequests: { name: question(0) }, requestState: 'more' }),
  );
  server.registerTool('steps', { description: 'Tells how far it is', inputSchema: z.object({}) }, async (args, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken;
    for (let progress = 1; progress <= 3; progress++) {
      await ctx.mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 3, message: 'step ' + progress },
      });
    }
    return text('done');
  });
  server.registerTool('touch', { description: 'Changes the note', inputSchema: z.object({}) }, async () => {
    if (told) told('memo://note');
    else await server.server.sendResourceUpdated({ uri: 'memo://note' });
    return text('touched');
  });
  server.registerResource('note', 'memo://note', { mimeType: 'text/plain' }, async (uri) => ({
    contents: [{ uri: uri.href, text: 'a note' }],
  }));
  server.registerPrompt('greet', { argsSchema: z.object({ name: z.string() }) }, ({ name }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Greet ' + name } }],
  }));
  return server;
}

const port = process.argv[2];
if (port === undefined) {
  serveStdio(make);
} else {
  const handler = createMcpHandler(make);
  told = (uri) => handler.notify.resourceUpdated(uri);
  const listening = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = await handler.fetch(
      new Request('http://127.0.0.1' + request.url, {
        method: request.method,
        headers: request.headers,
        body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) for await (const chunk of answer.body) response.write(chunk);
    response.end();
  });
  listening.listen(Number(port), '127.0.0.1', () => console.log('listening at ' + listening.address().port));
}
