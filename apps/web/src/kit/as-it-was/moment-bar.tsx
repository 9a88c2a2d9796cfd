import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { MomentInput } from '#kit/forms/moment-input.tsx'
import { wallTimeIn } from '#kit/forms/wall-times.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import type { AsOf } from './as-of.ts'
import styles from './as-it-was.module.css'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const STEPS = [
  { label: '1 day earlier', byMs: -24 * HOUR_MS },
  { label: '1 hour earlier', byMs: -HOUR_MS },
  { label: '1 hour later', byMs: HOUR_MS },
  { label: '1 day later', byMs: 24 * HOUR_MS },
] as const

/** The moment that a page is shown at, with steps to others and the way back to now. */
export function MomentBar({ asOf }: { readonly asOf: AsOf }) {
  const zone = useZone()
  const [, change] = useUrlSearch()
  const nowMs = useNowMs(MINUTE_MS)
  return (
    <section className={styles['bar']} aria-label="Past moment">
      <p className={styles['says']}>
        <strong>As it was.</strong> Click a figure to see why it has changed since.
      </p>
      <MomentInput
        label={`Moment, in ${zone.text}`}
        value={asOf.wall}
        onTake={input => {
          if (input.value !== '') change({ asOf: input.value }, true)
        }}
        error={null}
      />
      {STEPS.map(({ label, byMs }) => (
        <Button
          key={label}
          size="small"
          isDisabled={Date.parse(asOf.at) + byMs > nowMs}
          onPress={() => change({ asOf: wallTimeIn(new Date(Date.parse(asOf.at) + byMs).toISOString(), zone.name) })}
        >
          {label}
        </Button>
      ))}
      <Button variant="primary" size="small" onPress={() => change({ asOf: undefined })}>
        Back to now
      </Button>
    </section>
  )
}
