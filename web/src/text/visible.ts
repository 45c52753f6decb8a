/** What may make a text look like another one: the class of `HiddenCharacters`, which the terminal spells out too. */
const HIDDEN = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;
/** For an editor, which looks at each character alone: without joiners and selectors, which writing may need. */
export const HIDDEN_IN_EDITOR =
  /[^\P{Cf}\u200c\u200d\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}]|[\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;

/** Of class Cf, and seen nevertheless: they stand around numbers. */
const SHAPED = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}]/u;
const SELECTS = /[\ufe00-\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]/u;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;
const DRAWN = /\p{Extended_Pictographic}/u;
/** Letters and marks of scripts whose letters join or stack. */
const JOINS =
  /^(?=[\u0600-\u0dff\u0f00-\u109f\u1700-\u1c4f\ua800-\uabff\u{10a00}-\u{1147f}])[\p{L}\p{Mn}\p{Mc}]$/u;

/**
 * A text for the eye of a person: every character that would not show as such is spelled out, controls as `^[` and the
 * others as `<U+202E>`. Nothing in the result reorders or hides anything else of it. Joiners and selectors stay where
 * writing needs them.
 */
export function visible(text: string): string {
  if (!HIDDEN.test(text)) return text;
  const all = [...text];
  let out = '';
  let before = '';
  for (let i = 0; i < all.length; i++) {
    const c = all[i]!;
    const next = all[i + 1] ?? '';
    if (c === '\r' && next === '\n') continue;
    if (HIDDEN.test(c) && !stays(before, c, next)) {
      out += spelled(c);
      // What is spelled out does not make its neighbours part of an emoji or a word.
      before = '';
    } else {
      out += c;
      before = c;
    }
  }
  return out;
}

/** The same on one line, such as a name: line ends and tabs are spelled out, too. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '^J').replaceAll('\t', '^I');
}

function stays(before: string, c: string, next: string): boolean {
  if (c === '\u200d') return (PICTURE.test(before) && DRAWN.test(next)) || JOINS.test(before);
  if (c === '\u200c') return JOINS.test(before) && JOINS.test(next);
  if (SELECTS.test(c)) return selectable(before, c, next);
  return SHAPED.test(c);
}

/** Whether a variation selector has something before it that it can choose a shape of. */
function selectable(before: string, c: string, next: string): boolean {
  if (before === '') return false;
  if (c === '\ufe0e' || c === '\ufe0f') return /\p{Emoji}/u.test(before) && (before > '\u007f' || next === '\u20e3');
  if (c < '\u2000') return before >= '\u1820' && before <= '\u18aa';
  return /\p{Ideographic}/u.test(before) || (c.length === 1 && before > '\u007f' && /\p{Sm}/u.test(before));
}

function spelled(c: string): string {
  const code = c.codePointAt(0)!;
  if (code < 0x20) return `^${String.fromCharCode(code + 0x40)}`;
  if (code === 0x7f) return '^?';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
