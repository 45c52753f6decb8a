import type {ChatMessage, Event, Job} from '../api/schema.ts';
import type {Draft, Earlier} from '../store/state.ts';
import {recall} from '../store/place.ts';

/** What is shown of a conversation, one after the other. */
export type Item =
  | {kind: 'user'; key: string; text: string}
  | {kind: 'assistant'; key: string; text: string; model: string; writing?: boolean}
  | {kind: 'tool'; key: string; tool: Tool}
  | {kind: 'note'; key: string; text: string; tone: 'plain' | 'bad'};

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

/** The instruction of a message, without the context rows that were laid before it. */
function instructionOf(text: string): string {
  const end = text.lastIndexOf('</context>\n');
  return end < 0 ? text : text.slice(end + '</context>\n'.length);
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
    const begins = (instruction: string): boolean => {
      const at = chat.slice(0, until).findLastIndex((message) => message.role === 'user' && (message.text ?? '').endsWith(instruction));
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
    const name = recall('name') ?? '';
    if (earlier !== this.earlier || name !== this.story?.name) {
      this.earlier = earlier;
      this.told = earlier.flatMap((each) => {
        const story = new Story(each.job_id, name);
        story.hear(each.events);
        return [{kind: 'user' as const, key: `${each.job_id}-instruction`, text: each.instruction}, ...story.items];
      });
    }
    if (!this.story?.goesOn(job.job_id, name, events)) this.story = new Story(job.job_id, name);
    this.story.hear(events);
    const items: Item[] = [...this.said, ...this.told, {kind: 'user' as const, key: `${job.job_id}-instruction`, text: job.instruction}, ...this.story.items];
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
      items.push({kind: 'user', key: `m${i}`, text: instructionOf(message.text ?? '')});
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
    }
  });
  return items;
}

/** What happened in a job, as far as it was heard. An item that changes is another object: what shows it compares. */
class Story {
  readonly items: Item[] = [];
  private readonly job: string;
  readonly name: string;
  /** Where the calls of tools are among the items. */
  private readonly places = new Map<string, number>();
  private applier = '';
  private heard: readonly Event[] = [];

  constructor(job: string, name: string) {
    this.job = job;
    this.name = name;
  }

  /** Whether these events begin with those that were heard. */
  goesOn(job: string, name: string, events: readonly Event[]): boolean {
    const {length} = this.heard;
    return (
      job === this.job &&
      name === this.name &&
      events.length >= length &&
      (length === 0 || (events[0] === this.heard[0] && events[length - 1] === this.heard[length - 1]))
    );
  }

  hear(events: readonly Event[]): void {
    for (const event of events.slice(this.heard.length)) this.add(event);
    this.heard = events;
  }

  private add({cursor, type, data}: Event): void {
    const {items, name} = this;
    const key = `${this.job}-${cursor}`;
    const text = (name: string): string => (typeof data[name] === 'string' ? (data[name] as string) : '');
    const note = (said: string, tone: 'plain' | 'bad' = 'plain'): void =>
      void items.push({kind: 'note', key, text: said, tone});
    const who = text('actor') && text('actor') !== name ? text('actor') : 'You';
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
        this.places.set(tool.id, items.length);
        items.push({kind: 'tool', key, tool});
        break;
      }
      case 'tool.call.completed': {
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
        note(`Asks: ${text('question')}`);
        break;
      case 'clarification.received':
        note(text('answer') === 'no_user_answer' ? `${who} skipped the question.` : `${who} answered: ${text('answer')}`);
        break;
      case 'approval.requested':
        note(`${text('helper') ? `${text('helper')} asks` : 'Asks'} ${text('command') ? `to run: ${text('command')}` : `for permission: ${text('reason')}`}`);
        break;
      case 'approval.received':
        note(text('decision') === 'allow' ? `${who} allowed it.` : `${who} denied it${text('reason') ? `: ${text('reason')}` : '.'}`);
        break;
      case 'review.updated':
        // One's own decisions are seen in the hunks; those of others are told.
        if (text('actor') && text('actor') !== name) note(`${who}: ${text('action').replaceAll('_', ' ')}`);
        break;
      case 'check.finished':
        note(`Check ${text('status').replaceAll('_', ' ')}${text('actor') && text('actor') !== name ? ` (${text('actor')})` : ''}.`);
        break;
      case 'checkpoint.rollback.completed':
        note(`${who} rolled back.`);
        break;
      case 'provider.fallback':
        note(`Goes on with ${text('to')}: ${text('reason').replaceAll('_', ' ')}`);
        break;
      case 'job.failed':
        // Whoever ended it knows; the line of the job says it too.
        if (text('code') === 'cancelled') note('The job was ended before it was done.');
        else note(`Failed (${text('code').replaceAll('_', ' ')}): ${text('message')}`, 'bad');
        break;
      case 'apply.conflict':
        note(text('message') || 'A file has changed meanwhile; nothing was written. Run the job again.', 'bad');
        break;
      case 'apply.started':
        this.applier = text('actor');
        break;
      case 'apply.completed':
        note(this.applier && this.applier !== name ? `Applied by ${this.applier}.` : 'Applied.');
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
