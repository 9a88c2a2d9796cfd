import type { Marker } from '@desk/machines/journal/markers'
import type { JournalEntry } from '@desk/schema/journal/entry'
import { Pause, Play, SkipBack, SkipForward, StepBack, StepForward, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSingleKey } from '#runtime/hooks/use-single-key.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { neighbour, nextError } from './moment-facts.ts'
import { clockText, durationText } from './times.ts'
import { Timeline } from './timeline.tsx'
import styles from './replay-controls.module.css'

const SPEEDS = [
  { id: '1', label: '1 ×' },
  { id: '4', label: '4 ×' },
  { id: '16', label: '16 ×' },
]
/** The longest playback of an idle pause, before applying the speed. */
const LONGEST_PAUSE_MS = 3_000
const SHORTEST_STEP_MS = 60

export interface ReplayControlsProps {
  readonly entries: readonly JournalEntry[]
  readonly markers: readonly (Marker | null)[]
  readonly walked: readonly number[]
  readonly position: number
  readonly onChange: (position: number) => void
  readonly zone: string
}

/** Plays, steps and scrubs through a session. */
export function ReplayControls({ entries, markers, walked, position, onChange, zone }: ReplayControlsProps) {
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState('4')
  const [before, after] = [neighbour(walked, position, -1), neighbour(walked, position, 1)]
  const error = nextError(markers, position)
  const entry = entries[position - 1]
  const startMs = entries[0]?.atMs ?? 0
  const next = after === null ? undefined : entries[after - 1]
  const pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(0, (next?.atMs ?? 0) - (entry?.atMs ?? startMs)))

  const goOn = useEffectEvent(() => {
    if (after === null) setPlaying(false)
    else onChange(after)
  })
  const stepMs = Math.max(SHORTEST_STEP_MS, pauseMs / Number(speed))
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => goOn(), stepMs)
    return () => clearTimeout(timer)
  }, [isPlaying, position, stepMs])

  const stop = (to: number | null) => {
    setPlaying(false)
    if (to !== null) onChange(to)
  }
  const toggle = () => {
    if (!isPlaying && after === null) onChange(0)
    setPlaying(!isPlaying)
  }
  useSingleKey('j', () => stop(after))
  useSingleKey('k', () => stop(before))
  useSingleKey('e', () => stop(error))
  useSingleKey('p', toggle)

  return (
    <section className={styles['controls']} aria-label="Replay">
      <div className={styles['buttons']}>
        <IconButton label="To the beginning" onPress={() => stop(0)} isDisabled={position === 0}>
          <SkipBack aria-hidden />
        </IconButton>
        <IconButton label="Step back (K)" onPress={() => stop(before)} isDisabled={before === null}>
          <StepBack aria-hidden />
        </IconButton>
        <IconButton label={isPlaying ? 'Pause (P)' : 'Play (P)'} onPress={toggle} isDisabled={entries.length === 0}>
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        </IconButton>
        <IconButton label="Step (J)" onPress={() => stop(after)} isDisabled={after === null}>
          <StepForward aria-hidden />
        </IconButton>
        <IconButton label="To the end" onPress={() => stop(entries.length)} isDisabled={position === entries.length}>
          <SkipForward aria-hidden />
        </IconButton>
        <Button
          size="small"
          icon={<TriangleAlert size={14} aria-hidden />}
          onPress={() => stop(error)}
          isDisabled={error === null}
        >
          Next error (E)
        </Button>
        <div className={styles['speed']}>
          <NativeSelect label="Speed" isLabelHidden options={SPEEDS} value={speed} onChange={setSpeed} />
        </div>
        <p className={styles['place']}>
          {entry === undefined ? (
            'Before the first entry'
          ) : (
            <>
              Entry <strong>{entry.seq.toLocaleString('en-US')}</strong> of{' '}
              {(entries.at(-1)?.seq ?? 0).toLocaleString('en-US')} · {clockText(entry.atMs, zone)} ·{' '}
              {durationText((entry.atMs - startMs) / 1_000)} in
            </>
          )}
        </p>
      </div>
      <Timeline entries={entries} markers={markers} position={position} onChange={stop} />
    </section>
  )
}
