import type { SourceQualification } from '@desk/schema/sources/quals-quotas'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import { TextField } from '#ui/text-field.tsx'
import { BAND_PRESETS, presetBands, readBands, typedBands, type Axis, type Band } from './bands.ts'
import styles from './grid.module.css'

interface BandFieldProps {
  readonly axis: Axis
  readonly qualification: SourceQualification
  readonly isBusy: boolean
  readonly onBands: (bands: readonly Band[]) => void
}

/** The bands of a range, typed such as 18-24, 25-34, or chosen. They apply on Enter, and when the field is left. */
export function BandField({ axis, qualification, isBusy, onBands }: BandFieldProps) {
  const present = typedBands(axis.bands)
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? null : readBands(typed, qualification)
  const apply = () => {
    if (read === null || !('bands' in read)) return
    if (typedBands(read.bands) !== present) onBands(read.bands)
    setTyped(null)
  }
  return (
    <div
      className={styles['bands']}
      onKeyDown={event => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        // Enter would submit the form
        event.preventDefault()
        apply()
      }}
    >
      <TextField
        label={`Bands of ${axis.name}`}
        value={typed ?? present}
        onChange={setTyped}
        onBlur={apply}
        isReadOnly={isBusy}
        autoComplete="off"
        {...(read !== null && 'fault' in read ? { errorMessage: read.fault } : {})}
      />
      <LazyMenu
        label={`Ready bands of ${axis.name}`}
        items={BAND_PRESETS.map(preset => ({
          id: preset,
          label: typedBands(presetBands(preset, qualification)),
        })).filter(({ label }) => label !== '')}
        onAction={preset => {
          setTyped(null)
          onBands(presetBands(preset, qualification))
        }}
      >
        {trigger => (
          <Button {...trigger} isDisabled={isBusy}>
            Ready bands
          </Button>
        )}
      </LazyMenu>
    </div>
  )
}
