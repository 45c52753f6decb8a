import {useEffect, useMemo, useState} from 'react';
import {useActions, useStore} from './context.ts';
import {bestOf} from './fuzzy.ts';

/** The files whose names fit best; of a project that is not listed whole, the server knows. */
export function useNames(letters: string | undefined, most: number): readonly string[] {
  const actions = useActions();
  const files = useStore((state) => state.files);
  const truncated = useStore((state) => state.filesTruncated);
  const [found, setFound] = useState<{letters: string; files: readonly string[]} | null>(null);
  useEffect(() => {
    if (!truncated || !letters) return undefined;
    let current = true;
    actions.find(letters, most).then(
      (all) => {
        if (current) setFound({letters, files: all});
      },
      // What is listed is offered all the same.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [actions, truncated, letters, most]);
  return useMemo(() => {
    if (letters === undefined) return [];
    return truncated && found?.letters === letters ? found.files : bestOf(files, letters, most);
  }, [files, truncated, found, letters, most]);
}
