import type {ChatMessage, Event, Job} from '../api/schema.ts';
import type {Draft, Earlier} from '../store/state.ts';
import {ownNames} from '../store/actor.ts';

/** What is shown of a conversation, one after the other. */
export type Item =
  | {kind: 'user'; key: string; text: string; who: string}
  | {kind: 'assistant'; key: string; text: string; model: string; writing?: boolean}
  | {kind: 'tool'; key: string; tool: Tool}
  | {kind: 'question'; key: string; text: string; answer: string}
  | {kind: 'note'; key: string; text: string; tone: 'plain' | 'bad'};

/** Who gave the instruction of a job, for whoever looks at it; empty where nobody said. */
function asker(events: readonly Event[], own: readonly string[]): string {
  const actor = events.find((event) => event.type === 'job.queued')?.data['actor'];
  if (typeof actor !== 'string') return '';
  return own.includes(actor) ? 'You' : actor;
}

/** What asks the person: the question is in the conversation itself, so that its call needs no card. */
const CLARIFY = 'clarify_user';
const SKIPPED = 'no_user_answer';
/** How the model of a job that was interrupted is told to go on. */
const TAKEN_UP = 'The run was interrupted. Go on with: ';
/** How the model of a job that plans first is told so, in a line before the instruction. */
const PLANS = /^Only plan: nothing can be changed before [^\n]*\n/;

/** Who did something, and what; where it is not known who, only what was done. */
function did(who: string, active: string, passive: string): string {
  return who ? `${who} ${active}` : passive;
}

function answered(who: string, answer: string): string {
  if (answer === SKIPPED) return did(who, 'skipped the question.', 'The question was skipped.');
  return did(who, `answered: ${answer}`, `The answer was: ${answer}`);
}

export interface Tool {
  id: string;
  name: string;
  title: string;
  arguments: Record<string, unknown>;
  state: 'running' | 'ok' | 'failed';
  millis: number | null;
  result: Record<string, unknown> | null;
  error: string;
}

export interface Tokens {
  input: number;
  output: number;
  requests: number;
}

/** The instruction of a message, without the context rows that were laid before it, and what the model was told with it. */
function instructionOf(text: string): string {
  const end = text.lastIndexOf('</context>\n');
  const said = (end < 0 ? text : text.slice(end + '</context>\n'.length)).replace(PLANS, '');
  return said.startsWith(TAKEN_UP) ? said.slice(TAKEN_UP.length) : said;
}

/** The conversation: what was said before the latest job, and then its events as they come. */
export function timeline(
  chat: readonly ChatMessage[],
  job: Job | null,
  events: readonly Event[],
  writing: Draft | null = null,
  earlier: readonly Earlier[] = [],
): Item[] {
  return new Timeline().items(chat, job, events, writing, earlier);
}

/** The same again and again: what was made before is kept, and only what is new is made. */
export class Timeline {
  private chat: readonly ChatMessage[] = [];
  private until = -1;
  private said: Item[] = [];
  private earlier: readonly Earlier[] = [];
  private told: Item[] = [];
  private story: Story | null = null;

  /** @param earlier jobs before this one whose events are known: they tell more than what was said */
  items(
    chat: readonly ChatMessage[],
    job: Job | null,
    events: readonly Event[],
    writing: Draft | null,
    earlier: readonly Earlier[] = [],
  ): Item[] {
    let until = chat.length;
    const lastOf = (instruction: string, before: number): number =>
      chat.slice(0, before).findLastIndex((message) => message.role === 'user' && (message.text ?? '').endsWith(instruction));
    const begins = (instruction: string): boolean => {
      let at = lastOf(instruction, until);
      // A job that was taken up again was told its instruction again: it began with the first time.
      while (at > 0 && (chat[at]!.text ?? '').endsWith(TAKEN_UP + instruction)) {
        const first = lastOf(instruction, at);
        if (first < 0) break;
        at = first;
      }
      if (at >= 0) until = at;
      return at >= 0;
    };
    const whole = job !== null && events.length === 0 && chat.length > 0 && (earlier.length === 0 || begins(job.instruction));
    if (whole) until = chat.length;
    else {
      if (job && events.length > 0) begins(job.instruction);
      for (const each of earlier.toReversed()) begins(each.instruction);
    }
    if (chat !== this.chat || until !== this.until) {
      this.said = past(chat.slice(0, until));
      this.chat = chat;
      this.until = until;
    }
    if (!job || whole) return [...this.said];
    const own = ownNames();
    if (earlier !== this.earlier || own.join('\n') !== this.story?.own.join('\n')) {
      this.earlier = earlier;
      this.told = earlier.flatMap((each) => {
        const story = new Story(each.job_id, own);
        story.hear(each.events);
        const who = asker(each.events, own);
        return [{kind: 'user' as const, key: `${each.job_id}-instruction`, text: each.instruction, who}, ...story.items];
      });
    }
    if (!this.story?.goesOn(job.job_id, own, events)) this.story = new Story(job.job_id, own);
    this.story.hear(events);
    const asked: Item = {kind: 'user', key: `${job.job_id}-instruction`, text: job.instruction, who: asker(events, own)};
    const items: Item[] = [...this.said, ...this.told, asked, ...this.story.items];
    if (writing?.text) {
      items.push({kind: 'assistant', key: `${job.job_id}-writing`, text: writing.text, model: '', writing: true});
    }
    return items;
  }
}

