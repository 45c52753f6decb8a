// Made from the OpenAPI document by ./verify --docs; a test fails when it is stale.
/** A file that a run changed. */
export type AffectedFile = {
  file_path: string;
  base_snapshot_hash: string;
  hunks: Array<ReversibleHunk>;
};
/** What was written. */
export type Applied = {
  status?: 'completed';
  applied_files: Array<AppliedFile>;
  change_ids: Array<string>;
};
/** How many hunks of a file had which fate. */
export type AppliedFile = {
  file_path: string;
  applied_hunks: number;
  rejected_hunks: number;
  pending_hunks: number;
  dropped_hunks: number;
};
/** What a job wants to do and a person has to allow. */
export type Approval = {
  approval_id: string;
  helper: string;
  tool: string;
  command: string;
  folder: string;
  what: Array<string>;
  reason: string;
  offers: Array<string>;
  can_last: boolean;
  plan: Plan | null;
};
/** A file as it is in the working buffers, whole. */
export type Buffer = {
  file_path: string;
  content: string;
  file_hash: string;
  change_log: Array<LoggedChange>;
};
/** A message of the conversation, the same for every provider. */
export type ChatMessage = {
  role: 'user' | 'assistant' | 'tool';
  text?: string;
  tool_calls?: Array<ToolCall>;
  tool_results?: Array<ToolResult>;
  model?: string;
  stop_reason?: 'needs_tools' | 'needs_clarification' | 'proposed_edits' | 'done' | 'error';
  raw_usage?: Usage;
};
/** A command on a view of the project with a selection of hunks. */
export type Check = {
  check_id: string;
  command: string;
  selection: 'accepted' | 'all';
  fingerprint: string;
  hunks: Array<number>;
  hunk_ids: Array<string>;
  total: number;
  pinned: string;
  status: 'running' | 'passed' | 'failed' | 'timed_out' | 'cancelled' | 'interrupted' | 'error';
  exit_code: number | null;
  started_at: string;
  finished_at: string | null;
  millis: number | null;
  output: string;
  output_bytes: number;
  message: string;
  actor?: string;
};
/** The last check of a job. */
export type CheckState = {
  job_id: string;
  check: Check | null;
  stale: boolean;
};
/** The files as they were before a run. */
export type Checkpoint = {
  checkpoint_id: string;
  session_id: string;
  job_id: string;
  created_at: string;
  affected_files: Array<AffectedFile>;
};
/** Whether jobs may run commands, on a view of the project with what is staged. */
export type CommandConfig = {
  commands?: 'off' | 'ask' | 'auto';
};
/** Something laid beside the instruction. */
export type ContextRow = {
  id?: string;
  kind: 'selection' | 'file' | 'pinned';
  file_path?: string;
  start_line?: number;
  end_line?: number;
  content?: string;
};
/** A file three times; null stands for no file. */
export type Diff3 = {
  file_path: string;
  current_file: string | null;
  checkpoint_base: string | null;
  agent_proposed: string | null;
  pieces: Array<Piece>;
};
/** All that is staged and not yet on the disk. */
export type DiffBundle = {
  job_id: string;
  files: Array<FileDiff>;
  selections?: Selections;
};
/** A file whose working buffer is not what is on the disk. */
export type DirtyBuffer = {
  file_path: string;
  target_path?: string;
  base_file_hash: string;
  file_hash: string | null;
  deleted: boolean;
  pending_hunks: number;
  accepted_hunks: number;
  origins: Array<string>;
};
/** What the model has said so far of an answer; only whole words. */
export type Draft = {
  step: number;
  text: string;
};
/** A request that was refused or failed. */
export type Error = {
  error: Problem;
};
/** One thing that happened to a job. */
export type Event = {
  cursor: number;
  type: 'job.queued' | 'job.started' | 'job.completed' | 'job.failed' | 'job.resumed' | 'provider.selected' | 'provider.fallback' | 'assistant.message' | 'tool.call.requested' | 'tool.call.completed' | 'helper.reported' | 'clarification.requested' | 'clarification.received' | 'approval.requested' | 'approval.received' | 'edits.proposed' | 'diff.generated' | 'review.updated' | 'apply.started' | 'apply.completed' | 'apply.conflict' | 'check.started' | 'check.output' | 'check.finished' | 'checkpoint.created' | 'checkpoint.rollback.started' | 'checkpoint.rollback.completed' | 'checkpoint.rollback.failed';
  ts: string;
  data: Record<string, unknown>;
};
/** The events after a cursor. */
export type EventPage = {
  job_id: string;
  status: 'queued' | 'running' | 'waiting_for_user' | 'awaiting_review' | 'completed' | 'failed';
  next_cursor: number;
  events: Array<Event>;
  draft: Draft | null;
  missed?: number;
};
/** Why a job failed. */
export type Failure = {
  code: string;
  message: string;
};
/** A file that is not what it was when it was staged; null for no file or no text. */
export type FileConflict = {
  file_path: string;
  message: string;
  base: string | null;
  current: string | null;
  proposed: string | null;
  binary: boolean;
};
/** The hunks of one file. */
export type FileDiff = {
  file_path: string;
  target_path?: string;
  base_file_hash: string;
  working_file_hash?: string;
  hunks: Array<Hunk>;
};
/** A change that is decided about as one. */
export type Hunk = {
  hunk_id: string;
  kind: 'edit' | 'create' | 'delete' | 'move';
  origin: 'agent' | 'user' | 'shell' | 'formatter' | 'hook';
  patch: string;
  description?: string;
  accepted: boolean | null;
  decided_by?: string;
  rationale?: string;
  edit_ids: Array<string>;
  change_ids: Array<string>;
  requires?: Array<string>;
  oversized_hunk?: boolean;
};
/** One instruction, carried out in the background. */
export type Job = {
  job_id: string;
  session_id: string;
  instruction: string;
  context_rows: Array<ContextRow>;
  max_tool_calls: number;
  agent_mode: 'local' | 'remote' | 'hybrid_auto';
  commands: 'off' | 'ask' | 'auto';
  model: string | null;
  plan: 'none' | 'first' | 'approved';
  status: 'queued' | 'running' | 'waiting_for_user' | 'awaiting_review' | 'completed' | 'failed';
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  cursor: number;
  tool_calls: number;
  checkpoint_id: string | null;
  proposed_edits: Array<ProposedEdit>;
  diff_bundle?: DiffBundle;
  pending_question: Question | null;
  pending_approval: Approval | null;
  check: Check | null;
  error: Failure | null;
  answer: string;
  queue_position?: number;
  behind?: string;
  questions: number;
};
/** A job that has been queued. */
export type JobStarted = {
  job_id: string;
  session_id: string;
  status: 'queued';
  behind?: string;
};
/** A job without what it made. */
export type JobSummary = {
  job_id: string;
  session_id: string;
  instruction: string;
  agent_mode: string;
  status: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  tool_calls: number;
  max_tool_calls: number;
  checkpoint_id: string | null;
  error: Failure | null;
  queue_position?: number;
  behind?: string;
};
/** The bounds of jobs and requests. */
export type Limits = {
  max_tool_calls_per_job: number;
  max_tool_calls_cap: number;
  max_steps_per_job: number;
  max_schema_retries: number;
  max_search_results_default: number;
  max_search_results_cap: number;
  max_search_snippet_lines: number;
  max_read_bytes_default: number;
  max_read_lines_default: number;
  max_hunk_lines: number;
  max_hunk_bytes: number;
  max_running_jobs: number;
  max_queued_jobs: number;
  max_events_per_job: number;
  max_body_bytes: number;
  max_requests_per_second: number;
  max_event_streams: number;
};
/** Lines of a file. */
export type Lines = {
  file_path: string;
  content: string;
  start_line: number;
  end_line: number;
  total_lines?: number;
  truncated?: boolean;
  line_cut?: boolean;
  encoding?: string;
};
/** A change of a working buffer. */
export type LoggedChange = {
  id: string;
  origin: 'agent' | 'user' | 'shell' | 'formatter' | 'hook';
  forward_patch: string;
  reverse_patch: string;
  status: string;
  file_hash_before: string;
};
/** What a rollback would do to a working buffer. */
export type LostFile = {
  file_path: string;
  patch: string;
  lost_lines: number;
  whole?: 'removed' | 'restored' | 'replaced';
};
/** A remote model that a session can have. */
export type ModelChoice = {
  model: string;
  context_window: number;
  max_output: number;
  input_usd: number | null;
  output_usd: number | null;
};
/** The models by their names; null where there is none, or it is chosen later. */
export type ModelNames = {
  local: string | null;
  remote: string | null;
};
/** What answers have used. */
export type ModelUsage = {
  model?: string;
  requests: number;
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  cost_usd: number | null;
};
/** A place where the words stand. */
export type Passage = {
  file_path: string;
  start_line: number;
  end_line: number;
  snippet: string;
};
/** A part of the three-way comparison. */
export type Piece = {
  origin: 'base' | 'current' | 'proposed' | 'both' | 'conflict';
  text?: string;
  current?: string;
  base?: string;
  proposed?: string;
};
/** What a job means to do when it is approved. */
export type Plan = {
  title: string;
  steps: Array<string>;
  checks: Array<string>;
  risks: Array<string>;
  sha256: string;
};
/** What is wrong. */
export type Problem = {
  code: string;
  message: string;
  suggestions: Array<string>;
  details?: Record<string, unknown>;
};
/** An edit of a range of lines, whichever way the model wrote it. */
export type ProposedEdit = {
  edit_id: string;
  file_path: string;
  operation: 'replace' | 'insert' | 'delete';
  start_line: number;
  end_line?: number;
  new_text: string;
  expected_hash: string;
  rationale?: string;
  file_operation?: 'create' | 'delete' | 'move';
  target_path?: string;
};
/** What a job asks a person. */
export type Question = {
  question_id: string;
  question: string;
  choices: Array<string>;
};
/** A task of the project's own task runner. */
export type Recipe = {
  name: string;
  command: string;
  doc: string;
};
/** A hunk and how to take it back. */
export type ReversibleHunk = {
  hunk_id: string;
  status: 'pending' | 'accepted' | 'rejected' | 'applied';
  reverse_patch: string;
};
/** Working buffers that were taken back. */
export type Rollback = {
  checkpoint_id: string;
  status: 'completed';
  files: Array<string>;
  saved: boolean;
};
/** A project that is served. */
export type Root = {
  root: number;
  name: string;
};
/** When hybrid_auto takes the remote model. */
export type Routing = {
  strict_local: boolean;
  hybrid_max_local_attempts: number;
  hybrid_remote_on_tool_budget: boolean;
  hybrid_remote_on_schema_fail: boolean;
  hybrid_remote_on_context_overflow: boolean;
  hybrid_remote_on_model_fail: boolean;
  hybrid_remote_on_validation_fail: boolean;
  hybrid_remote_on_timeout_ms: number;
};
/** A run with its checkpoint. */
export type Run = {
  checkpoint_id: string;
  job_id: string;
  instruction: string;
  status: string;
  error_code: string | null;
  created_at: string;
  files: Array<RunFile>;
  rollbacks: Array<RunRollback>;
};
/** A file that a run changed. */
export type RunFile = {
  file_path: string;
  hunks: number;
  applied: number;
};
/** A rollback of a run. */
export type RunRollback = {
  rollback_id: string;
  mode: 'hard_all' | 'scoped_selected';
  created_at: string;
  actor?: string;
  files: Array<string>;
  state: 'open' | 'saved' | 'undone';
  can_undo: boolean;
};
/** A selection of hunks at one moment. */
export type Selected = {
  fingerprint: string;
  hunks: Array<number>;
};
/** The hunks that a check can be about. */
export type Selections = {
  accepted: Selected;
  all: Selected;
};
/** A conversation about one project, with its jobs. */
export type Session = {
  session_id: string;
  root: number;
  title: string;
  status: 'active' | 'archived';
  created_at: string;
  updated_at: string;
  context_rows: Array<ContextRow>;
  last_job_id: string | null;
  tool_config: CommandConfig;
  model: string | null;
  revision: number;
};
/** A session with its chat and what waits for review. */
export type SessionWithChat = {
  session_id: string;
  root: number;
  title: string;
  status: 'active' | 'archived';
  created_at: string;
  updated_at: string;
  context_rows: Array<ContextRow>;
  last_job_id: string | null;
  tool_config: CommandConfig;
  model: string | null;
  revision: number;
  chat: Array<ChatMessage>;
  pending_review: DiffBundle | null;
};
/** The settings in force, as far as clients are concerned. */
export type Settings = {
  poll_interval_ms: number;
  agent_mode: 'local' | 'remote' | 'hybrid_auto';
  agent_modes: Array<string>;
  sides: Sides;
  models: ModelNames;
  routing: Routing;
  limits: Limits;
  roots: Array<Root>;
};
/** Which models there are. */
export type Sides = {
  local: boolean;
  remote: boolean;
};
/** A call of a tool, the same for every provider. */
export type ToolCall = {
  tool_call_id: string;
  name: string;
  arguments: Record<string, unknown>;
};
/** Bounds of one job. */
export type ToolConfig = {
  max_tool_calls?: number;
  commands?: 'off' | 'ask' | 'auto';
};
/** The answer to a call. */
export type ToolResult = {
  tool_call_id: string;
  name: string;
  ok: boolean;
  result: Record<string, unknown> | null;
  error: Record<string, unknown> | null;
};
/** A job with everything that is known of its run; long texts and lists are cut. */
export type Trace = {
  format: 'tenon.trace.1';
  job: Record<string, unknown>;
  provider_choices: Array<Record<string, unknown>>;
  steps: Array<Record<string, unknown>>;
  tool_calls: Array<ToolCall>;
  tool_results: Array<ToolResult>;
  timings: Record<string, unknown>;
  usage: Array<Record<string, unknown>>;
  checkpoint: Record<string, unknown> | null;
  receipt: Record<string, unknown> | null;
  events: Array<Event>;
  missed_events: number;
};
/** Tokens of one answer; the four add up to what was processed. */
export type Usage = {
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
};

