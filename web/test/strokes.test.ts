import assert from 'node:assert/strict';
import {test} from 'vitest';
import {nameOf, type Stroke} from '../src/ui/strokes.ts';

function stroke(key: string, code: string, more: Partial<Stroke> = {}): Stroke {
  return {key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false, ...more};
}

test('Caps Lock makes no other command of a letter, and Shift does', () => {
  assert.equal(nameOf(stroke('a', 'KeyA')), 'a');
  assert.equal(nameOf(stroke('A', 'KeyA')), 'a', 'Caps Lock');
  assert.equal(nameOf(stroke('A', 'KeyA', {shiftKey: true})), 'Shift+A');
  assert.equal(nameOf(stroke('a', 'KeyA', {shiftKey: true})), 'Shift+A', 'Caps Lock and Shift');
  assert.equal(nameOf(stroke('?', 'Slash', {shiftKey: true})), '?');
  assert.equal(nameOf(stroke('Z', 'KeyZ', {ctrlKey: true})), 'Ctrl+Z', 'Caps Lock');
  assert.equal(nameOf(stroke('z', 'KeyZ', {ctrlKey: true, shiftKey: true})), 'Ctrl+Shift+Z');
  assert.equal(nameOf(stroke('Enter', 'Enter', {ctrlKey: true})), 'Ctrl+ENTER');
});

test('on a keyboard of another script the places of the keys count', () => {
  assert.equal(nameOf(stroke('ы', 'KeyS', {ctrlKey: true})), 'Ctrl+S');
  assert.equal(nameOf(stroke('κ', 'KeyK', {metaKey: true})), 'Ctrl+K');
  assert.equal(nameOf(stroke('Я', 'KeyZ', {ctrlKey: true, shiftKey: true})), 'Ctrl+Shift+Z');
  assert.equal(nameOf(stroke('ф', 'KeyA')), 'a');
  assert.equal(nameOf(stroke('Ф', 'KeyA', {shiftKey: true})), 'Shift+A');
  assert.equal(nameOf(stroke('х', 'BracketLeft')), '[');
  // A Latin one is taken as it is printed, wherever it is.
  assert.equal(nameOf(stroke('z', 'KeyY')), 'z');
  assert.equal(nameOf(stroke('a', 'KeyQ', {ctrlKey: true})), 'Ctrl+A');
});

test('what AltGr gives is a character, and what Alt gives is none of ours', () => {
  const third = (key: string): boolean => key === 'AltGraph';
  assert.equal(nameOf(stroke('[', 'Digit8', {altKey: true, ctrlKey: true, getModifierState: third})), '[');
  assert.equal(nameOf(stroke('a', 'KeyA', {altKey: true})), null);
  assert.equal(nameOf(stroke('a', 'KeyA', {isComposing: true})), null);
  assert.equal(nameOf(stroke('ArrowDown', 'ArrowDown')), null);
});