function past(chat: readonly ChatMessage[]): Item[] {
  const items: Item[] = [];
  const tools = new Map<string, Tool>();
  chat.forEach((message, i) => {
    if (message.role === 'user') {
      items.push({kind: 'user', key: `m${i}`, text: instructionOf(message.text ?? ''), who: ''});
    }
    if (message.role === 'assistant' && message.text) {
      items.push({kind: 'assistant', key: `m${i}`, text: message.text, model: message.model ?? ''});
    }
    for (const call of message.tool_calls ?? []) {
      const tool: Tool = {
        id: call.tool_call_id,
        name: call.name,
        title: '',
        arguments: call.arguments,
        state: 'running',
        millis: null,
        result: null,
        error: '',
      };
      tools.set(tool.id, tool);
      items.push({kind: 'tool', key: `m${i}-${tool.id}`, tool});
    }
    for (const result of message.tool_results ?? []) {
      const tool = tools.get(result.tool_call_id);
      if (!tool) continue;
      tool.state = result.ok ? 'ok' : 'failed';
      tool.result = result.result;
      tool.error = errorText(result.error);
      const answer = result.result?.['answer'];
      const at = items.findLastIndex((item) => item.kind === 'tool' && item.tool === tool);
      if (tool.name === CLARIFY && tool.state === 'ok' && typeof answer === 'string' && at >= 0) {
        const text = String(tool.arguments['question'] ?? '');
        items[at] = {kind: 'question', key: items[at]!.key, text, answer: answered('', answer)};
      }
    }
  });
  return items;
}

/** What happened in a job, as far as it was heard. An item that changes is another object: what shows it compares. */
class Story {
  readonly items: Item[] = [];
  private readonly job: string;
  /** The names of whoever looks at it. */
  readonly own: readonly string[];
  /** Where the calls of tools are among the items. */
  private readonly places = new Map<string, number>();
  private applier = '';
  /** The call that asks the person, and its question while it is open. */
  private asking: Tool | null = null;
  private question = '';
  private heard: readonly Event[] = [];

  constructor(job: string, own: readonly string[]) {
    this.job = job;
    this.own = own;
  }

  /** Whether these events begin with those that were heard. */
  goesOn(job: string, own: readonly string[], events: readonly Event[]): boolean {
    const {length} = this.heard;
    return (
      job === this.job &&
      own.join('\n') === this.own.join('\n') &&
      events.length >= length &&
      (length === 0 || (events[0] === this.heard[0] && events[length - 1] === this.heard[length - 1]))
    );
  }

  hear(events: readonly Event[]): void {
    const first = events[0]?.cursor ?? 1;
    if (this.heard.length === 0 && first > 1) {
      this.items.push({kind: 'note', key: `${this.job}-missed`, text: `What happened in ${first - 1} events before this is no longer kept.`, tone: 'plain'});
    }
    for (const event of events.slice(this.heard.length)) this.add(event);
    this.heard = events;
  }

