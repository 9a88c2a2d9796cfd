import { journalTest } from '@desk/machines/journal/journal-test'
import type { JournalExport } from '@desk/schema/journal/journal-export'
import type { JournalSummary } from '@desk/schema/journal/journal-view'
import { Download, FlaskConical, Link2 } from 'lucide-react'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useAct } from '#runtime/acts/use-act.ts'
import { pageAddress } from '#runtime/page-address.ts'
import { saveFile } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { momentText } from '#ui/format/moments.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { Popover } from '#ui/popover.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toasts.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { WhoLooked } from './who-looked.tsx'
import styles from './session-replay.module.css'

export interface SessionActionsProps {
  readonly summary: JournalSummary
  /** Null: the journal is masked and cannot be replayed elsewhere. */
  readonly exported: JournalExport | null
  /** The entry that is shown; null before the first. */
  readonly seq: number | null
}

/** The exports of a session: a link, the journal, a test that fails until the fault is fixed. */
export function SessionActions({ summary, exported, seq }: SessionActionsProps) {
  const name = `journal-${summary.journal.slice(0, 8)}`
  const saveTest = (exported: JournalExport) => {
    const test = journalTest(exported, seq ?? undefined)
    if (test === null)
      void showToast({
        type: 'error',
        message: 'Nothing went wrong in this session: choose the entry that the test is to be of.',
      })
    else saveFile(`${name}-${test.fault.seq}.test.ts`, test.text, 'text/typescript;charset=utf-8')
  }
  return (
    <div className={styles['actions']}>
      {exported === null ? null : (
        <>
          <Button size="small" icon={<FlaskConical size={14} aria-hidden />} onPress={() => saveTest(exported)}>
            Download test
          </Button>
          <Button
            size="small"
            icon={<Download size={14} aria-hidden />}
            onPress={() => saveFile(`${name}.json`, JSON.stringify(exported), 'application/json;charset=utf-8')}
          >
            Download journal
          </Button>
        </>
      )}
      <Popover
        label="Link to this session"
        placement="bottom end"
        trigger={
          <Button size="small" icon={<Link2 size={14} aria-hidden />}>
            Link
          </Button>
        }
      >
        <LinkForm journal={summary.journal} seq={seq} />
      </Popover>
      <WhoLooked journal={summary.journal} />
    </div>
  )
}

const LIFETIMES = [
  { id: '24', label: 'One day' },
  { id: '168', label: '7 days' },
  { id: '720', label: '30 days' },
]

/** Makes a link that opens this session to anybody of support until it expires. */
function LinkForm({ journal, seq }: { readonly journal: string; readonly seq: number | null }) {
  const zone = useZone()
  const [hours, setHours] = useState('168')
  const link = useAct('journals.link')
  const made = link.answered?.answer
  const make = () =>
    link.send({ params: { journal }, payload: { hours: Number(hours), ...(seq === null ? {} : { seq }) } })
  return (
    <div className={styles['link']}>
      <NativeSelect label="It opens this entry for" options={LIFETIMES} value={hours} onChange={setHours} />
      <Button variant="primary" onPress={make} isPending={link.isPending}>
        Make a link
      </Button>
      <CallFailure error={link.failure} />
      {made === undefined ? null : (
        <TextField
          label="Link for support"
          value={pageAddress(`/support/links/${made.token}`)}
          isReadOnly
          onFocus={event => event.target instanceof HTMLInputElement && event.target.select()}
          description={`Until ${momentText(made.expires_at, zone.name)}; it is shown only now.`}
        />
      )}
    </div>
  )
}
