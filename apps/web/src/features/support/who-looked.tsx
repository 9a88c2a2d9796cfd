import type { JournalSummary } from '@desk/schema/journal/journal-view'
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { failureMessage, isMissing } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { momentText } from '#ui/format/moments.ts'
import { Popover } from '#ui/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import part from './part.module.css'
import styles from './session-replay.module.css'

/** As many as are listed; the latest. */
const LOOKS = 50

/** Lists who of support opened this session, and when (domain.md §8). */
export function WhoLooked({ journal }: Pick<JournalSummary, 'journal'>) {
  return (
    <Popover
      label="Views of this session"
      placement="bottom end"
      trigger={
        <Button size="small" icon={<Eye size={14} aria-hidden />}>
          Views
        </Button>
      }
    >
      <Looks journal={journal} />
    </Popover>
  )
}

function Looks({ journal }: Pick<JournalSummary, 'journal'>) {
  const desk = useDesk()
  const zone = useZone()
  // Read each time it opens, so that it includes this viewing.
  const { data, error } = useQuery({
    ...desk.query('journals.looks', { params: { journal }, query: { limit: LOOKS + 1 } }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <div className={styles['looks']}>
      {data === undefined && error === null ? <Skeleton label="Loading the views" height="20px" lines={3} /> : null}
      {error === null ? null : (
        <p role="alert" className={styles['problem']}>
          {isMissing(error)
            ? 'Only users who may open the session without its link can see who viewed it.'
            : failureMessage(error)}
        </p>
      )}
      {data === undefined ? null : (
        <>
          <ul role="list" aria-label="Views">
            {data.slice(0, LOOKS).map(({ uid, username, firstname, lastname, by_link, at }) => (
              <li key={`${uid} ${at}`}>
                <strong>
                  {firstname} {lastname}
                </strong>
                <span>{username}</span>
                <span>
                  {momentText(at, zone.name)}
                  {by_link ? ', by a link' : null}
                </span>
              </li>
            ))}
          </ul>
          <p className={part['none']}>
            {data.length > LOOKS ? `The latest ${LOOKS} looks. ` : null}Looks of one person within 15 minutes are one.
          </p>
        </>
      )}
    </div>
  )
}
