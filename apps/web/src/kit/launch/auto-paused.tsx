import { BLOCK_REASONS, mendingField } from '@desk/schema/statuses/block-reasons'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import type { FailedReturn, StatusOptions } from '@desk/schema/statuses/status-view'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { momentText } from '#ui/format/moments.ts'
import { askStatus } from '#kit/statuses/ask-status.ts'
import { pauseWords } from '#kit/statuses/status-words.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import styles from './launch.module.css'

export interface AutoPausedProps {
  readonly of: { readonly scope: 'survey' | 'source'; readonly id: number; readonly name: string }
  /** The code of the reason, as received; null: not given. */
  readonly reason: string | null
  /** Leads to a field of its form. */
  readonly onMend: (field: string) => void
}

/** Why the system paused an object, its last attempts, and the way on: a test, and Resume by the usual confirmation (domain.md §2). */
export function AutoPaused({ of, reason, onMend }: AutoPausedProps) {
  const desk = useDesk()
  const mayResume = useMayCall('statuses.change')
  const { data: options } = useQuery({
    ...desk.query('statuses.options', { params: { scope: of.scope, id: of.id } }),
    staleTime: 0,
  })
  const resume = options?.allowed.find(({ to }) => to === STATUS_CODES.live)
  const blockedBy = resume?.allowed === false ? (resume.reason ?? 'not_a_transition') : null
  const [field, label] = (blockedBy === null ? undefined : mendingField(blockedBy, of.scope)) ?? []
  return (
    <>
      {reason === null ? null : <p>{pauseWords(reason)}</p>}
      <LastAttempts options={options} />
      <div className={styles['ways']}>
        <TestNow of={of} />
        {mayResume ? (
          <Button
            size="small"
            isDisabled={resume === undefined || blockedBy !== null}
            onPress={() => void askStatus(desk, { ...of, to: STATUS_CODES.live })}
          >
            Resume
          </Button>
        ) : null}
        {blockedBy === null ? null : <span className={styles['note']}>{BLOCK_REASONS[blockedBy]}</span>}
        {field === undefined || !mayResume ? null : (
          <Button size="small" onPress={() => onMend(field)}>
            Go to {label}
          </Button>
        )}
      </div>
    </>
  )
}

function LastAttempts({ options }: { readonly options: StatusOptions | undefined }) {
  const { name: zone } = useZone()
  const { failed_returns: failed = [], last_ends: ends = [] } = options ?? {}
  const lines = [
    ...failed.map(each => ({ at: each.at, words: failedWords(each) })),
    ...ends.map(({ at, code }) => ({ at, words: `${code} ${RESPONDENT_STATE_LABELS[code]}` })),
  ]
  if (lines.length === 0) return null
  const title = failed.length > 0 ? 'The last returns that failed' : 'The last respondents who ended'
  return (
    <>
      <h3 className={styles['note']}>{title}</h3>
      <ul role="list" aria-label={title}>
        {lines.map(({ at, words }, index) => (
          // two respondents may have come within one millisecond
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes its order
          <li key={`${index} ${at}`}>
            <time dateTime={at}>{momentText(at, zone)}</time> · {words}
          </li>
        ))}
      </ul>
    </>
  )
}

const HASH_WORDS = { valid: 'a valid hash', missing: 'no hash', wrong: 'a wrong hash' } as const

function failedWords({ inbound_code: code, hash, via }: FailedReturn): string {
  const address = `${via === 'server' ? 'POST ' : ''}/return?inbound_code=${code ?? ''}`
  return hash === null ? address : `${address}, with ${HASH_WORDS[hash]}`
}

/** Starts a test respondent: of the source, or of the survey's first source. */
function TestNow({ of: { scope, id } }: Pick<AutoPausedProps, 'of'>) {
  const desk = useDesk()
  const survey = useQuery({
    ...desk.query('surveys.testStatus', { params: { id } }),
    enabled: scope === 'survey',
    staleTime: 0,
  })
  const sourceId = scope === 'source' ? id : survey.data?.sources[0]?.stmid
  const link = useQuery({
    ...desk.query('sources.testLink', { params: { id: sourceId ?? 0 } }),
    enabled: sourceId !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  if (link.data === undefined) return null
  return (
    <a
      className={buttonClass('secondary', 'small')}
      href={link.data.entry}
      target="_blank"
      rel="noreferrer"
      // the link is used up, once the browser has followed it
      onClick={() => void setTimeout(() => void link.refetch())}
    >
      Test now
    </a>
  )
}
