const unkept = new Map<string, string>();

/** What the browser remembers of where a person was; one that forbids it remembers for this visit only. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`tenon.${key}`) ?? unkept.get(key) ?? null;
  } catch {
    return unkept.get(key) ?? null;
  }
}

export function remember(key: string, value: string): void {
  try {
    if (value === '') localStorage.removeItem(`tenon.${key}`);
    else localStorage.setItem(`tenon.${key}`, value);
    unkept.delete(key);
  } catch {
    // Full or forbidden: kept in the page itself, and gone with it.
    unkept.set(key, value);
  }
}
