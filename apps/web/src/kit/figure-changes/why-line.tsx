import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { whySearch, type WhyLine, type WhyReport } from './why-search.ts'
import type { WhyMoments } from './why-spans.ts'
import { useWhyTime } from './why-time.tsx'
import { WhyAnswer } from './why-answer.tsx'
import styles from './why.module.css'

/** Why a figure of a report's line, or of its total, changed: under the report's own choices. */
export function WhyOfLine({ why, report }: { readonly why: WhyLine; readonly report: WhyReport }) {
  const [, change] = useUrlSearch()
  const { control, moments, onAgain } = useWhyTime()
  return (
    <div className={styles['why']}>
      <NativeSelect
        label="Figure"
        options={report.figures.map(({ id, label }) => ({ id, label }))}
        value={why.figure}
        onChange={figure => change(whySearch({ ...why, figure }))}
      />
      {control}
      {moments === null ? null : <Told why={why} report={report} moments={moments} onAgain={onAgain} />}
    </div>
  )
}

const HOUR = 'hour.'

/** Hours count differently from all other lines: the completes made within them, not the events within them. */
const OF_HOURS =
  'A complete that is taken back leaves the hour in which it was made, whenever that happens; one that an undo restores comes back to it.'

/** The name of a line; the platform writes an hour as the instant of its beginning. @param zone IANA name */
function inZone(name: string, keys: readonly string[], zone: string): string {
  const hour = keys.find(key => key.startsWith(HOUR))?.slice(HOUR.length)
  return hour === undefined ? name : name.replace(hour, dateTimeText(Date.parse(hour), zone))
}

interface LineProps {
  readonly why: WhyLine
  readonly report: WhyReport
  readonly moments: WhyMoments
  readonly onAgain: () => void
}

function Told({ why: { figure, line }, report, moments, onAgain }: LineProps) {
  const desk = useDesk()
  const zone = useZone()
  const [nowMs, setNowMs] = useState(() => Date.now())
  const { type, label } = report
  const keys = report.keysOf(line) ?? []
  const asked = {
    ...report.queryAt(nowMs),
    ...(keys.length === 0 ? {} : { line: keys }),
    figure,
    since: moments.from,
    until: moments.to,
  }
  const read = useQuery({ ...desk.query('reports.change', { params: { type }, query: asked }), staleTime: 0 })
  return (
    <WhyAnswer
      read={read}
      figure={report.figures.find(({ id }) => id === figure) ?? { label: figure, kind: '' }}
      nameOf={({ name }) => (name === '' ? 'All lines' : inZone(name, keys, zone.name))}
      place={label}
      respondentsOf={{
        key: ['reports.changedRespondents', type, asked],
        read: (part, signal) =>
          desk.api.call('reports.changedRespondents', { params: { type }, query: { ...asked, ...part }, signal }),
      }}
      {...(type === 'hours' && figure === 'completes' ? { note: OF_HOURS } : {})}
      fileName={`why-${figure}-${type}`}
      moments={moments}
      onAgain={() => {
        setNowMs(Date.now())
        onAgain()
      }}
    />
  )
}
