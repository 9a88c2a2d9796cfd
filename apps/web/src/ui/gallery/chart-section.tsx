import { useState } from 'react'
import type { ChartMode } from '#ui/chart/buckets.ts'
import { CompletesChart } from '#ui/chart/lazy-completes-chart.tsx'
import { zoneLabel } from '#ui/format/offsets.ts'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Section } from './section.tsx'

const HOUR_MS = 3_600_000
const NOW_MS = Date.UTC(2026, 10, 1, 20, 20)
const ZONE = 'America/New_York'

function bucketsOf(mode: ChartMode) {
  const step = mode === 'hourly' ? HOUR_MS : 24 * HOUR_MS
  const count = mode === 'hourly' ? 24 : 13
  const lastMs = mode === 'hourly' ? Date.UTC(2026, 10, 1, 20) : Date.UTC(2026, 10, 1, 4)
  return Array.from({ length: count }, (_, index) => ({
    startMs: lastMs - (count - 1 - index) * step,
    live: Math.max(0, Math.round(20 + 18 * Math.sin(index / 3))) * (mode === 'daily' ? 12 : 1),
    test: index % 5 === 0 ? 3 : 0,
  }))
}

export function ChartSection() {
  const [mode, setMode] = useState<ChartMode>('hourly')
  return (
    <Section title="The completes chart">
      <CompletesChart
        title="Completes"
        mode={mode}
        zone={ZONE}
        zoneLabel={zoneLabel(ZONE, NOW_MS)}
        nowMs={NOW_MS}
        buckets={bucketsOf(mode)}
      >
        <SegmentedControl
          label="Window"
          segments={[
            { id: 'hourly', label: '24 hours' },
            { id: 'daily', label: '13 days' },
          ]}
          value={mode}
          onChange={setMode}
        />
      </CompletesChart>
      <CompletesChart
        title="Nothing yet"
        mode="hourly"
        zone={ZONE}
        zoneLabel={zoneLabel(ZONE, NOW_MS)}
        buckets={bucketsOf('hourly').map(bucket => ({ ...bucket, live: 0, test: 0 }))}
        heightPx={140}
      />
    </Section>
  )
}