  private add({cursor, type, data}: Event): void {
    const {items, own} = this;
    const key = `${this.job}-${cursor}`;
    const text = (name: string): string => (typeof data[name] === 'string' ? (data[name] as string) : '');
    const note = (said: string, tone: 'plain' | 'bad' = 'plain'): void =>
      void items.push({kind: 'note', key, text: said, tone});
    // Who types pauses again and again; that is told once.
    const once = (said: string): void => {
      const last = items.at(-1);
      if (last?.kind !== 'note' || last.text !== said) note(said);
    };
    const actor = text('actor');
    const mine = own.includes(actor);
    const who = mine ? 'You' : actor;
    switch (type) {
      case 'assistant.message':
        if (text('text')) {
          const usage = data['raw_usage'] as {model?: string} | undefined;
          items.push({kind: 'assistant', key, text: text('text'), model: usage?.model ?? ''});
        }
        break;
      case 'tool.call.requested': {
        const tool: Tool = {
          id: text('tool_call_id'),
          name: text('tool'),
          title: text('title'),
          arguments: (data['arguments'] as Record<string, unknown> | undefined) ?? {},
          state: 'running',
          millis: null,
          result: null,
          error: '',
        };
        if (tool.name === CLARIFY) {
          this.asking = tool;
          break;
        }
        this.places.set(tool.id, items.length);
        items.push({kind: 'tool', key, tool});
        break;
      }
      case 'tool.call.completed': {
        if (this.asking?.id === text('tool_call_id')) {
          // A question that was never asked is a call that failed.
          if (data['ok'] !== true) items.push({kind: 'tool', key, tool: {...this.asking, state: 'failed', error: errorText(data['error'])}});
          this.asking = null;
          break;
        }
        const at = this.places.get(text('tool_call_id'));
        const item = at === undefined ? undefined : items[at];
        if (at === undefined || item?.kind !== 'tool') break;
        const tool: Tool = {
          ...item.tool,
          state: data['ok'] === true ? 'ok' : 'failed',
          millis: typeof data['millis'] === 'number' ? data['millis'] : null,
          result: (data['result'] as Record<string, unknown> | undefined) ?? null,
          error: errorText(data['error']),
        };
        items[at] = {...item, tool};
        break;
      }
      case 'helper.reported': {
        // What a helper does in a line each; what it says is in the result of its call.
        const told = (data['data'] as Record<string, unknown> | undefined) ?? {};
        if (data['type'] === 'tool.call.requested' && told['tool'] !== 'yield')
          note(`${text('helper')}: ${String(told['tool'] ?? '')} ${String(told['title'] ?? '')}`.trim());
        break;
      }
      case 'clarification.requested':
        this.question = text('question');
        break;
      case 'clarification.received':
        // While it is open it stands at the end of the conversation, with what can be answered.
        items.push({kind: 'question', key, text: this.question, answer: answered(who, text('answer'))});
        this.question = '';
        break;
      case 'approval.requested':
        note(`${text('helper') ? `${text('helper')} asks` : 'Asks'} ${text('command') ? `to run: ${text('command')}` : `for permission: ${text('reason')}`}`);
        break;
      case 'approval.received':
        if (text('decision') === 'allow') note(did(who, 'allowed it.', 'It was allowed.'));
        else note(`${did(who, 'denied it', 'It was denied')}${text('reason') ? `: ${text('reason')}` : '.'}`);
        break;
      case 'review.updated':
        // One's own decisions are seen in the hunks; those of others are told.
        if (text('action') === 'undo_rollback') note(did(who, 'took the rollback back.', 'The rollback was taken back.'));
        else if (!mine) once(`${who || 'Someone'}: ${text('action').replaceAll('_', ' ')}`);
        break;
      case 'check.finished':
        note(`Check ${text('status').replaceAll('_', ' ')}${text('pinned') ? ` with ${text('pinned')}` : ''}${actor && !mine ? ` (${actor})` : ''}.`);
        break;
      case 'checkpoint.rollback.completed':
        note(did(who, 'rolled back.', 'It was rolled back.'));
        break;
      case 'provider.fallback':
        note(`Goes on with ${text('to')}: ${text('reason').replaceAll('_', ' ')}`);
        break;
      case 'job.failed':
        if (this.question) items.push({kind: 'question', key: `${key}-question`, text: this.question, answer: 'Nobody answered.'});
        this.question = '';
        // Whoever ended it knows; the line of the job says it too.
        if (text('code') === 'cancelled') note('The job was ended before it was done.');
        else if (text('code') === 'superseded') note('It was run again.');
        else note(`Failed (${text('code').replaceAll('_', ' ')}): ${text('message')}`, 'bad');
        break;
      case 'apply.conflict':
        note(text('message') || 'A file has changed meanwhile; nothing was written. Run the job again.', 'bad');
        break;
      case 'apply.started':
        this.applier = actor;
        break;
      case 'apply.completed':
        note(this.applier && !own.includes(this.applier) ? `Applied by ${this.applier}.` : 'Applied.');
        break;
      default:
    }
  }
}

function errorText(error: unknown): string {
  if (typeof error === 'string') return error;
  if (error && typeof error === 'object' && 'message' in error) return String(error.message);
  return '';
}

/** The tokens of everything that was said. */
export function tokensOf(chat: readonly ChatMessage[], events: readonly Event[]): Tokens {
  const tokens = {input: 0, output: 0, requests: 0};
  const add = (usage: unknown): void => {
    if (!usage || typeof usage !== 'object') return;
    const parts = usage as Record<string, unknown>;
    const number = (name: string): number => (typeof parts[name] === 'number' ? parts[name] : 0);
    tokens.input += number('input_tokens') + number('cache_read_tokens') + number('cache_write_tokens');
    tokens.output += number('output_tokens');
    tokens.requests++;
  };
  const told = events.filter((event) => event.type === 'assistant.message');
  // The chat holds what the events tell too: the longer of the two is the whole.
  const said = chat.filter((message) => message.role === 'assistant');
  if (said.length >= told.length) said.forEach((message) => add(message.raw_usage));
  else told.forEach((event) => add(event.data['raw_usage']));
  return tokens;
}
