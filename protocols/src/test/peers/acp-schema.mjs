// Holds messages against the schema that the official SDK of the Agent Client Protocol ships. As a program: reads a file with
// a line {"program", "from", "message"} for each, and prints what does not fit as JSON. A line {"program", "misspeaks"} names
// what a client says wrongly on purpose.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv/dist/2020.js';

const schema = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@agentclientprotocol/sdk/schema/v1/schema.json')));
const ajv = new Ajv.default({ strict: false, validateFormats: false });
ajv.addSchema(schema, 'acp');
const whole = ajv.getSchema('acp');
// Both the request and the response of a method carry its name.
const definitions = new Map();
for (const [name, each] of Object.entries(schema.$defs)) {
  const end = ['Request', 'Response', 'Notification'].find((one) => name.endsWith(one));
  if (each['x-method'] && end) definitions.set(each['x-method'] + ' ' + end, ajv.getSchema('acp#/$defs/' + name));
}
const kinds = new Set(
  schema.$defs.SessionUpdate.oneOf.map((each) => each.properties.sessionUpdate.const));

/** Checks one connection, message by message. What the agent refuses is the client's own affair. */
export function connection(wrong) {
  const asked = { agent: new Map(), client: new Map() };
  const short = (value) => JSON.stringify(value).slice(0, 600);
  const fits = (from, what, validate, value) => {
    if (!validate) return [{ from, what, errors: 'the schema does not define it', line: short(value) }];
    return validate(value) ? [] : [{ from, what, errors: ajv.errorsText(validate.errors).slice(0, 600), line: short(value) }];
  };
  return (from, message) => {
    const own = message.method?.startsWith('_');
    const other = from === 'agent' ? 'client' : 'agent';
    const faults = own ? [] : fits(from, 'message', whole, message);
    if (message.method && message.id !== undefined) {
      if (!own) faults.push(...fits(from, message.method, definitions.get(message.method + ' Request'), message.params));
      asked[from].set(message.id, { method: message.method, faults: from === 'client' ? faults : [] });
      if (from === 'client') return;
    } else if (message.method) {
      if (!own) faults.push(...fits(from, message.method, definitions.get(message.method + ' Notification'), message.params));
      const kind = message.method === 'session/update' && message.params.update?.sessionUpdate;
      if (kind && !kinds.has(kind) && !kind.startsWith('_')) {
        faults.push({ from, what: kind, errors: 'no update is called so', line: short(message) });
      }
    } else {
      const question = asked[other].get(message.id);
      asked[other].delete(message.id);
      if (message.result !== undefined) {
        wrong.push(...(question?.faults ?? []));
        if (!question?.method.startsWith('_')) {
          faults.push(
            ...fits(from, 'answer to ' + question?.method, definitions.get(question?.method + ' Response'), message.result));
        }
      } else if (message.error === undefined) {
        faults.push({ from, what: 'answer', errors: 'neither result nor error', line: short(message) });
      }
    }
    wrong.push(...faults);
  };
}

if (process.argv[1].endsWith('acp-schema.mjs')) {
  const programs = new Map();
  const lines = readFileSync(process.argv[2], 'utf8').split('\n').filter((each) => each);
  for (const line of lines) {
    const { program, from, message, misspeaks } = JSON.parse(line);
    if (!programs.has(program)) {
      const wrong = [];
      programs.set(program, { wrong, say: connection(wrong), purposes: new Set() });
    }
    const one = programs.get(program);
    if (misspeaks) one.purposes.add(misspeaks);
    else one.say(from, message);
  }
  const wrong = [...programs.values()].flatMap(({ wrong, purposes }) =>
    wrong.filter((each) => each.from === 'agent' || !purposes.has(each.what)));
  console.log(JSON.stringify({ count: lines.length, wrong }));
}
