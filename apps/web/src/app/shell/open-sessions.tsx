import type { OpenSession } from '@desk/schema/sessions/open-session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage, GENERIC_FAILURE, isMissing } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useTimeZones } from '#runtime/hooks/use-time-zones.ts'
import { APP_SHELL_QUERY } from '#runtime/query.ts'
import { Button } from '#ui/button.tsx'
import { deviceWords } from '#ui/format/device-words.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toasts.ts'
import styles from './open-sessions.module.css'

const MOST_SHOWN = 100

function Place({
  session,
  zone,
  onEnd,
  isPending,
}: {
  readonly session: OpenSession
  readonly zone: string
  readonly onEnd: () => void
  readonly isPending: boolean
}) {
  const device = deviceWords(session.user_agent)
  return (
    <li className={styles['place']}>
      <span className={styles['device']}>{device}</span>
      <span className={styles['meta']}>
        {[session.dashboard_name, session.address].filter(part => part !== null).join(' · ')}
        <br />
        {session.is_current ? (
          'This session'
        ) : (
          <>
            Last used{' '}
            <time dateTime={session.last_used_at}>{dateTimeText(Date.parse(session.last_used_at), zone)}</time>
          </>
        )}
      </span>
      {session.is_current ? null : (
        <Button
          size="small"
          aria-label={`Sign out: ${device}, ${session.dashboard_name}`}
          onPress={onEnd}
          isPending={isPending}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

/** The user's sessions, this one first; the user can end any other, or all others at once. */
export function OpenSessions() {
  const desk = useDesk()
  const { ownName } = useTimeZones()
  const queryClient = useQueryClient()
  const places = useRef<HTMLUListElement>(null)
  const [done, setDone] = useState('')
  const list = desk.query('sessions.list', { query: { limit: MOST_SHOWN } })
  const { data: sessions, error, refetch } = useQuery({ ...list, ...APP_SHELL_QUERY, refetchOnMount: 'always' })
  const readAnew = async (said: string) => {
    await queryClient.invalidateQueries(list)
    setDone(said)
    // The focused button is gone.
    places.current?.focus()
  }
  const onFailed = () => void showToast({ type: 'error', message: GENERIC_FAILURE })
  const ended = () => void readAnew('Signed out there.')
  const end = useAct('sessions.end', {
    onDone: ended,
    // a session that has expired since counts as ended
    onFailed: failure => (isMissing(failure) ? ended() : onFailed()),
  })
  const endOthers = useAct('sessions.endOthers', {
    onDone: () => void readAnew('Signed out everywhere else.'),
    onFailed,
  })

  if (sessions === undefined) {
    return error === null ? (
      <Skeleton label="Loading where you are signed in" lines={2} />
    ) : (
      <div className={styles['problem']} role="alert">
        {failureMessage(error)}
        <Button size="small" onPress={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <div className={styles['sessions']}>
      <ul ref={places} role="list" tabIndex={-1} className={styles['places']} aria-label="Where you are signed in">
        {sessions.map(session => (
          <Place
            key={session.session_id}
            session={session}
            zone={ownName}
            onEnd={() => end.send({ params: { id: session.session_id } })}
            isPending={end.isPending && end.request?.params.id === session.session_id}
          />
        ))}
      </ul>
      <p role="status" className={styles['done']}>
        {done}
      </p>
      {sessions.length > 1 ? (
        <Button onPress={() => endOthers.send({})} isPending={endOthers.isPending}>
          Sign out everywhere else
        </Button>
      ) : null}
    </div>
  )
}
