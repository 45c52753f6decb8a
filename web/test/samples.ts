import type {Event, Hunk, Job, SessionWithChat} from '../src/api/schema.ts';

export function event(cursor: number, type: Event['type'], data: Event['data'] = {}): Event {
  return {cursor, type, ts: '2026-01-01T00:00:00Z', data};
}

export function job(more: Partial<Job> = {}): Job {
  return {
    job_id: 'job_1',
    session_id: 'sess_1',
    instruction: 'fix it',
    context_rows: [],
    max_tool_calls: 12,
    agent_mode: 'remote',
    status: 'running',
    created_at: '2026-01-01T00:00:00Z',
    started_at: null,
    finished_at: null,
    cursor: 0,
    tool_calls: 0,
    checkpoint_id: null,
    proposed_edits: [],
    error: null,
    pending_question: null,
    pending_approval: null,
    check: null,
    answer: '',
    questions: 0,
    ...more,
  } as Job;
}

export function session(id = 'sess_1'): SessionWithChat {
  return {
    session_id: id,
    root: 0,
    title: 'a session',
    status: 'active',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    context_rows: [],
    last_job_id: 'job_1',
    chat: [],
    pending_review: null,
    tool_config: {commands: 'off'},
    model: null,
    revision: 1,
  };
}

export function hunk(id: string, more: Partial<Hunk> = {}): Hunk {
  return {
    hunk_id: id,
    kind: 'edit',
    origin: 'agent',
    patch: '@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n',
    accepted: null,
    edit_ids: [],
    change_ids: [],
    ...more,
  };
}

/** Numbers that are the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