/** Every operation by its name. */
export interface Operations {
  /** Begin a session. */
  createSession: {
    method: 'post';
    path: '/api/agent/sessions';
    query: undefined;
    body: {
      title?: string;
      root?: number;
      tool_config?: CommandConfig;
      model?: string;
    };
    answer: Session;
  };
  /** The sessions, the latest first. */
  listSessions: {
    method: 'get';
    path: '/api/agent/sessions';
    query: {status?: 'active' | 'archived'; query?: string; limit?: number; skip?: number};
    body: undefined;
    answer: {
      sessions: Array<Session>;
    };
  };
  /** A session with its chat and what waits for review. */
  getSession: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}';
    query: undefined;
    body: undefined;
    answer: SessionWithChat;
  };
  /** Put a session aside. */
  archiveSession: {
    method: 'post';
    path: '/api/agent/sessions/{session_id}/archive';
    query: undefined;
    body: undefined;
    answer: Session;
  };
  /** Take a session up again. */
  unarchiveSession: {
    method: 'post';
    path: '/api/agent/sessions/{session_id}/unarchive';
    query: undefined;
    body: undefined;
    answer: Session;
  };
  /** Say whether jobs of the session may run commands, from the next one on. */
  setToolConfig: {
    method: 'put';
    path: '/api/agent/sessions/{session_id}/tool_config';
    query: undefined;
    body: {
      commands: 'off' | 'ask' | 'auto';
    };
    answer: Session;
  };
  /** Say which remote model jobs of the session have, from the next one on. */
  setModel: {
    method: 'put';
    path: '/api/agent/sessions/{session_id}/model';
    query: undefined;
    body: {
      model?: string;
    };
    answer: Session;
  };
  /** Lay rows beside every run of the session. */
  setContext: {
    method: 'put';
    path: '/api/agent/sessions/{session_id}/context';
    query: undefined;
    body: {
      context_rows: Array<ContextRow>;
    };
    answer: Session;
  };
  /** Start a background job. */
  run: {
    method: 'post';
    path: '/api/agent/run';
    query: undefined;
    body: {
      session_id: string;
      instruction: string;
      context_rows?: Array<ContextRow>;
      tool_config?: ToolConfig;
      agent_mode?: 'local' | 'remote' | 'hybrid_auto';
      queue?: boolean;
      plan?: boolean;
    };
    answer: JobStarted;
  };
  /** A job as it stands, with its diff bundle while it awaits review. */
  getJob: {
    method: 'get';
    path: '/api/agent/jobs/{job_id}';
    query: undefined;
    body: undefined;
    answer: Job;
  };
  /** The jobs that are not over, or those of a session; the oldest first. */
  listJobs: {
    method: 'get';
    path: '/api/agent/jobs';
    query: {status?: string; session_id?: string};
    body: undefined;
    answer: {
      jobs: Array<JobSummary>;
    };
  };
  /** The events after a cursor. */
  pollEvents: {
    method: 'get';
    path: '/api/agent/jobs/{job_id}/events';
    query: {cursor?: number; wait_ms?: number};
    body: undefined;
    answer: EventPage;
  };
  /** The job with all its events, to be kept. */
  getTrace: {
    method: 'get';
    path: '/api/agent/jobs/{job_id}/trace';
    query: undefined;
    body: undefined;
    answer: Trace;
  };
  /** Answer the open question; no_user_answer skips it. */
  clarify: {
    method: 'post';
    path: '/api/agent/jobs/{job_id}/clarify';
    query: undefined;
    body: {
      question_id: string;
      answer: string;
    };
    answer: Job;
  };
  /** Allow or refuse what the job asks for. */
  approve: {
    method: 'post';
    path: '/api/agent/jobs/{job_id}/approve';
    query: undefined;
    body: {
      approval_id: string;
      decision: 'allow' | 'deny';
      scope?: 'once' | 'session' | 'always';
      reason?: string;
      commands?: 'off' | 'ask' | 'auto';
    };
    answer: Job;
  };
  /** End a job, whatever it is doing. */
  cancelJob: {
    method: 'post';
    path: '/api/agent/jobs/{job_id}/cancel';
    query: undefined;
    body: undefined;
    answer: Job;
  };
  /** Take up a job that the end of the server interrupted, or begin one that waits behind a job of its session that failed. */
  resumeJob: {
    method: 'post';
    path: '/api/agent/jobs/{job_id}/resume';
    query: undefined;
    body: undefined;
    answer: Job;
  };
  /** Drop what a job has staged and carry out its instruction again. */
  rerunJob: {
    method: 'post';
    path: '/api/agent/jobs/{job_id}/rerun';
    query: undefined;
    body: undefined;
    answer: Job;
  };
  /** What is staged now. */
  getDiff: {
    method: 'get';
    path: '/api/agent/jobs/{job_id}/diff';
    query: undefined;
    body: undefined;
    answer: DiffBundle;
  };
  /** Decide about hunks. */
  review: {
    method: 'post';
    path: '/api/agent/jobs/{job_id}/review';
    query: undefined;
    body: {
      action: 'accept' | 'reject' | 'reset' | 'split' | 'accept_all_file' | 'reject_all_file' | 'accept_all' | 'reject_all' | 'undo' | 'redo';
      hunk_ids?: Array<string>;
      line?: number;
      file_path?: string;
    };
    answer: DiffBundle;
  };
  /** Write the accepted hunks, drop the others, end the job. */
  apply: {
    method: 'post';
    path: '/api/agent/apply';
    query: undefined;
    body: {
      session_id: string;
      job_id: string;
      accepted_hunk_ids: Array<string>;
    };
    answer: Applied;
  };
  /** Write what was accepted or typed, and go on with the review. */
  save: {
    method: 'post';
    path: '/api/agent/sessions/{session_id}/save';
    query: undefined;
    body: undefined;
    answer: Applied;
  };
  /** Take back the latest decision, edit or rollback of the person. */
  undo: {
    method: 'post';
    path: '/api/agent/sessions/{session_id}/undo';
    query: undefined;
    body: undefined;
    answer: DiffBundle;
  };
  /** Do again what was taken back. */
  redo: {
    method: 'post';
    path: '/api/agent/sessions/{session_id}/redo';
    query: undefined;
    body: undefined;
    answer: DiffBundle;
  };
  /** What a run changed, and what the files were before. */
  getCheckpoint: {
    method: 'get';
    path: '/api/agent/checkpoints/{checkpoint_id}';
    query: undefined;
    body: undefined;
    answer: Checkpoint;
  };
  /** A file now, before the run, and as proposed. */
  compare: {
    method: 'get';
    path: '/api/agent/checkpoints/{checkpoint_id}/diff3';
    query: {file_path: string};
    body: undefined;
    answer: Diff3;
  };
  /** Take the working buffers back; save to write that. */
  rollback: {
    method: 'post';
    path: '/api/agent/checkpoints/{checkpoint_id}/rollback';
    query: undefined;
    body: {
      mode: 'hard_all' | 'scoped_selected';
      hunk_ids?: Array<string>;
    };
    answer: Rollback;
  };
  /** What may be run as a check of the session's project. */
  listChecks: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}/checks';
    query: undefined;
    body: undefined;
    answer: {
      last_command: string | null;
      recipes: Array<Recipe>;
      problems: Array<string>;
    };
  };
  /** Run a command on a view of the project with the accepted hunks, or all of them. Nothing of the project and nothing that is staged changes. */
  startCheck: {
    method: 'post';
    path: '/api/agent/jobs/{job_id}/check';
    query: undefined;
    body: {
      command: string;
      selection?: 'accepted' | 'all';
    };
    answer: Check;
  };
  /** The last check of a job, as it stands. */
  getCheck: {
    method: 'get';
    path: '/api/agent/jobs/{job_id}/check';
    query: undefined;
    body: undefined;
    answer: CheckState;
  };
  /** End the check that runs; answers when it has ended. */
  cancelCheck: {
    method: 'post';
    path: '/api/agent/jobs/{job_id}/check/cancel';
    query: undefined;
    body: undefined;
    answer: CheckState;
  };
  /** The project's files. */
  listFiles: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}/files';
    query: {prefix?: string; glob?: string; limit?: number};
    body: undefined;
    answer: {
      files: Array<string>;
      truncated?: boolean;
    };
  };
  /** Lines of a file. */
  readFile: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}/file';
    query: {file_path: string; start_line?: number; end_line?: number};
    body: undefined;
    answer: Lines;
  };
  /** Find text in the project. */
  search: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}/search';
    query: {query: string; glob?: string; limit?: number};
    body: undefined;
    answer: {
      results: Array<Passage>;
      truncated?: boolean;
    };
  };
  /** A file as it is in the working buffers, whole. */
  readBuffer: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}/buffer';
    query: {file_path: string};
    body: undefined;
    answer: Buffer;
  };
  /** Put the person's own text into a working buffer. */
  writeBuffer: {
    method: 'put';
    path: '/api/agent/sessions/{session_id}/buffer';
    query: undefined;
    body: {
      file_path: string;
      content: string;
      base_hash?: string;
    };
    answer: Buffer;
  };
  /** A file without what is staged for it: what the hunks are compared with. */
  readBase: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}/base';
    query: {file_path: string};
    body: undefined;
    answer: {
      file_path: string;
      content: string | null;
    };
  };
  /** The files whose working buffer is not what is on the disk. */
  listBuffers: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}/buffers';
    query: undefined;
    body: undefined;
    answer: {
      buffers: Array<DirtyBuffer>;
    };
  };
  /** Forget everything that is staged for a file. */
  discardBuffer: {
    method: 'post';
    path: '/api/agent/sessions/{session_id}/buffer/discard';
    query: undefined;
    body: {
      file_path: string;
    };
    answer: {
      buffers: Array<DirtyBuffer>;
    };
  };
  /** Take a file away in the working buffers; save to remove it from the disk. */
  deleteBuffer: {
    method: 'post';
    path: '/api/agent/sessions/{session_id}/buffer/delete';
    query: undefined;
    body: {
      file_path: string;
      base_hash: string;
    };
    answer: {
      buffers: Array<DirtyBuffer>;
    };
  };
  /** What the answers of a session have used, as far as its history tells. */
  getUsage: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}/usage';
    query: undefined;
    body: undefined;
    answer: {
      requests: number;
      input_tokens: number;
      output_tokens: number;
      cache_read_tokens: number;
      cache_write_tokens: number;
      cost_usd: number | null;
      models: Array<ModelUsage>;
    };
  };
  /** Files and folders whose paths fit a few typed letters. */
  findFiles: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}/find';
    query: {query: string; limit?: number};
    body: undefined;
    answer: {
      files: Array<string>;
    };
  };
  /** The bytes of a picture: PNG, JPEG, GIF or WebP. */
  readImage: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}/image';
    query: {file_path: string; side?: 'working' | 'base'};
    body: undefined;
    answer: string;
  };
  /** The bytes of a picture that a tool has shown to the model: PNG, JPEG, GIF or WebP, by its bytes. */
  readCallImage: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}/calls/{tool_call_id}/image';
    query: {number?: number};
    body: undefined;
    answer: string;
  };
  /** The runs of a session, the latest first. */
  listCheckpoints: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}/checkpoints';
    query: undefined;
    body: undefined;
    answer: {
      checkpoints: Array<Run>;
    };
  };
  /** What a rollback would do to the working buffers; nothing changes. */
  previewRollback: {
    method: 'post';
    path: '/api/agent/checkpoints/{checkpoint_id}/preview';
    query: undefined;
    body: {
      mode: 'hard_all' | 'scoped_selected';
      hunk_ids?: Array<string>;
    };
    answer: {
      checkpoint_id: string;
      mode: string;
      files: Array<LostFile>;
    };
  };
  /** Take a rollback back in the working buffers, a saved one too; save to write that. */
  undoRollback: {
    method: 'post';
    path: '/api/agent/sessions/{session_id}/rollbacks/{rollback_id}/undo';
    query: undefined;
    body: undefined;
    answer: {
      rollback_id: string;
      checkpoint_id: string;
      files: Array<string>;
      saved: boolean;
    };
  };
  /** The files that are not what they were when they were staged, with both sides. */
  getConflicts: {
    method: 'get';
    path: '/api/agent/jobs/{job_id}/conflicts';
    query: undefined;
    body: undefined;
    answer: {
      job_id: string;
      conflicts: Array<FileConflict>;
    };
  };
  /** The same of a session, also where no job is under review. */
  listConflicts: {
    method: 'get';
    path: '/api/agent/sessions/{session_id}/conflicts';
    query: undefined;
    body: undefined;
    answer: {
      session_id: string;
      conflicts: Array<FileConflict>;
    };
  };
  /** What a client has to know of the server. */
  getSettings: {
    method: 'get';
    path: '/api/agent/settings';
    query: undefined;
    body: undefined;
    answer: Settings;
  };
  /** The remote models a session can choose from. */
  listModels: {
    method: 'get';
    path: '/api/agent/models';
    query: undefined;
    body: undefined;
    answer: {
      models: Array<ModelChoice>;
      usual: string | null;
    };
  };
  /** The events as they happen (server-sent events): each with its cursor as id, and end when the job is over. Last-Event-ID goes on from there. */
  streamEvents: {
    method: 'get';
    path: '/api/agent/jobs/{job_id}/stream';
    query: {cursor?: number};
    body: undefined;
    answer: string;
  };
  /** This document. */
  getDocument: {
    method: 'get';
    path: '/api/openapi.json';
    query: undefined;
    body: undefined;
    answer: unknown;
  };
}

