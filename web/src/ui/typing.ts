/** So long is a letter looked at: what comes before or after it within this time makes it a word. */
export const ALONE_MILLIS = 300;

/** A clock that can be called off, so that a test can be the clock. */
export interface Timer {
  now(): number;
  /** Calls later, unless it is called off with what it answers. */
  later(millis: number, call: () => void): () => void;
}

export const TIMER: Timer = {
  now: () => performance.now(),
  later: (millis, call) => {
    const timer = setTimeout(call, millis);
    return () => clearTimeout(timer);
  },
};

/**
 * Tells letters that are commands from letters that are words: somebody who types a sentence beside the field he meant
 * decides about nothing. A letter is a command when no other was typed shortly before it, and none follows shortly.
 */
export class Typing {
  private readonly timer: Timer;
  private last = -Infinity;
  /** Whether all that was typed shortly before were steps from here to there. */
  private walking = false;
  private drop: (() => void) | undefined;

  constructor(timer: Timer = TIMER) {
    this.timer = timer;
  }

  /** Whether a letter was typed a moment ago. */
  isWord(): boolean {
    return this.timer.now() - this.last < ALONE_MILLIS;
  }

  /** A letter that is no command: what was held back belongs to it. */
  letter(): void {
    this.drop?.();
    this.drop = undefined;
    this.last = this.timer.now();
    this.walking = false;
  }

  /** A letter that goes somewhere and changes nothing; it acts at once, also again and again. */
  step(act: () => void): void {
    const goes = !this.isWord() || this.walking;
    this.letter();
    this.walking = goes;
    if (goes) act();
  }

  /** A letter that does something: held back until it is clear that it stands alone. */
  command(act: () => void): void {
    const alone = !this.isWord();
    this.letter();
    if (alone) {
      this.drop = this.timer.later(ALONE_MILLIS, () => {
        this.drop = undefined;
        act();
      });
    }
  }
}

/** What is typed in this page. */
export const typing = new Typing();

let shown = {id: '', since: 0};

/** An approval is seen from now on, if it was not. */
export function approvalShown(id: string, timer: Timer = TIMER): void {
  if (shown.id !== id) shown = {id, since: timer.now()};
}

/** Whether a person can have read it: nothing is allowed in the moment in which it comes up. */
export function approvalRead(id: string | undefined, timer: Timer = TIMER): boolean {
  return id !== undefined && shown.id === id && timer.now() - shown.since >= ALONE_MILLIS;
}
