import {
  LISTED_KINDS,
  NETWORK_LIMITS,
  type ListedKind,
  type MarkAdditions,
  type MarkList,
  type MarksAdded,
} from '@desk/schema/defender/mark-lists'
import type { ReadAs } from '@desk/schema/sent-tables/table-reading'
import { useQueryClient } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { AnotherReading, isUnreadableTable, ReadingPart } from '#kit/sent-tables/reading-part.tsx'
import { MomentInput } from '#kit/forms/moment-input.tsx'
import { instantOf } from '#kit/forms/wall-times.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { countText } from '#ui/format/figures.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from '../defender-views.module.css'
import { KIND_LABELS, LIST_LABELS } from './mark-search.ts'

export interface AddMarksProps {
  readonly list: MarkList
  readonly onClose: () => void
}

type Take = MarkAdditions['take']
const KINDS: readonly (ListedKind | 'either')[] = ['either', ...LISTED_KINDS]
const EITHER = 'Addresses, networks and fingerprints'

/** The bytes of a file, as a call carries them. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  const step = 0x8000
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step))
  return btoa(text)
}

/** Puts pasted or uploaded devices, addresses and networks on a list: all of them, or, once the faulty lines are seen, the good ones. */
export default function AddMarksDialog({ list, onClose }: AddMarksProps) {
  const queries = useQueryClient()
  const zone = useZone()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [file, setFile] = useState<NonNullable<MarkAdditions['file']> | null>(null)
  /** Why the chosen file cannot be read. */
  const [fault, setFault] = useState<unknown>(null)
  const [kind, setKind] = useState<ListedKind | 'either'>('either')
  const [isWide, setWide] = useState(false)
  const [note, setNote] = useState('')
  const [until, setUntil] = useState('')
  const [readAs, setReadAs] = useState<ReadAs>({})
  const add = useAct('markLists.add', {
    onDone: added => {
      if (!added.is_stored) return
      void queries.invalidateQueries({ queryKey: ['markLists.list'] })
      void queries.invalidateQueries({ queryKey: [HISTORY] })
    },
  })
  const answer = add.answered?.answer
  if (answer?.is_stored === true) return <Added list={list} added={answer} onClose={onClose} />
  const send = (take: Take, as = readAs) =>
    add.send({
      payload: {
        list,
        kind,
        ...(file === null ? { text } : { file }),
        ...as,
        note: note.trim(),
        until: until === '' ? null : instantOf(until, zone.name),
        take,
        ...(isWide ? { wide: true } : {}),
      },
    })
  const choose = (chosen: File | undefined) => {
    setReadAs({})
    setFault(null)
    add.dismiss()
    setFile(null)
    if (chosen !== undefined) base64Of(chosen).then(base64 => setFile({ filename: chosen.name, base64 }), setFault)
  }
  const readAgain = (as: ReadAs): void => {
    setReadAs(as)
    send('all', as)
  }
  const refused = answer?.is_stored === false ? answer : undefined
  const good = refused === undefined ? 0 : refused.lines - refused.faulty
  const isEmpty = file === null && text.trim() === ''
  return (
    <Dialog
      isOpen
      title={titleOf(list)}
      onClose={onClose}
      isLocked={add.isPending}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          {good > 0 ? (
            <Button onPress={() => send('good')} isPending={add.isPending}>
              Add the {countText(good)} good lines
            </Button>
          ) : null}
          <Button variant="primary" onPress={() => send('all')} isPending={add.isPending} isDisabled={isEmpty}>
            Add all
          </Button>
        </>
      }
    >
      <div className={styles['fields']}>
        <TextField
          label="Fingerprints, addresses and networks"
          rows={5}
          value={text}
          onChange={typed => {
            setText(typed)
            setReadAs({})
          }}
          isDisabled={file !== null}
          description="One a line; or a file whose first column has them: CSV, TSV, TXT or XLSX, up to 100,000 lines and 20 MB. Addresses of IPv4 and IPv6, and networks by their first address and length, 203.0.113.0/24."
        />
        <div className={styles['buttons']}>
          <Button icon={<FileUp aria-hidden />} onPress={() => input.current?.click()}>
            {file === null ? 'Choose file' : file.filename}
          </Button>
          {file === null ? null : (
            <Button
              onPress={() => {
                setFile(null)
                setReadAs({})
              }}
            >
              Leave the file out
            </Button>
          )}
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,.tsv,.txt,.xlsx"
            aria-label="File of fingerprints, addresses and networks"
            onChange={event => {
              choose(event.target.files?.[0])
              // the same file may be chosen again
              event.target.value = ''
            }}
          />
        </div>
        <NativeSelect
          label="Lines are"
          options={KINDS.map(id => ({ id, label: id === 'either' ? EITHER : KIND_LABELS[id] }))}
          value={kind}
          onChange={id => setKind(KINDS.find(one => one === id) ?? 'either')}
        />
        {kind === 'fingerprint' || kind === 'address' ? null : (
          <Checkbox isSelected={isWide} onChange={setWide}>
            Networks wider than /{NETWORK_LIMITS[4].wide} (IPv6: /{NETWORK_LIMITS[6].wide}) are meant
          </Checkbox>
        )}
        <TextField
          label="Note"
          value={note}
          onChange={setNote}
          maxLength={500}
          description="Why: the history shows it."
        />
        <MomentInput
          label="Until"
          value={until}
          onTake={({ value }) => setUntil(value)}
          error={null}
          description={`Time in ${zone.text}. Leave empty for no end.`}
        />
        <CallFailure error={fault ?? add.failure} />
        {isUnreadableTable(add.failure) ? (
          <AnotherReading sheets={file === null ? [] : 'unknown'} onReadAs={readAgain} />
        ) : null}
        {refused === undefined ? null : (
          <>
            <ReadingPart reading={refused.reading} onReadAs={readAgain} />
            <Faults refused={refused} />
          </>
        )}
      </div>
    </Dialog>
  )
}

const titleOf = (list: MarkList): string => `Add to the ${LIST_LABELS[list].toLowerCase()}`

/** How many lines were added, and what they were read as. */
function Added({ list, added, onClose }: AddMarksProps & { readonly added: MarksAdded }) {
  return (
    <Dialog
      isOpen
      title={titleOf(list)}
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <div className={styles['fields']}>
        <p role="status">{doneWords(added)}</p>
        <ReadingPart reading={added.reading} />
      </div>
    </Dialog>
  )
}

const doneWords = ({ added, renewed, faulty }: MarksAdded): string =>
  [
    `${countText(added)} added`,
    ...(renewed === 0 ? [] : [`${countText(renewed)} renewed`]),
    ...(faulty === 0 ? [] : [`${countText(faulty)} left out`]),
  ].join(', ')

function Faults({ refused }: { readonly refused: MarksAdded }) {
  const { lines, faulty, faults } = refused
  return (
    <div role="alert" className={styles['faults']}>
      <p>
        {faulty === 0
          ? 'There is nothing to add.'
          : `Nothing was added: ${countText(faulty)} of ${countText(lines)} lines cannot be listed.`}
      </p>
      <ul className={styles['verdicts']} aria-label="Faulty lines">
        {faults.map(({ line, text, message }) => (
          <li key={line}>
            Line {line}, “{text}”: {message}
          </li>
        ))}
        {faulty > faults.length ? <li>and {countText(faulty - faults.length)} more</li> : null}
      </ul>
    </div>
  )
}
