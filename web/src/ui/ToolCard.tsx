import {memo, type ReactElement, type ReactNode} from 'react';
import type {Tool} from './timeline.ts';

interface Passage {
  file_path: string;
  start_line: number;
  snippet: string;
}

/** A call of a tool with what came of it, shown by the shape of the result and not by the tool. */
export const ToolCard = memo(function ToolCard({tool}: {tool: Tool}): ReactElement {
  const mark = tool.state === 'running' ? '…' : tool.state === 'ok' ? '✓' : '✗';
  const body = bodyOf(tool);
  return (
    <details className={`tool tool-${tool.state}`}>
      <summary>
        <span className="mark" aria-hidden="true">
          {mark}
        </span>{' '}
        <span className="tool-name">{tool.name.replaceAll('_', ' ')}</span>{' '}
        <span className="soft tool-title">{tool.title || titleOf(tool)}</span>
        {tool.state === 'failed' && <span className="bad"> failed</span>}
        {tool.millis !== null && <span className="soft number"> {tool.millis} ms</span>}
      </summary>
      <div className="tool-body">{body}</div>
    </details>
  );
});

function titleOf(tool: Tool): string {
  const first = Object.values(tool.arguments).find((value) => typeof value === 'string');
  return typeof first === 'string' ? first : '';
}

function bodyOf(tool: Tool): ReactNode {
  if (tool.error) return <p className="bad">{tool.error}</p>;
  const result = tool.result;
  if (!result) return <p className="soft">{tool.state === 'running' ? 'Not done yet.' : 'No result.'}</p>;
  const diff = result['diff'];
  if (typeof diff === 'string' && diff) return <Diff text={diff} />;
  const results = result['results'];
  if (Array.isArray(results)) return <Passages passages={results as Passage[]} />;
  const files = result['files'];
  if (Array.isArray(files) && files.every((file) => typeof file === 'string')) {
    return <pre>{files.join('\n')}</pre>;
  }
  const content = result['content'] ?? result['output'] ?? result['answer'] ?? result['summary'];
  return <pre>{typeof content === 'string' ? content : JSON.stringify(result, null, 2)}</pre>;
}

/** A patch with its lines coloured. */
export function Diff({text}: {text: string}): ReactElement {
  return (
    <pre className="patch">
      {text.split('\n').map((line, i) => (
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

function Passages({passages}: {passages: Passage[]}): ReactElement {
  if (passages.length === 0) return <p className="soft">Nothing was found.</p>;
  return (
    <>
      {passages.map((passage, i) => (
        <figure key={i}>
          <figcaption>
            {passage.file_path}:{passage.start_line}
          </figcaption>
          <pre>{passage.snippet}</pre>
        </figure>
      ))}
    </>
  );
}
