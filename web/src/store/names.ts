import type {Operations as All} from '../api/schema.ts';

export type {ContextRow, Operations} from '../api/schema.ts';

/** Which model a run asks. */
export type AgentModeName = NonNullable<All['run']['body']['agent_mode']>;
