import {useState, type ReactElement} from 'react';
import {useStore} from './context.ts';

const NAMES = /\.(png|jpe?g|gif|webp)$/i;

/** Whether a file says that it is a picture that a browser shows and that runs nothing. */
export function isPicture(path: string): boolean {
  return NAMES.test(path);
}

/** A picture of the project as it is on the disk, or as it would be; in bounds, whatever its size. */
export function Picture({path, side}: {path: string; side: 'working' | 'base'}): ReactElement | null {
  const session = useStore((state) => state.session?.session_id);
  const [broken, setBroken] = useState(false);
  if (!session) return null;
  if (broken) return <p className="soft">The picture cannot be shown; it is gone, or too large.</p>;
  const query = new URLSearchParams({file_path: path, side});
  return (
    <img
      className="picture"
      alt={path}
      loading="lazy"
      decoding="async"
      src={`/api/agent/sessions/${encodeURIComponent(session)}/image?${query.toString()}`}
      onError={() => setBroken(true)}
    />
  );
}