/** Where every operation is. */
export const OPERATIONS: {
  readonly [O in keyof Operations]: Pick<Operations[O], 'method' | 'path'>;
} = {
  createSession: {method: 'post', path: '/api/agent/sessions'},
  listSessions: {method: 'get', path: '/api/agent/sessions'},
  getSession: {method: 'get', path: '/api/agent/sessions/{session_id}'},
  archiveSession: {method: 'post', path: '/api/agent/sessions/{session_id}/archive'},
  unarchiveSession: {method: 'post', path: '/api/agent/sessions/{session_id}/unarchive'},
  setToolConfig: {method: 'put', path: '/api/agent/sessions/{session_id}/tool_config'},
  setModel: {method: 'put', path: '/api/agent/sessions/{session_id}/model'},
  setContext: {method: 'put', path: '/api/agent/sessions/{session_id}/context'},
  run: {method: 'post', path: '/api/agent/run'},
  getJob: {method: 'get', path: '/api/agent/jobs/{job_id}'},
  listJobs: {method: 'get', path: '/api/agent/jobs'},
  pollEvents: {method: 'get', path: '/api/agent/jobs/{job_id}/events'},
  getTrace: {method: 'get', path: '/api/agent/jobs/{job_id}/trace'},
  clarify: {method: 'post', path: '/api/agent/jobs/{job_id}/clarify'},
  approve: {method: 'post', path: '/api/agent/jobs/{job_id}/approve'},
  cancelJob: {method: 'post', path: '/api/agent/jobs/{job_id}/cancel'},
  resumeJob: {method: 'post', path: '/api/agent/jobs/{job_id}/resume'},
  rerunJob: {method: 'post', path: '/api/agent/jobs/{job_id}/rerun'},
  getDiff: {method: 'get', path: '/api/agent/jobs/{job_id}/diff'},
  review: {method: 'post', path: '/api/agent/jobs/{job_id}/review'},
  apply: {method: 'post', path: '/api/agent/apply'},
  save: {method: 'post', path: '/api/agent/sessions/{session_id}/save'},
  undo: {method: 'post', path: '/api/agent/sessions/{session_id}/undo'},
  redo: {method: 'post', path: '/api/agent/sessions/{session_id}/redo'},
  getCheckpoint: {method: 'get', path: '/api/agent/checkpoints/{checkpoint_id}'},
  compare: {method: 'get', path: '/api/agent/checkpoints/{checkpoint_id}/diff3'},
  rollback: {method: 'post', path: '/api/agent/checkpoints/{checkpoint_id}/rollback'},
  listChecks: {method: 'get', path: '/api/agent/sessions/{session_id}/checks'},
  startCheck: {method: 'post', path: '/api/agent/jobs/{job_id}/check'},
  getCheck: {method: 'get', path: '/api/agent/jobs/{job_id}/check'},
  cancelCheck: {method: 'post', path: '/api/agent/jobs/{job_id}/check/cancel'},
  listFiles: {method: 'get', path: '/api/agent/sessions/{session_id}/files'},
  readFile: {method: 'get', path: '/api/agent/sessions/{session_id}/file'},
  search: {method: 'get', path: '/api/agent/sessions/{session_id}/search'},
  readBuffer: {method: 'get', path: '/api/agent/sessions/{session_id}/buffer'},
  writeBuffer: {method: 'put', path: '/api/agent/sessions/{session_id}/buffer'},
  readBase: {method: 'get', path: '/api/agent/sessions/{session_id}/base'},
  listBuffers: {method: 'get', path: '/api/agent/sessions/{session_id}/buffers'},
  discardBuffer: {method: 'post', path: '/api/agent/sessions/{session_id}/buffer/discard'},
  deleteBuffer: {method: 'post', path: '/api/agent/sessions/{session_id}/buffer/delete'},
  getUsage: {method: 'get', path: '/api/agent/sessions/{session_id}/usage'},
  findFiles: {method: 'get', path: '/api/agent/sessions/{session_id}/find'},
  readImage: {method: 'get', path: '/api/agent/sessions/{session_id}/image'},
  readCallImage: {method: 'get', path: '/api/agent/sessions/{session_id}/calls/{tool_call_id}/image'},
  listCheckpoints: {method: 'get', path: '/api/agent/sessions/{session_id}/checkpoints'},
  previewRollback: {method: 'post', path: '/api/agent/checkpoints/{checkpoint_id}/preview'},
  undoRollback: {method: 'post', path: '/api/agent/sessions/{session_id}/rollbacks/{rollback_id}/undo'},
  getConflicts: {method: 'get', path: '/api/agent/jobs/{job_id}/conflicts'},
  listConflicts: {method: 'get', path: '/api/agent/sessions/{session_id}/conflicts'},
  getSettings: {method: 'get', path: '/api/agent/settings'},
  listModels: {method: 'get', path: '/api/agent/models'},
  streamEvents: {method: 'get', path: '/api/agent/jobs/{job_id}/stream'},
  getDocument: {method: 'get', path: '/api/openapi.json'},
};
