import {
  RECONTACT_OUTCOMES,
  type RecontactLookup as Found,
  type RecontactOutcome,
} from '@desk/schema/recontact/recontact'
import type { ReadAs } from '@desk/schema/sent-tables/table-reading'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RequestOf } from '#runtime/api/endpoints.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { AnotherReading, isUnreadableTable, ReadingPart } from '#kit/sent-tables/reading-part.tsx'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { Button } from '#ui/button.tsx'
import { countText } from '#ui/format/figures.ts'
import { GivenId } from '#ui/given-id.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from '../sources.module.css'
import { RecontactChoice, type RecontactChoiceProps } from './recontact-choice.tsx'

/** The outcome of a list's line, in words that follow a number. */
const OUTCOME_WORDS: Readonly<Record<RecontactOutcome, string>> = {
  found: 'found',
  listed: 'in the list already',
  in_source: 'in this source already',
  no_supplier: 'of a supplier that does not deliver to this source',
  rejected: 'rejected',
  test_session: 'from a test',
  duplicate: 'given more than once',
  unknown: 'unknown',
}

type Choice = Parameters<RecontactChoiceProps['onLookUp']>[0]
/** A text, a file or a choice to look up, and how it is read. */
interface Asked {
  readonly sent: string | File | Choice
  readonly readAs?: ReadAs
}
type Lookup = NonNullable<RequestOf<'recontact.lookup'>['payload']>

export interface RecontactLookupProps {
  readonly stmid: number
  readonly projectId: number
  readonly onAdd: (rduds: readonly string[]) => void
}

/** Looks RDUDs up that are pasted, uploaded or chosen by projects, and says what each line comes to before anything is added (api:T34). */
export function RecontactLookup({ stmid, projectId, onAdd }: RecontactLookupProps) {
  const desk = useDesk()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const lookup = useMutation({
    mutationFn: ({ sent, readAs }: Asked) =>
      desk.api.call('recontact.lookup', {
        payload:
          typeof sent === 'string'
            ? { stmid, text: sent, ...readAs }
            : sent instanceof File
              ? formOf(stmid, sent, readAs)
              : { stmid, choice: sent },
      }),
  })
  const readAgain = (readAs: ReadAs): void => {
    if (lookup.variables !== undefined) lookup.mutate({ sent: lookup.variables.sent, readAs })
  }
  return (
    <div className={styles['fields']}>
      <TextField
        label="RDUDs to invite"
        rows={4}
        value={text}
        onChange={setText}
        description="One respondent a line, by RDUD or a whole return URL; or a file with a column of RDUDs: CSV, TSV, TXT or XLSX, up to 100,000 rows and 20 MB."
      />
      <div className={styles['buttons']}>
        <Button
          onPress={() => lookup.mutate({ sent: text })}
          isPending={lookup.isPending && typeof lookup.variables.sent === 'string'}
          isDisabled={text.trim() === ''}
        >
          Look up
        </Button>
        <Button
          icon={<FileUp aria-hidden />}
          onPress={() => input.current?.click()}
          isPending={lookup.isPending && lookup.variables.sent instanceof File}
        >
          Choose file
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.xlsx"
          aria-label="File of RDUDs"
          onChange={event => {
            const file = event.target.files?.[0]
            if (file !== undefined) lookup.mutate({ sent: file })
            // the same file may be chosen again
            event.target.value = ''
          }}
        />
      </div>
      <details>
        <summary>Choose by projects</summary>
        <RecontactChoice
          projectId={projectId}
          isPending={
            lookup.isPending && !(typeof lookup.variables.sent === 'string' || lookup.variables.sent instanceof File)
          }
          onLookUp={choice => lookup.mutate({ sent: choice })}
        />
      </details>
      <CallFailure error={lookup.error} />
      {isUnreadableTable(lookup.error) ? (
        <AnotherReading sheets={typeof lookup.variables?.sent === 'string' ? [] : 'unknown'} onReadAs={readAgain} />
      ) : null}
      {lookup.data === undefined ? null : (
        <Result
          found={lookup.data}
          onReadAs={readAgain}
          onAdd={rduds => {
            onAdd(rduds)
            setText('')
            lookup.reset()
          }}
        />
      )}
    </div>
  )
}

/** Sent as multipart, with the fields that the contract names. */
function formOf(stmid: number, file: File, readAs: ReadAs = {}): Lookup {
  const form = new FormData()
  form.append('stmid', String(stmid))
  for (const [name, value] of Object.entries(readAs)) form.append(name, String(value))
  form.append('file', file, file.name)
  return form as unknown as Lookup
}

function Result({
  found,
  onAdd,
  onReadAs,
}: {
  readonly found: Found
  readonly onAdd: (rduds: readonly string[]) => void
  readonly onReadAs: (readAs: ReadAs) => void
}) {
  const { counts, completes, lines, others, reading } = found
  const rest = RECONTACT_OUTCOMES.filter(outcome => outcome !== 'found' && counts[outcome] > 0)
  return (
    <>
      <p role="status">
        {lines === 0
          ? 'No respondents found.'
          : `Of ${countText(lines)} ${lines === 1 ? 'line' : 'lines'}: ${countText(counts.found)} found, ${countText(completes)} of them completes.`}
      </p>
      {reading === null ? null : <ReadingPart reading={reading} onReadAs={onReadAs} />}
      {rest.length === 0 ? null : (
        <ul className={styles['rules']} aria-label="Not invited">
          {rest.map(outcome => (
            <li key={outcome}>{`${countText(counts[outcome])} ${OUTCOME_WORDS[outcome]}`}</li>
          ))}
        </ul>
      )}
      {others.length === 0 ? null : <Others others={others} />}
      <div className={styles['buttons']}>
        <Button onPress={() => onAdd(found.found)} isDisabled={found.found.length === 0}>
          {found.found.length === 0 ? 'No respondents to add' : `Add ${countText(found.found.length)} to the list`}
        </Button>
      </div>
    </>
  )
}

function Others({ others }: Pick<Found, 'others'>) {
  return (
    <details>
      <summary>Lines that are not invited</summary>
      <table className={styles['tests']}>
        <caption>The first {countText(others.length)} lines that are not invited</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Sent</th>
            <th scope="col">Why not</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {others.map(({ line, text, outcome, code }) => (
            <tr key={line}>
              <td>{line}</td>
              <th scope="row">
                <GivenId text={text} />
              </th>
              <td>{OUTCOME_WORDS[outcome]}</td>
              <td>{code === null ? '' : RESPONDENT_STATE_LABELS[code]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
