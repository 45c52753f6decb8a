/** What the browser remembers of where a person was; a browser that forbids that remembers nothing. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`tenon.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`tenon.${key}`, value);
  } catch {
    // Full or forbidden: the page works, it only begins in its usual place next time.
  }
}
