import assert from 'node:assert/strict';
import {test} from 'vitest';
import {visible, visibleLine} from '../src/text/visible.ts';

test('what does not show as such is spelled out, as in the terminal', () => {
  const codes: [number, string][] = [
    [0, '^@'], [0x08, '^H'], [0x0d, '^M'], [0x1b, '^['], [0x7f, '^?'], [0x80, '<U+0080>'], [0x9b, '<U+009B>'],
    [0xad, '<U+00AD>'], [0x34f, '<U+034F>'], [0x61c, '<U+061C>'], [0x115f, '<U+115F>'], [0x180e, '<U+180E>'],
    [0x200b, '<U+200B>'], [0x200c, '<U+200C>'], [0x200d, '<U+200D>'], [0x200e, '<U+200E>'], [0x2028, '<U+2028>'],
    [0x202a, '<U+202A>'], [0x202e, '<U+202E>'], [0x2060, '<U+2060>'], [0x2066, '<U+2066>'], [0x2069, '<U+2069>'],
    [0x3164, '<U+3164>'], [0xd800, '<U+D800>'], [0xfe0f, '<U+FE0F>'], [0xfeff, '<U+FEFF>'], [0xffa0, '<U+FFA0>'],
    [0xfff9, '<U+FFF9>'], [0xe0041, '<U+E0041>'], [0xe0100, '<U+E0100>'], [0x10ffff, '<U+10FFFF>'],
  ];
  for (const [code, spelled] of codes) {
    assert.equal(visible(`a${String.fromCodePoint(code)}b`), `a${spelled}b`, code.toString(16));
  }
  assert.equal(visible('rm \u202etxt.gpj\u202c'), 'rm <U+202E>txt.gpj<U+202C>');
  assert.equal(visible('a\r\nb\rc\r'), 'a\nb^Mc^M');
  assert.equal(visibleLine('a\nb\tc\r\nd'), 'a^Jb^Ic^Jd');
});

test('what writing needs stays', () => {
  for (const text of ['plain — “text” → 世界\n\tx', '👩‍👩‍👧', '❤️', '1️⃣', 'می‌خواهم', 'क्‍ष', '葛󠄀', '٠؀1']) {
    assert.equal(visible(text), text);
  }
  // But not where it only hides something.
  assert.equal(visible('c\u200cat'), 'c<U+200C>at');
  assert.equal(visible('1\ufe0f'), '1<U+FE0F>');
  assert.equal(visible('👩\u202e\u200d👧'), '👩<U+202E><U+200D>👧');
});
