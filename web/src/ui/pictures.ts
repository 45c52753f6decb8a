/** A result of the shape of a picture. */
export interface Shown {
  readonly caption: string;
  readonly type: string;
  /** The file that was asked for; empty where it was none. */
  readonly path: string;
  /** How many there are. */
  readonly count: number;
}

/** So many of one call are shown. */
const MOST = 8;

const NAMES = /\.(png|jpe?g|gif|webp)$/i;

/** Whether a file says that it is a picture that a browser shows and that runs nothing. */
export function isPicture(path: string): boolean {
  return NAMES.test(path);
}

/**
 * Where the pictures of a call are, the best address of each first: what the model has seen, and then, where that is no
 * longer kept, the file as it is now. All of them are of this server, which hands over nothing that runs.
 */
export function picturesOf(session: string, call: string, shown: Shown): {addresses: readonly string[]; alt: string}[] {
  const own = `/api/agent/sessions/${encodeURIComponent(session)}`;
  const seen = (number: number): string => `${own}/calls/${encodeURIComponent(call)}/image?number=${number}`;
  const alt = (shown.path || shown.caption || shown.type).split('\n')[0]!.slice(0, 200);
  return Array.from({length: Math.min(shown.count, MOST)}, (_, i) => {
    const addresses = [seen(i)];
    if (shown.count === 1 && isPicture(shown.path)) {
      addresses.push(`${own}/image?${new URLSearchParams({file_path: shown.path, side: 'working'}).toString()}`);
    }
    return {addresses, alt: shown.count === 1 ? alt : `${alt} (${i + 1} of ${shown.count})`};
  });
}
