import {memo, type ReactElement, type ReactNode} from 'react';
import {useActions} from './context.ts';
import {Icon, type IconName} from './icons.tsx';
import {shapeOf, type Shape} from './shape.ts';
import {CallPictures} from './Picture.tsx';
import {lasting} from './time.ts';
import type {Tool} from './timeline.ts';
import {visible, visibleLine} from '../text/visible.ts';

const LINES = 400;

const ICONS: Record<Shape['kind'], IconName> = {
  diff: 'edit',
  command: 'terminal',
  table: 'columns',
  tree: 'folder',
  image: 'file',
  passages: 'search',
  text: 'file',
  none: 'file',
};

/** A call of a tool with what came of it, shown by the shape of the result and not by the tool. */
export const ToolCard = memo(function ToolCard({tool}: {tool: Tool}): ReactElement {
  const shape = shapeOf(tool.result, tool.arguments);
  return (
    <details className={`tool tool-${tool.state}`} open={shape.kind === 'image'}>
      <summary>
        <span className="tool-icon">
          {tool.state === 'running' ? <span className="spinner" /> : <Icon name={tool.state === 'failed' ? 'warn' : ICONS[shape.kind]} />}
        </span>
        <span className="tool-name">{visibleLine(tool.name).replaceAll('_', ' ')}</span>
        <span className="soft tool-title">{visibleLine(tool.title || titleOf(tool))}</span>
        {tool.state === 'running' && <span className="visually-hidden">at work</span>}
        {tool.state === 'failed' && <span className="bad">failed</span>}
        <span className="soft number">{tool.millis === null ? resultOf(shape) : `${resultOf(shape)} ${lasting(tool.millis)}`}</span>
      </summary>
      <div className="tool-body">{tool.error ? <p className="bad">{visible(tool.error)}</p> : bodyOf(tool, shape)}</div>
    </details>
  );
});

function titleOf(tool: Tool): string {
  const first = Object.values(tool.arguments).find((value) => typeof value === 'string');
  return typeof first === 'string' ? first : '';
}

/** What came of it in a word. */
function resultOf(shape: Shape): string {
  switch (shape.kind) {
    case 'diff': {
      const lines = shape.diff.split('\n');
      const added = lines.filter((line) => line.startsWith('+') && !line.startsWith('+++')).length;
      const removed = lines.filter((line) => line.startsWith('-') && !line.startsWith('---')).length;
      return `+${added} −${removed}`;
    }
    case 'command':
      return shape.exit === 0 ? '' : `exit ${shape.exit}`;
    case 'table':
      return `${shape.rows.length} rows`;
    case 'tree':
      return `${shape.entries.length}`;
    case 'passages':
      return `${shape.passages.length} found`;
    default:
      return '';
  }
}

function bodyOf(tool: Tool, shape: Shape): ReactNode {
  switch (shape.kind) {
    case 'diff':
      return <Diff text={shape.diff} />;
    case 'command':
      return (
        <>
          <pre>{bounded(shape.output) || 'No output.'}</pre>
          <p className={shape.exit === 0 ? 'soft' : 'bad'}>Exit code {shape.exit}</p>
        </>
      );
    case 'table':
      return (
        <div className="scroll-x" tabIndex={0} role="region" aria-label="Table">
          <table>
            <thead>
              <tr>
                {shape.columns.map((name, i) => (
                  <th key={i} scope="col">
                    {visible(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shape.rows.slice(0, LINES).map((row, i) => (
                <tr key={i}>
                  {row.map((cell, j) => (
                    <td key={j}>{visible(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'tree':
      return <pre>{bounded(shape.entries.join('\n')) || 'Nothing.'}</pre>;
    case 'image':
      return (
        <>
          <CallPictures call={tool.id} shown={shape} />
          <p className="soft">{bounded(shape.caption || shape.path || shape.type)}</p>
        </>
      );
    case 'passages':
      return <Passages shape={shape} />;
    case 'text':
      return <pre>{bounded(shape.text)}</pre>;
    case 'none':
      return <p className="soft">{tool.state === 'running' ? 'Not done yet.' : 'No result.'}</p>;
  }
}

/** The first lines, with nothing hidden in them: a card is no place for a whole log. */
function bounded(text: string): string {
  const lines = text.split('\n');
  const first = visible(lines.length <= LINES ? text : lines.slice(0, LINES).join('\n'));
  return lines.length <= LINES ? first : `${first}\n… ${lines.length - LINES} more lines`;
}

/** A patch with its lines coloured. */
export function Diff({text}: {text: string}): ReactElement {
  return (
    <pre className="patch" tabIndex={0}>
      {bounded(text.replace(/\n$/, ''))
        .split('\n')
        .map((line, i) => (
          <span key={i} className={classOf(line)}>
            {line}
            {'\n'}
          </span>
        ))}
    </pre>
  );
}

function classOf(line: string): string {
  if (line.startsWith('+++') || line.startsWith('---')) return 'patch-file';
  if (line.startsWith('@@')) return 'patch-place';
  if (line.startsWith('+')) return 'patch-in';
  return line.startsWith('-') ? 'patch-out' : '';
}

function Passages({shape}: {shape: Shape & {kind: 'passages'}}): ReactElement {
  const actions = useActions();
  if (shape.passages.length === 0) return <p className="soft">Nothing was found.</p>;
  return (
    <>
      {shape.passages.map((passage, i) => (
        <figure key={i}>
          <figcaption>
            <button
              type="button"
              className="link"
              onClick={() => void actions.openFile(passage.file_path, passage.start_line)}
            >
              {visibleLine(passage.file_path)}:{passage.start_line}
            </button>
          </figcaption>
          <pre>{bounded(passage.snippet)}</pre>
        </figure>
      ))}
    </>
  );
}
