import {numbered} from '../review/hunks.ts';
import type {Actions} from '../store/actions.ts';
import {heldUp, statusOf, waitingIn} from '../store/reduce.ts';
import type {State} from '../store/state.ts';
import {COMMANDS, modeOf, written} from './commands.ts';
import {nameOf as rowName} from './Context.tsx';
import type {Named} from './rank.ts';
import {titleOf} from './Sessions.tsx';
import {setView, type View} from './view.ts';

/** A line of the palette. */
export interface Entry extends Named {
  id: string;
  hint: string;
  run(): void;
}

const THEMES: readonly [View['theme'], string][] = [
  ['light', 'Theme: light'],
  ['dark', 'Theme: dark'],
  ['auto', 'Theme: as the system'],
];

/** Everything that can be done now, whether it has a key of its own or not; files are found elsewhere. */
export function entriesOf(actions: Actions, state: State): Entry[] {
  const all: Entry[] = COMMANDS.filter((command) => command.when?.(state) ?? true).map((command) => ({
    id: `command ${command.name}`,
    name: command.name,
    hint: written(command.keys),
    run: () => command.run(actions, state),
  }));
  const add = (id: string, name: string, hint: string, run: () => void, words = ''): void =>
    void all.push({id, name, hint, run, words});
  for (const [theme, name] of THEMES) add(`theme ${theme}`, name, 'theme', () => setView({theme}), 'theme light dark as the system');
  for (const commands of ['off', 'ask', 'auto'] as const) {
    add(`commands ${commands}`, `Commands in jobs: ${commands}`, 'commands', () => void actions.allowCommands(commands));
  }
  for (const mode of state.settings?.agent_modes ?? []) {
    add(`mode ${mode}`, `Mode: ${mode.replaceAll('_', ' ')}`, 'mode', () => setView({mode: modeOf(mode, state)}));
  }
  if (state.models && state.models.models.length > 0) {
    add('model', `Model: ${state.models.usual ?? ''} (usual)`, 'model', () => void actions.chooseModel(''));
    for (const {model} of state.models.models) add(`model ${model}`, `Model: ${model}`, 'model', () => void actions.chooseModel(model));
  }
  addContext(actions, state, add);
  addJobs(actions, state, add);
  for (const each of numbered(state.bundle)) {
    const place = each.place ? `:${each.place.line}` : '';
    const name = `Hunk ${each.number}: ${each.file.target_path ?? each.file.file_path}${place}`;
    add(`hunk ${each.hunk.hunk_id}`, name, each.decision, () => void actions.review.select(each.hunk.hunk_id));
  }
  for (const each of state.sessions) {
    const hint = each.status === 'archived' ? 'archived' : 'session';
    add(each.session_id, titleOf(each), hint, () => void actions.openSession(each.session_id));
  }
  return all;
}

type Add = (id: string, name: string, hint: string, run: () => void, words?: string) => void;

function addContext(actions: Actions, state: State, add: Add): void {
  state.session?.context_rows.forEach((row, i) => {
    add(`unpin ${i}`, `Unpin ${rowName(row)}`, 'context', () => void actions.unpin(i), 'remove');
  });
  state.composed.rows.forEach((row, i) => {
    add(`pin ${i}`, `Pin ${rowName(row)}`, 'context', () => void actions.pin(i));
    add(`remove ${i}`, `Remove ${rowName(row)}`, 'context', () => actions.removeRow(i));
  });
}

function addJobs(actions: Actions, state: State, add: Add): void {
  const waiting = waitingIn(state);
  const own = statusOf(state) === null ? undefined : state.job?.job_id;
  for (const job of state.jobs) {
    if (job.job_id === own) continue;
    if (job === waiting[0] && heldUp(state)) {
      add(`go on ${job.job_id}`, `Go on with ${job.instruction}`, 'job', () => void actions.goOn(job.job_id));
    }
    add(`cancel ${job.job_id}`, `Cancel ${job.instruction}`, 'job', () => void actions.cancelJob(job.job_id));
  }
  for (const {checkpoint_id, instruction, files, rollbacks} of state.runs) {
    if (files.length > 0) {
      add(`compare ${checkpoint_id}`, `Compare the run: ${instruction}`, 'run', () => {
        setView({tab: 'editor'});
        void actions.history.compare(checkpoint_id);
      });
      for (const mode of ['scoped', 'hard'] as const) {
        const what = mode === 'hard' ? 'everything' : 'hunks';
        const run = (): void => setView({rollback: {checkpoint: checkpoint_id, mode}});
        add(`${mode} ${checkpoint_id}`, `Roll back ${what} of the run: ${instruction}`, 'run', run);
      }
    }
    for (const each of rollbacks) {
      if (!each.can_undo) continue;
      const run = (): void => void actions.history.undoRollback(each.rollback_id);
      add(`undo ${each.rollback_id}`, `Undo the rollback of the run: ${instruction}`, 'run', run);
    }
  }
}
