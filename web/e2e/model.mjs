import {createServer} from 'node:http';

/**
 * A model on loopback that does what its script says, on the wire of Anthropic. A script is a list of steps for one
 * instruction: {say}, {call: [tool, arguments]}, {calls: [...]}, with {pace} milliseconds between words, {hang}, {status}.
 */
export class ScriptedModel {
  scripts = new Map();
  requests = 0;
  /** The name of the model that was asked last. */
  asked = '';

  async start() {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((failed) => response.destroy(failed));
    });
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${this.server.address().port}`;
    return this;
  }

  on(instruction, ...steps) {
    this.scripts.set(instruction, steps);
  }

  /** The script for instructions that begin like this one: its name ends with an ellipsis. */
  begunWith(instruction) {
    const fits = (name) => name.endsWith('…') && instruction.startsWith(name.slice(0, -1));
    return [...this.scripts].find(([name]) => fits(name))?.[1];
  }

  /** Nothing is told any more of what was begun. */
  forget() {
    this.server.closeAllConnections();
  }

  close() {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  async answer(request, response) {
    let body = '';
    for await (const piece of request) body += piece;
    const asked = JSON.parse(body);
    this.asked = asked.model;
    const {instruction, turn} = place(asked.messages);
    const steps = this.scripts.get(instruction) ?? this.begunWith(instruction);
    const step = steps?.[turn] ?? {say: steps ? 'The script is over.' : `There is no script for “${instruction}”.`};
    const number = ++this.requests;
    if (step.status) {
      response.writeHead(step.status, {'Content-Type': 'application/json'});
      response.end(JSON.stringify({type: 'error', error: {type: step.type ?? 'invalid_request_error', message: step.message ?? 'no'}}));
      return;
    }
    response.writeHead(200, {'Content-Type': 'text/event-stream'});
    const send = (type, data) => response.write(`event: ${type}\ndata: ${JSON.stringify({type, ...data})}\n\n`);
    const usage = {input_tokens: 1200 + 340 * turn, output_tokens: 1, cache_read_input_tokens: 900 * turn, cache_creation_input_tokens: 0};
    const message = {id: `msg_${number}`, type: 'message', role: 'assistant', model: 'claude-opus-4-6', content: [], stop_reason: null, usage};
    send('message_start', {message});
    let index = 0;
    if (step.say) {
      send('content_block_start', {index, content_block: {type: 'text', text: ''}});
      const parts = step.pace ? step.say.match(/\s*\S+/g) : [step.say];
      for (const text of parts) {
        send('content_block_delta', {index, delta: {type: 'text_delta', text}});
        if (step.pace) await new Promise((resolve) => setTimeout(resolve, step.pace));
        if (response.destroyed) return;
      }
      send('content_block_stop', {index: index++});
    }
    if (step.hang) return;
    const calls = step.calls ?? (step.call ? [step.call] : []);
    calls.forEach(([name, input], i) => {
      send('content_block_start', {index, content_block: {type: 'tool_use', id: `toolu_${number}_${i}`, name, input: {}}});
      send('content_block_delta', {index, delta: {type: 'input_json_delta', partial_json: JSON.stringify(input)}});
      send('content_block_stop', {index: index++});
    });
    const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn';
    send('message_delta', {delta: {stop_reason, stop_sequence: null}, usage: {output_tokens: 20 + (step.say?.length ?? 0)}});
    send('message_stop', {});
    response.end();
  }
}

/** The latest instruction, and how many answers there were since. */
function place(messages) {
  const isResult = (message) => Array.isArray(message.content) && message.content.some((part) => part.type === 'tool_result');
  const at = messages.findLastIndex((message) => message.role === 'user' && !isResult(message));
  const {content} = messages[at];
  const text = typeof content === 'string' ? content : (content.findLast((part) => part.type === 'text')?.text ?? '');
  return {instruction: text, turn: messages.slice(at).filter((message) => message.role === 'assistant').length};
}

/** A call that replaces lines: [path, first, last, text, why]. */
export function proposing(...edits) {
  return {
    call: [
      'propose_edits',
      {
        edits: edits.map(([file_path, start_line, end_line, new_text, rationale], i) => ({
          edit_id: `e_${i + 1}`, file_path, operation: end_line < start_line ? 'insert' : 'replace', start_line,
          ...(end_line < start_line ? {} : {end_line}), new_text, ...(rationale ? {rationale} : {}),
        })),
      },
    ],
  };
}

export const reading = (...paths) => ({calls: paths.map((file_path) => ['read_file', {file_path}])});
export const patching = (input) => ({call: ['apply_patch', {input: `*** Begin Patch\n${input}*** End Patch\n`}]});
