import {ApiError, refusal, type Api} from '../api/client.ts';
import type {Event} from '../api/schema.ts';
import type {Connection} from './state.ts';
import {SseParser} from './sse.ts';

/** More of an answer that is being written. */
export interface Delta {
  step: number;
  offset: number;
  text: string;
}

export interface Hearer {
  events(events: readonly Event[]): void;
  writing(delta: Delta): void;
  connection(connection: Connection): void;
  /** Some events are no longer kept: what they told is in the snapshots alone. */
  missed(): void;
  /** The job is over: all its events have come. */
  ended(): void;
  /** The login has ended, or the job is gone. */
  refused(error: ApiError): void;
}

export interface Clock {
  wait(millis: number, signal: AbortSignal): Promise<void>;
  /** Calls when this time is over, unless it is called off with what it answers. */
  alarm(millis: number, call: () => void): () => void;
}

/** The browser's own clock. */
export const CLOCK: Clock = {
  wait: (millis, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(done, millis);
      function done(): void {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      }
      signal.addEventListener('abort', done);
    }),
  alarm: (millis, call) => {
    const timer = setTimeout(call, millis);
    return () => clearTimeout(timer);
  },
};

const FIRST_WAIT = 500;
const POLL_WAIT = 2_000;
const LONGEST_WAIT = 10_000;
/** The server speaks at once and then every 15 s: a stream that is silent for longer is dead, as after a sleep. */
const FIRST_SILENCE = 10_000;
const SILENCE = 40_000;
/** Longer than anybody waits: what ends a rest is a person. */
const LONGEST_REST = 3_600_000;
/** So many streams that break before anything comes are a proxy that lets none through. */
const STREAMS = 3;

/**
 * Follows one job until it is over: by its event stream, or by asking again and again where no
 * stream comes through. Whatever breaks, it goes on after the last event that it heard.
 */
export class Live {
  private readonly api: Api;
  private readonly job: string;
  private readonly hearer: Hearer;
  private readonly clock: Clock;
  private readonly stop = new AbortController();
  private cursor: number;
  private mute = 0;
  private over = false;
  private current: AbortController | undefined;
  private resting: AbortController | undefined;

  constructor(api: Api, job: string, cursor: number, hearer: Hearer, clock: Clock = CLOCK) {
    this.api = api;
    this.job = job;
    this.cursor = cursor;
    this.hearer = hearer;
    this.clock = clock;
  }

  close(): void {
    this.stop.abort();
    this.current?.abort();
  }

  /** Lets go of the stream and opens it again: the machine slept, or the network is another. */
  reconnect(): void {
    this.current?.abort();
  }

  /** Holds no connection until it goes on: nobody looks. */
  rest(rests: boolean): void {
    if (rests === (this.resting !== undefined)) return;
    if (rests) {
      this.resting = new AbortController();
      this.current?.abort();
    } else {
      this.resting?.abort();
      this.resting = undefined;
      // That it was let go says nothing about streams.
      this.mute = 0;
    }
  }

  /** Until somebody looks again, or it is closed. */
  private async rested(): Promise<void> {
    while (this.resting && !this.stop.signal.aborted) {
      await this.clock.wait(LONGEST_REST, AbortSignal.any([this.resting.signal, this.stop.signal]));
    }
  }

  async follow(): Promise<void> {
    let wait = FIRST_WAIT;
    while (!this.stop.signal.aborted && !this.over) {
      if (this.resting) {
        await this.rested();
        wait = FIRST_WAIT;
        continue;
      }
      const before = this.cursor;
      const streams = this.mute < STREAMS;
      try {
        await (streams ? this.stream() : this.poll());
        wait = streams ? wait : POLL_WAIT;
      } catch (failed) {
        // Who does not answer at all is away, and that says nothing about streams.
        if (!streams) this.mute = 0;
        if (this.stop.signal.aborted) return;
        if (failed instanceof ApiError && failed.status < 500 && failed.status !== 429) {
          this.hearer.refused(failed);
          return;
        }
        this.hearer.connection(this.resting ? 'idle' : 'reconnecting');
      }
      if (this.resting) continue;
      if (this.over || this.stop.signal.aborted) break;
      await this.clock.wait(wait, this.stop.signal);
      wait = this.cursor > before ? FIRST_WAIT : Math.min(wait * 2, LONGEST_WAIT);
    }
    if (this.over && !this.stop.signal.aborted) this.hearer.ended();
  }

  private async stream(): Promise<void> {
    this.mute++;
    const current = new AbortController();
    this.current = current;
    const response = await this.silent(FIRST_SILENCE, this.api.stream(this.job, this.cursor, current.signal));
    if (response.status === 204) {
      this.over = true;
      return;
    }
    if (!response.ok) throw await refusal(response);
    const reader = response.body!.getReader();
    const decoder = new TextDecoder();
    const parser = new SseParser();
    for (let silence = FIRST_SILENCE; ; silence = SILENCE) {
      const {done, value} = await this.silent(silence, reader.read());
      if (done) return;
      // Whatever comes, also a sign of life, shows that streams come through.
      this.mute = 0;
      this.hearer.connection('live');
      const heard: Event[] = [];
      for (const message of parser.push(decoder.decode(value, {stream: true}))) {
        if (message.event === 'end') this.over = true;
        else if (message.event === 'assistant.delta') {
          // In order with the events: what was said before it is told before it.
          this.tell(heard.splice(0));
          this.hearer.writing(JSON.parse(message.data) as Delta);
        } else if (message.event === 'missed') {
          this.hearer.missed();
        } else if (message.event !== 'stopping') {
          heard.push(JSON.parse(message.data) as Event);
        }
      }
      this.tell(heard);
      if (this.over) return;
    }
  }

  /** Waits for something of the stream, and gives the stream up when it takes too long. */
  private async silent<T>(millis: number, something: Promise<T>): Promise<T> {
    const current = this.current!;
    const off = this.clock.alarm(millis, () => current.abort());
    try {
      return await something;
    } finally {
      off();
    }
  }

  private async poll(): Promise<void> {
    const page = await this.api.call('pollEvents', {
      job_id: this.job,
      query: {cursor: this.cursor, wait_ms: 0},
    });
    this.hearer.connection('polling');
    if (page.missed) this.hearer.missed();
    this.tell(page.events);
    if (page.draft) this.hearer.writing({step: page.draft.step, offset: 0, text: page.draft.text});
    this.over = page.status === 'completed' || page.status === 'failed';
  }

  /** Only what is new: a server that was restarted may tell some of it again. */
  private tell(events: readonly Event[]): void {
    const fresh = events.filter((event) => event.cursor > this.cursor);
    if (fresh.length === 0) return;
    this.cursor = fresh.at(-1)!.cursor;
    this.hearer.events(fresh);
  }
}
