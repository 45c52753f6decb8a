import {score} from './fuzzy.ts';

/** Something that can be found by its name. */
export interface Named {
  name: string;
  /** More words by which it is found. */
  words?: string;
  /** Whether the name is a path: then its last part counts, and letters in their order are enough. */
  path?: boolean;
}

/** How well a name fits: what somebody spelled out comes before what only has the words somewhere. */
enum Fit {
  Whole,
  Begins,
  BeginsAWord,
  HasWords,
  HasLetters,
  Not,
}

function beginsAWord(text: string, typed: string): boolean {
  for (let at = text.indexOf(typed); at >= 0; at = text.indexOf(typed, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return true;
  }
  return false;
}

function fitOf(each: Named, typed: string): Fit {
  const low = each.name.toLowerCase();
  const name = each.path ? low.slice(low.lastIndexOf('/') + 1) : low;
  if (name === typed || (each.path && (low === typed || name.replace(/(.)\.[^.]*$/, '$1') === typed))) return Fit.Whole;
  if (name.startsWith(typed)) return Fit.Begins;
  if (beginsAWord(low, typed)) return Fit.BeginsAWord;
  const all = `${low} ${each.words ?? ''}`.toLowerCase();
  if (typed.split(/\s+/).every((word) => all.includes(word))) return Fit.HasWords;
  return each.path && score(each.name, typed.replaceAll(/\s+/g, '')) >= 0 ? Fit.HasLetters : Fit.Not;
}

/** Those that fit, the best first; of two that fit alike, the one that is named first. */
export function ranked<T extends Named>(all: readonly T[], words: string): T[] {
  const typed = words.trim().toLowerCase();
  if (typed === '') return [...all];
  return all
    .map((each) => ({each, fit: fitOf(each, typed)}))
    .filter(({fit}) => fit !== Fit.Not)
    .sort((one, other) => one.fit - other.fit)
    .map(({each}) => each);
}
