import type {ReactElement} from 'react';
import type {ContextRow} from '../api/schema.ts';
import type {Actions} from '../store/actions.ts';
import {useActions, useStore} from './context.ts';
import {Icon} from './icons.tsx';
import {visible, visibleLine} from '../text/visible.ts';

const LARGEST = 256 * 1024;

/** A row in a few words. */
export function nameOf(row: ContextRow): string {
  if (!row.file_path) return visibleLine((row.content ?? '').split('\n')[0]?.slice(0, 60) ?? '') || 'a note';
  const name = visibleLine(row.file_path.slice(row.file_path.lastIndexOf('/') + 1));
  return row.start_line ? `${name}:${row.start_line}–${row.end_line ?? row.start_line}` : name;
}

/** What is laid beside the instruction: for this run, and pinned for every run of the session. */
export function ContextRows(): ReactElement | null {
  const actions = useActions();
  const rows = useStore((state) => state.composed.rows);
  const pinned = useStore((state) => state.session?.context_rows);
  if (rows.length === 0 && !pinned?.length) return null;
  return (
    <ul className="rows" aria-label="Context">
      {pinned?.map((row, i) => (
        <Row key={`pinned ${i}`} row={row} pinned onPin={() => void actions.unpin(i)} onRemove={() => void actions.unpin(i)} />
      ))}
      {rows.map((row, i) => (
        <Row key={i} row={row} onPin={() => void actions.pin(i)} onRemove={() => actions.removeRow(i)} />
      ))}
    </ul>
  );
}

interface RowProps {
  row: ContextRow;
  pinned?: boolean;
  onPin(): void;
  onRemove(): void;
}

function Row({row, pinned = false, onPin, onRemove}: RowProps): ReactElement {
  const name = nameOf(row);
  return (
    <li className={pinned ? 'row pinned' : 'row'} title={visible(row.file_path ?? row.content ?? '')}>
      <Icon name={row.kind === 'selection' ? 'rows' : 'file'} />
      <span className="row-name">{name}</span>
      <button
        type="button"
        className="icon-button tiny"
        aria-pressed={pinned}
        aria-label={`${pinned ? 'Unpin' : 'Pin'} ${name}`}
        title={pinned ? 'Beside every run; no longer' : 'Lay beside every run of this session'}
        onClick={onPin}
      >
        <Icon name="pin" />
      </button>
      <button type="button" className="icon-button tiny" aria-label={`Remove ${name}`} onClick={onRemove}>
        <Icon name="reject" />
      </button>
    </li>
  );
}

/** Files of the tree, and text files of this machine, that are dropped on the instruction. */
export async function dropped(data: DataTransfer, actions: Actions): Promise<void> {
  const path = data.getData('application/x-tenon-path');
  if (path) {
    actions.addRow({kind: 'file', file_path: path});
    return;
  }
  for (const file of data.files) {
    const problem = await addFile(file, actions);
    if (problem) actions.tell(problem);
  }
  if (data.files.length === 0) {
    const text = data.getData('text/plain').trim();
    if (text) actions.addRow({kind: 'pinned', content: text});
  }
}

async function addFile(file: File, actions: Actions): Promise<string> {
  if (file.size > LARGEST) return `${file.name} has ${file.size} bytes; at most ${LARGEST} can be laid beside an instruction.`;
  let text: string;
  try {
    text = new TextDecoder('utf-8', {fatal: true}).decode(await file.arrayBuffer());
  } catch {
    return `${file.name} is not text in UTF-8, and cannot be laid beside an instruction. Nothing was added.`;
  }
  if (text.includes('\0')) return `${file.name} is a binary file, and cannot be laid beside an instruction. Nothing was added.`;
  actions.addRow({kind: 'pinned', content: `${file.name}\n${text}`});
  return '';
}
