import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import {memo, type ReactElement} from 'react';
import {endOf} from './growing.ts';
import {visible} from '../text/visible.ts';

// HTML in what a model says is shown as text; what comes out is cleaned all the same.
const markdown = new MarkdownIt({html: false, linkify: false, breaks: false});

const ALLOWED = {
  ALLOWED_TAGS: [
    'p', 'br', 'strong', 'em', 's', 'code', 'pre', 'ul', 'ol', 'li', 'blockquote', 'hr',
    'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a',
  ],
  ALLOWED_ATTR: ['href', 'start'],
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
  RETURN_TRUSTED_TYPE: true as const,
};

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
});

/** Markdown as HTML without anything that runs, loads or looks like the page itself. */
export const Markdown = memo(function Markdown({text}: {text: string}): ReactElement {
  const html = DOMPurify.sanitize(markdown.render(visible(text)), ALLOWED);
  return <div className="markdown" dangerouslySetInnerHTML={{__html: html}} />;
});

/** An answer while it is written. */
export function GrowingMarkdown({text}: {text: string}): ReactElement {
  const end = endOf(text);
  return (
    <>
      {end > 0 && <Markdown text={text.slice(0, end)} />}
      <Markdown text={text.slice(end)} />
    </>
  );
}
