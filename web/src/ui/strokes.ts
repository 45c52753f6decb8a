/** Of a key stroke what matters here. */
export type Stroke = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'> & {
  getModifierState?(key: string): boolean;
};

/** Where letters are that no Latin letter is printed on: what the key would be on a Latin keyboard. */
const PLACES: Readonly<Record<string, string>> = {BracketLeft: '[', BracketRight: ']'};

/** The key as the commands name it: a letter of another script stands for the Latin one in its place. */
function keyOf({key, code}: Stroke): string {
  if (!/^\p{L}$/u.test(key) || /^[a-z]$/i.test(key)) return key;
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? PLACES[code] ?? key;
}

/**
 * The name of a key stroke as the commands write it; null for none. Shift is what makes a letter another command, never
 * Caps Lock. What a third level of the keyboard gives (AltGr) is a character like others.
 */
export function nameOf(stroke: Stroke): string | null {
  const third = stroke.getModifierState?.('AltGraph') ?? false;
  if (stroke.isComposing || (stroke.altKey && !third)) return null;
  const key = keyOf(stroke);
  if ((stroke.ctrlKey || stroke.metaKey) && !third) return `Ctrl+${stroke.shiftKey ? 'Shift+' : ''}${key.toUpperCase()}`;
  if (key.length !== 1) return null;
  if (!/[a-z]/i.test(key)) return key;
  return stroke.shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase();
}
