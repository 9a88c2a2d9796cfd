import type { OpenSession } from '@desk/schema/sessions/open-session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { isMissing } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { APP_SHELL_QUERY } from '#runtime/query.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { Button } from '#ui/button.tsx'
import { deviceWords } from '#ui/format/device-words.ts'
import { dateTimeText } from '#ui/format/times.ts'
import styles from './user-sessions.module.css'

/** As many as are shown, the latest first. */
const MOST_SHOWN = 100

export interface UserSessionsProps {
  readonly uid: number
  readonly name: string
  /** At home in another account: only the sessions in this one end. */
  readonly isGuest: boolean
}

/** The open sessions of a user, each of which an admin can end, or all at once. */
export function UserSessions({ uid, name, isGuest }: UserSessionsProps) {
  const desk = useDesk()
  const queries = useQueryClient()
  const places = useRef<HTMLUListElement>(null)
  const [done, setDone] = useState('')
  const list = desk.query('userSessions.list', { params: { id: uid }, query: { limit: MOST_SHOWN } })
  const read = useQuery({ ...list, ...APP_SHELL_QUERY, staleTime: 0, gcTime: 0 })
  const { data } = read
  const said = async (text: string) => {
    await queries.invalidateQueries(list)
    setDone(text)
    // the focused button is gone
    places.current?.focus()
  }
  const ended = () => void said('The session has ended.')
  const end = useAct('userSessions.end', {
    onDone: ended,
    // a session that has ended since counts as ended
    onFailed: failure => (isMissing(failure) ? ended() : undefined),
  })
  const endAll = useAct('userSessions.endAll', { onDone: () => void said('All sessions have ended.') })
  if (data === undefined) return <NotLoaded query={read} title="The sessions" height="16px" lines={2} />
  const others = data.filter(({ is_current }) => !is_current)
  return (
    <div className={styles['sessions']}>
      <ul ref={places} role="list" tabIndex={-1} className={styles['places']} aria-label={`Open sessions of ${name}`}>
        {data.length === 0 ? <li className={styles['none']}>{name} is signed in nowhere.</li> : null}
        {data.map(session => (
          <Place
            key={session.session_id}
            session={session}
            onEnd={() => end.send({ params: { id: uid, session: session.session_id } })}
            isPending={end.isPending && end.request?.params.session === session.session_id}
          />
        ))}
      </ul>
      <p role="status" className={styles['done']}>
        {done}
      </p>
      <CallFailure error={isMissing(end.failure) ? null : (end.failure ?? endAll.failure)} />
      {others.length === 0 ? null : (
        <div className={styles['all']}>
          <Button size="small" onPress={() => endAll.send({ params: { id: uid } })} isPending={endAll.isPending}>
            End all sessions
          </Button>
          <span>{isGuest ? 'The sessions in this account.' : 'Also the sessions in other accounts.'}</span>
        </div>
      )}
    </div>
  )
}

interface PlaceProps {
  readonly session: OpenSession
  readonly onEnd: () => void
  readonly isPending: boolean
}

function Place({ session, onEnd, isPending }: PlaceProps) {
  const zone = useZone()
  const device = deviceWords(session.user_agent)
  const time = (instant: string) => <time dateTime={instant}>{dateTimeText(Date.parse(instant), zone.name)}</time>
  return (
    <li className={styles['place']}>
      <div className={styles['facts']}>
        <strong>{device}</strong>
        <span>{[session.dashboard_name, session.address].filter(part => part !== null).join(' · ')}</span>
        <span>
          Since {time(session.created_at)}, last used {time(session.last_used_at)}
        </span>
      </div>
      {session.is_current ? (
        <span className={styles['none']}>This session</span>
      ) : (
        <Button
          size="small"
          aria-label={`End session: ${device}, ${session.dashboard_name}`}
          onPress={onEnd}
          isPending={isPending}
        >
          End session
        </Button>
      )}
    </li>
  )
}
