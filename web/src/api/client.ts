import {OPERATIONS, type Operations, type Problem} from './schema.ts';

type Name = keyof Operations;
type Parameters<P extends string> = P extends `${string}{${infer N}}${infer Rest}`
  ? {[K in N]: string} & Parameters<Rest>
  : unknown;
type Part<K extends string, T> = T extends undefined ? unknown : {[P in K]: T};

/** What a call of an operation needs: the names in its path, its query and its body. */
export type Given<O extends Name> = Parameters<Operations[O]['path']> &
  Part<'query', Operations[O]['query']> &
  Part<'body', Operations[O]['body']>;

/** What the server refused, in its own words. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

interface Anything {
  query?: Record<string, unknown>;
  body?: unknown;
  [parameter: string]: unknown;
}

/** A typed client of the API; the cookie of the login goes with every request. */
export class Api {
  private readonly fetch: Fetch;
  private readonly actor: () => string;

  /** @param actor who does what is done from here; empty for nobody in particular */
  constructor(fetch: Fetch, actor: () => string = () => '') {
    this.fetch = fetch;
    this.actor = actor;
  }

  async call<O extends Name>(name: O, given: Given<O>): Promise<Operations[O]['answer']> {
    const {method, path} = OPERATIONS[name];
    const all = given as Anything;
    const headers: Record<string, string> = {Accept: 'application/json'};
    const init: RequestInit = {method: method.toUpperCase(), headers};
    const actor = this.actor();
    if (actor && method !== 'get') headers['Tenon-Actor'] = encodeURIComponent(actor);
    if (all.body !== undefined) {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(all.body);
    }
    const response = await this.send(address(path, all), init);
    if (!response.ok) throw await refusal(response);
    return (await response.json()) as Operations[O]['answer'];
  }

  /** Opens the event stream of a job after a cursor. */
  stream(job: string, cursor: number, signal: AbortSignal): Promise<Response> {
    return this.send(address(OPERATIONS.streamEvents.path, {job_id: job}), {
      headers: {Accept: 'text/event-stream', 'Last-Event-ID': String(cursor)},
      signal,
    });
  }

  /** Exchanges the token for a login of this browser; false when it is not the server's. */
  async signIn(token: string): Promise<boolean> {
    const response = await this.send('/login', {
      method: 'POST',
      body: new URLSearchParams({token}),
      redirect: 'manual',
    });
    // Who may come in is sent on to the page, which is here already.
    if (response.type === 'opaqueredirect' || response.ok) return true;
    if (response.status === 401) return false;
    throw await refusal(response);
  }

  private async send(to: string, init: RequestInit): Promise<Response> {
    try {
      return await this.fetch(to, {credentials: 'same-origin', ...init});
    } catch (failed) {
      if (init.signal?.aborted) throw failed;
      throw new Unreachable('The server cannot be reached.');
    }
  }
}

function address(path: string, given: Anything): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `${filled}?${text}` : filled;
}

export async function refusal(response: Response): Promise<ApiError> {
  let problem: Problem = {
    code: 'unreadable',
    message: `The server answered ${response.status}.`,
    suggestions: ['Try it again.'],
  };
  try {
    const body = (await response.json()) as {error?: Problem};
    if (body.error) problem = body.error;
  } catch {
    // Not JSON: a proxy stands between, and its status is all there is to tell.
  }
  return new ApiError(response.status, problem);
}
