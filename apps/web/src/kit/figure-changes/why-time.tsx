import { useState } from 'react'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { MomentInput } from '#kit/forms/moment-input.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useLooked } from './use-looked.ts'
import { momentsOf, readWhySpan, WHY_SPANS, type WhyMoments, type WhySpan } from './why-spans.ts'
import styles from './why.module.css'

const SPANS = Object.entries(WHY_SPANS).map(([id, label]) => ({ id, label }))

export interface WhyTime {
  /** The control that chooses the moments, and shows their fault. */
  readonly control: React.ReactNode
  /** Null: they are no time. */
  readonly moments: WhyMoments | null
  /** Sets the present to now. */
  readonly onAgain: () => void
}

/** The two moments between which a figure changed, chosen in the URL. */
export function useWhyTime(): WhyTime {
  const [raw, change] = useUrlSearch()
  const zone = useZone()
  const looked = useLooked()
  const [nowMs, setNowMs] = useState(() => Date.now())
  const search = readWhySpan(raw)
  const moments = momentsOf(search, nowMs, zone.name, looked)
  const choose = (span: WhySpan) => {
    setNowMs(Date.now())
    change({ whySpan: span, whyFrom: undefined, whyTo: undefined })
  }
  const control = (
    <>
      <NativeSelect
        label="Time"
        options={SPANS}
        value={search.span}
        // one of the options above
        onChange={span => choose(span as WhySpan)}
      />
      {search.span === 'chosen' ? (
        <>
          {(['whyFrom', 'whyTo'] as const).map(name => (
            <MomentInput
              key={name}
              label={name === 'whyFrom' ? 'From' : 'Until'}
              value={(name === 'whyFrom' ? search.from : search.until) ?? ''}
              onTake={input => change({ [name]: input.value === '' ? undefined : input.value }, true)}
              error={null}
            />
          ))}
        </>
      ) : null}
      <p className={styles['zone']}>Times in {zone.text}</p>
      {typeof moments === 'string' ? (
        <p role="status" className={styles['note']}>
          {moments}
        </p>
      ) : null}
    </>
  )
  return {
    control,
    moments: typeof moments === 'string' ? null : moments,
    onAgain: () => setNowMs(Date.now()),
  }
}
