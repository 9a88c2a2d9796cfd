import type { QuotaGroup } from '@desk/schema/sources/quals-quotas'
import { Suspense, useImperativeHandle, useRef, useState } from 'react'
import type { FieldState } from '#kit/forms/form-context.ts'
import { Button } from '#ui/button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import type { QuotaContext } from '../quota-line.tsx'
import type { QuotaSheetHandle } from '../quota-sheet.tsx'
import type { QuotaGroupValue } from '../quota-values.ts'
import { BandField } from './band-field.tsx'
import { censusWeights, US_2024 } from './census.ts'
import { GridTables } from './grid-table.tsx'
import { removedWords, sumWords, untakenWords } from './grid-words.ts'
import { AXES_MAX, CELLS_MAX, quotasByForm } from './quota-grid.ts'
import { shareWords, spread } from './spread.ts'
import { axisFrom, type OpenQuotaGrid } from './use-quota-grid.ts'
import styles from './grid.module.css'

const PasteGridDialog = lazyOverlay(
  () => import('./paste-grid-dialog.tsx'),
  'The pasted table',
  ({ onClose }) => onClose(),
)

const UNITS = [
  { id: 'count', label: 'N' },
  { id: 'percent', label: '%' },
] as const
const WAYS = [
  { id: 'interlocked', label: 'Interlocked' },
  { id: 'parallel', label: 'Parallel' },
] as const

export interface GridEditorProps {
  readonly open: OpenQuotaGrid
  readonly groups: readonly QuotaGroupValue[]
  readonly context: QuotaContext
  readonly stored: readonly QuotaGroup[]
  readonly field: Pick<FieldState, 'errorAt' | 'isBusy'>
  readonly handle: React.Ref<QuotaSheetHandle>
}

