import type {Passage} from '../api/schema.ts';
import type {Shown} from './pictures.ts';

/** What a result looks like, whichever tool it is of. */
export type Shape =
  | {kind: 'diff'; diff: string; summary: string}
  | {kind: 'command'; output: string; exit: number}
  | {kind: 'table'; columns: readonly string[]; rows: readonly (readonly string[])[]}
  | {kind: 'tree'; root: string; entries: readonly string[]}
  | ({kind: 'image'} & Shown)
  | {kind: 'passages'; passages: readonly Passage[]}
  | {kind: 'text'; text: string}
  | {kind: 'none'};

type Data = Record<string, unknown>;

function strings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function shapeOf(data: Data | null, asked: Data = {}): Shape {
  if (!data) return {kind: 'none'};
  if (text(data['diff'])) return {kind: 'diff', diff: text(data['diff']), summary: text(data['summary'])};
  if (typeof data['exit_code'] === 'number') {
    return {kind: 'command', output: text(data['output']), exit: data['exit_code']};
  }
  if (strings(data['columns']) && Array.isArray(data['rows']) && data['rows'].every(strings)) {
    return {kind: 'table', columns: data['columns'], rows: data['rows'] as string[][]};
  }
  if (text(data['media_type'])) {
    const path = text(asked['path']) || text(asked['file_path']);
    const count = typeof data['pictures'] === 'number' ? Math.max(1, data['pictures']) : 1;
    return {kind: 'image', caption: text(data['caption']), type: text(data['media_type']), path, count};
  }
  if (strings(data['entries'])) return {kind: 'tree', root: text(data['path']), entries: data['entries']};
  if (strings(data['files'])) return {kind: 'tree', root: '', entries: data['files']};
  if (Array.isArray(data['results']) && data['results'].every(isPassage)) {
    return {kind: 'passages', passages: data['results'] as Passage[]};
  }
  for (const name of ['content', 'output', 'answer', 'summary', 'text']) {
    if (typeof data[name] === 'string') return {kind: 'text', text: data[name]};
  }
  return {kind: 'text', text: JSON.stringify(data, null, 2)};
}

function isPassage(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'file_path' in value && 'snippet' in value;
}
