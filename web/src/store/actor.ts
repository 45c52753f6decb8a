import {recall, remember} from './place.ts';

const LONGEST = 80;

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\w*\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrom\w+|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** A browser as a person would call it. */
export function describedBrowser(userAgent: string): string {
  const named = (all: readonly (readonly [RegExp, string])[]): string => all.find(([sign]) => sign.test(userAgent))?.[1] ?? '';
  const system = named(SYSTEMS);
  return `${named(BROWSERS) || 'A browser'}${system ? ` on ${system}` : ''}`;
}

/** What this browser is called where nobody said a name: the same on each visit, and another than the next one of its kind. */
function browserName(): string {
  const kept = recall('browser');
  if (kept) return kept.slice(0, LONGEST);
  const tag = [...crypto.getRandomValues(new Uint8Array(2))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const made = `${describedBrowser(globalThis.navigator?.userAgent ?? '')} (${tag})`;
  remember('browser', made);
  return made;
}

/** Who acts here, as others see it: the name that was given, or else the browser. */
export function actor(): string {
  return recall('name') || browserName();
}

/** The names under which this browser has acted. */
export function ownNames(): readonly string[] {
  return [recall('name') ?? '', browserName()].filter(Boolean);
}

/** Who decided, for whoever looks at it here; empty where that is not known. A given name stays itself. */
export function shownActor(name: string | undefined): string {
  return name !== undefined && name === browserName() ? 'you' : (name ?? '');
}