/** Quotas as a grid of one to three qualifications: its axes, cells, sums, and whom no cell takes. */
export default function GridEditor({ open, groups, context, stored, field, handle }: GridEditorProps) {
  const { grid, places, counts, sourceTarget } = open
  const { qualifications, names, standing } = context
  const place = useRef<HTMLDivElement>(null)
  const [pasted, setPasted] = useState<string | null>(null)
  // what the last paste or census did, until the next one
  const [note, setNote] = useState<string | null>(null)
  const quotas = quotasByForm(groups)
  useImperativeHandle(handle, () => ({
    reveal: ([group, , quota]) => {
      const found = [...quotas].find(([, at]) => String(at.group) === group && String(at.quota) === quota)
      const cells = [...(place.current?.querySelectorAll<HTMLElement>('[data-form]') ?? [])]
      const cell = cells.find(each => each.dataset['form'] === found?.[0]) ?? cells[0]
      cell?.querySelector('input')?.focus()
    },
  }))
  if (grid === null) return null
  const sum = counts.reduce((all, count) => all + count, 0)
  const free = qualifications.filter(({ param }) => !grid.axes.some(axis => axis.param === param))
  const fits = (bands: number) => places.length * bands <= CELLS_MAX
  const census = censusWeights(US_2024, grid)
  const done = places.reduce((all, { form }) => {
    const no = quotas.get(form)?.value.quota_no
    return all + (no === undefined ? 0 : (standing.get(no)?.completes ?? 0))
  }, 0)
  const present = new Set([...quotas.values()].flatMap(({ value }) => value.quota_no ?? []))
  const removed = removedWords(
    stored.flatMap(group => group.quotas),
    present,
  )
  return (
    <div
      ref={place}
      className={styles['editor']}
      onPaste={event => {
        const text = event.clipboardData.getData('text/plain')
        if (!/[\t\n]/.test(text.trim()) || !(event.target instanceof Element) || event.target.closest('td') === null)
          return
        event.preventDefault()
        setPasted(text)
      }}
    >
      <div className={styles['bar']}>
        {grid.axes.map(({ param, name }) => (
          <Button
            key={param}
            size="small"
            aria-label={`Remove ${name} from the grid`}
            isDisabled={field.isBusy}
            onPress={() => open.removeAxis(param)}
          >
            {name} <span aria-hidden>×</span>
          </Button>
        ))}
        {grid.axes.length >= AXES_MAX
          ? null
          : free.map(qualification => (
              <Button
                key={qualification.param}
                size="small"
                variant="ghost"
                aria-label={`Divide by ${qualification.name}`}
                isDisabled={field.isBusy || !fits(axisFrom(qualification, names).bands.length)}
                onPress={() => open.addAxis(qualification)}
              >
                <span aria-hidden>+</span> {qualification.name}
              </Button>
            ))}
        {grid.axes.length === 0 ? null : (
          <>
            <span className={styles['space']} />
            <LazyMenu
              label="Census"
              items={[
                {
                  id: 'us',
                  label: US_2024.label,
                  description: US_2024.source,
                  blockedReason: blocked(census, sourceTarget),
                },
              ]}
              onAction={() => {
                if (!('weights' in census)) return
                open.setParts(spread(sourceTarget, census.weights))
                setNote(`Shares of ${US_2024.source}.`)
              }}
            >
              {trigger => (
                <Button {...trigger} size="small" isDisabled={field.isBusy}>
                  Census
                </Button>
              )}
            </LazyMenu>
            <Button size="small" isDisabled={field.isBusy} onPress={() => setPasted('')}>
              Paste
            </Button>
            <SegmentedControl label="Cells in" segments={UNITS} value={open.unit} onChange={open.showAs} />
            {grid.axes.length < 2 ? null : (
              <SegmentedControl
                label="A quota is"
                segments={WAYS}
                value={grid.isInterlocked ? 'interlocked' : 'parallel'}
                onChange={way => open.interlock(way === 'interlocked')}
              />
            )}
          </>
        )}
      </div>
      {grid.axes.map(axis => {
        const qualification = qualifications.find(({ param }) => param === axis.param)
        return qualification === undefined || qualification.in !== undefined ? null : (
          <BandField
            key={axis.param}
            axis={axis}
            qualification={qualification}
            isBusy={field.isBusy}
            onBands={bands => open.setBands(axis.param, bands)}
          />
        )
      })}
      {grid.axes.length === 0 ? (
        <p className={styles['note']}>
          {qualifications.length === 0
            ? 'A grid divides by the source’s qualifications: add one first.'
            : `Choose one to ${AXES_MAX} qualifications that divide the respondents.`}
        </p>
      ) : (
        <>
          <GridTables open={open} quotas={quotas} standing={standing} field={field} />
          <p className={styles['words']} role="status">
            <strong data-off={sum !== sourceTarget || undefined}>{sumWords(sum, sourceTarget)}</strong>{' '}
            {open.shareSum === null ? null : `${shareWords(open.shareSum)} `}
            {untakenWords(grid, open.targets, qualifications, names)}
          </p>
          {grid.isInterlocked ? null : (
            <p className={styles['note']}>
              A respondent counts in one quota: the first that fits and has room. So all bands share Target (N).
            </p>
          )}
          {note === null ? null : <p className={styles['note']}>{note}</p>}
          {removed === null ? null : (
            <p className={styles['warning']} role="note">
              {removed}
            </p>
          )}
          <div className={styles['foot']}>
            <span>
              {places.length} {places.length === 1 ? 'cell' : 'cells'}
              {done === 0 ? null : ` · ${done} of ${sum} done`}
            </span>
            <Button
              size="small"
              isDisabled={field.isBusy || sourceTarget === 0}
              onPress={() =>
                open.setParts(
                  spread(
                    sourceTarget,
                    places.map(() => 1),
                  ),
                )
              }
            >
              Split evenly
            </Button>
            {sum === sourceTarget || sum === 0 || sourceTarget === 0 ? null : (
              <Button
                size="small"
                isDisabled={field.isBusy}
                onPress={() => open.setParts(spread(sourceTarget, counts))}
              >
                Scale to {sourceTarget}
              </Button>
            )}
          </div>
        </>
      )}
      <Suspense fallback={null}>
        {pasted === null ? null : (
          <PasteGridDialog
            grid={grid}
            sourceTarget={sourceTarget}
            initialText={pasted}
            onTaken={(targets, words) => {
              open.setTargets(targets)
              setNote(words)
              setPasted(null)
            }}
            onClose={() => setPasted(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

const blocked = (census: ReturnType<typeof censusWeights>, sourceTarget: number): string | undefined =>
  'why' in census ? census.why : sourceTarget === 0 ? 'Shares need a Target (N): give it first.' : undefined
