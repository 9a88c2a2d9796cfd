import { useMemo } from 'react'
import { isMissing } from '#runtime/api/api-error.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useJournal } from '#runtime/hooks/use-journal.ts'
import type { JournalAddress } from '#runtime/journal/journal-reading.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { Replay } from './replay.tsx'
import type { Stage } from './stage.ts'
import styles from './session-replay.module.css'

const LIST = { label: 'Sessions', href: '#/support/sessions' }

export interface SessionReplayProps {
  /** The URL's parameter: a journal's id, or the token of a link. */
  readonly kind: 'id' | 'link'
  readonly text: string
  /** Shows the screen that the machines drive. */
  readonly Stage: Stage
}

/** One session, read and folded with the machines of this build, to step through. */
export function SessionReplayScreen({ kind, text, Stage }: SessionReplayProps) {
  useAppTitle('Session')
  const address = useMemo(
    (): JournalAddress => (kind === 'id' ? { kind, journal: text } : { kind, token: text }),
    [kind, text],
  )
  const [reading, retry] = useJournal(address)
  if (reading.kind === 'ready') return <Replay journal={reading.journal} Stage={Stage} list={LIST} />
  if (reading.kind === 'failed') {
    const { failure } = reading
    if (isMissing(failure)) return kind === 'link' ? <LinkIsOver /> : <NotFound />
    return (
      <div className={screen['screen']}>
        <PageHead crumbs={[LIST, { label: 'Session' }]} title="Session" />
        <LoadFailure title="The session did not load" failure={failure} onRetry={retry} />
      </div>
    )
  }
  const { folded, total } = reading
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[LIST, { label: 'Session' }]} title={null} loadingLabel="Loading the session" />
      {total === null ? null : (
        <div className={styles['progress']}>
          <ProgressBar label="Entries folded" value={folded} target={total} />
        </div>
      )}
    </div>
  )
}

function LinkIsOver() {
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[LIST, { label: 'Link' }]} title="This link leads nowhere" />
      <ErrorState title="The link has expired, or is not whole">
        Ask the sender for a new one, or find the session in the list.
      </ErrorState>
    </div>
  )
}
