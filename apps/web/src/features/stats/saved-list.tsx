import { Link } from '@tanstack/react-router'
import { useListing } from '../../live/listing.ts'
import { svc } from '../../live/server.ts'
import { ShowMore } from '../../ui/states/show-more.tsx'
import { Time } from '../../ui/words/time.tsx'
import classes from './saved-list.module.css'

/** The analyses that were made here, the newest first. `onOpen` follows also where one is opened in another tab. */
export function SavedList({ onOpen }: { onOpen: () => void }) {
  const listing = useListing(['stats', 'list'], options => svc.stats.analyses({ limit: 20 }, options))
  if (listing.data === undefined || listing.data.length === 0) return null
  return (
    <section aria-label="Analyses" className={classes.saved} onClick={onOpen} onAuxClick={onOpen}>
      <h2>Analyses</h2>
      <ul className={classes.list}>
        {listing.data.map(({ analysis_id, title, dataset, interpretation, created_at }) => (
          <li key={analysis_id}>
            <Link to={`/stats/${analysis_id}`} className={classes.title}>
              {title}
            </Link>
            <span className={classes.text}>{interpretation}</span>
            <span className={classes.place}>
              {dataset !== null && `${dataset} · `}
              <Time at={created_at} />
            </span>
          </li>
        ))}
      </ul>
      <ShowMore listing={listing} />
    </section>
  )
}
