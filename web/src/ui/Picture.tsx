import {useState, type ReactElement} from 'react';
import {useStore} from './context.ts';
import {picturesOf, type Shown} from './pictures.ts';
import {visible} from '../text/visible.ts';

/** A picture of the project as it is on the disk, or as it would be; in bounds, whatever its size. */
export function Picture({path, side}: {path: string; side: 'working' | 'base'}): ReactElement | null {
  const session = useStore((state) => state.session?.session_id);
  if (!session) return null;
  const query = new URLSearchParams({file_path: path, side});
  return <First key={`${path} ${side}`} addresses={[`/api/agent/sessions/${encodeURIComponent(session)}/image?${query.toString()}`]} alt={path} />;
}

/** What a tool has shown to the model: as it was then, or as the file is now where that is not kept. */
export function CallPictures({call, shown}: {call: string; shown: Shown}): ReactElement | null {
  const session = useStore((state) => state.session?.session_id);
  if (!session) return null;
  return (
    <>
      {picturesOf(session, call, shown).map(({addresses, alt}) => (
        <First key={addresses[0]} addresses={addresses} alt={alt} />
      ))}
    </>
  );
}

/** The first of these addresses that has a picture. */
function First({addresses, alt}: {addresses: readonly string[]; alt: string}): ReactElement {
  const [tried, setTried] = useState(0);
  const src = addresses[tried];
  if (src === undefined) return <p className="soft">The picture cannot be shown; it is gone, of another kind, or too large.</p>;
  return <img className="picture" alt={visible(alt)} loading="lazy" decoding="async" src={src} onError={() => setTried(tried + 1)} />;
}
