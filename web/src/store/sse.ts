/** One message of a server-sent event stream. */
export interface Message {
  event: string;
  data: string;
}

/** Cuts a stream of text into messages; the text may be cut anywhere. */
export class SseParser {
  private rest = '';

  /** The messages that are whole by now. */
  push(text: string): Message[] {
    this.rest = (this.rest + text).replaceAll('\r\n', '\n');
    const blocks = this.rest.split('\n\n');
    this.rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const message = parse(block);
      return message ? [message] : [];
    });
  }
}

function parse(block: string): Message | undefined {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    if (at <= 0) continue;
    const value = line.slice(at + 1).replace(/^ /, '');
    const name = line.slice(0, at);
    if (name === 'event') event = value;
    else if (name === 'data') data.push(value);
  }
  return data.length > 0 ? {event, data: data.join('\n')} : undefined;
}
