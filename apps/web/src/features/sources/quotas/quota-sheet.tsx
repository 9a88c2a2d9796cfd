import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { FieldState } from '#kit/forms/form-context.ts'
import { quotaLines, type QuotaGroupValue, type QuotaLine, type Remainder } from './quota-values.ts'
import { GroupLine, QuotaLineRow, type LineFaults, type QuotaActs, type QuotaContext } from './quota-line.tsx'
import styles from './quotas.module.css'

const LINE_HEIGHT = 41
const OVERSCAN_LINES = 8

/** Shows the line that a path of a fault leads to, and focuses it. */
export interface QuotaSheetHandle {
  readonly reveal: (path: readonly string[]) => void
}

export interface QuotaSheetProps {
  groups: readonly QuotaGroupValue[]
  remainders: readonly Remainder[]
  field: Pick<FieldState, 'errorAt' | 'isBusy'>
  context: QuotaContext
  acts: QuotaActs
  handle: React.Ref<QuotaSheetHandle>
}

const MOST_CONDITIONS = 20

function faultsOf(errorAt: (path: string) => string | null, path: string): LineFaults {
  let conditions = errorAt(`${path}_conditions`)
  for (let at = 0; conditions === null && at < MOST_CONDITIONS; at++) {
    const place = `${path}_conditions_${at}`
    conditions = errorAt(place) ?? errorAt(`${place}_param`) ?? errorAt(`${place}_in`) ?? errorAt(`${place}_max`)
  }
  return { name: errorAt(`${path}_name`), target: errorAt(`${path}_target`), conditions }
}

const NO_FAULTS: LineFaults = { name: null, target: null, conditions: null }

/** The same object for a line without faults, so that the line is not painted again. */
function steady(faults: LineFaults): LineFaults {
  return faults.name === null && faults.target === null && faults.conditions === null ? NO_FAULTS : faults
}

const pathOf = ({ group, quota }: QuotaLine) => (quota === null ? String(group) : `${group}_quotas_${quota}`)

function lineOf(lines: readonly QuotaLine[], [group, kind, quota]: readonly string[]): number {
  return lines.findIndex(
    line => String(line.group) === group && (kind === 'quotas' ? String(line.quota) === quota : line.quota === null),
  )
}

/** Groups and quotas, line by line; of hundreds only those in sight are in the page. */
export function QuotaSheet({ groups, remainders, field, context, acts, handle }: QuotaSheetProps) {
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  const lines = quotaLines(groups)
  const [focused, setFocused] = useState(-1)
  const [sought, setSought] = useState<number | null>(null)
  // oxlint-disable-next-line react/incompatible-library -- this component opts out of the compiler's memoisation
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: OVERSCAN_LINES,
    initialRect: { width: 800, height: 420 },
    rangeExtractor: range => {
      const indexes = defaultRangeExtractor(range)
      // the line that is typed into stays, wherever one scrolls
      return [...new Set([...indexes, ...(focused >= 0 && focused < lines.length ? [focused] : [])])].toSorted(
        (one, other) => one - other,
      )
    },
  })
  useImperativeHandle(handle, () => ({
    reveal: path => {
      const index = lineOf(lines, path)
      if (index === -1) return
      virtualizer.scrollToIndex(index, { align: 'center' })
      setFocused(index)
      setSought(index)
    },
  }))
  useEffect(() => {
    if (sought === null) return
    scroller.current?.querySelector<HTMLElement>(`[data-index="${sought}"] input`)?.focus()
    setSought(null)
  }, [sought])
  return (
    <div ref={scroller} className={styles['sheet']}>
      <ul role="list" aria-label="Quotas" className={styles['lines']} style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          const group = line === undefined ? undefined : groups[line.group]
          if (line === undefined || group === undefined) return null
          const quota = line.quota === null ? undefined : group.quotas[line.quota]
          const shared = { faults: steady(faultsOf(field.errorAt, pathOf(line))), context, acts, isBusy: field.isBusy }
          return (
            <li
              key={pathOf(line)}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
              className={styles['place']}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => setFocused(index)}
            >
              {line.quota === null || quota === undefined ? (
                <GroupLine
                  {...shared}
                  at={line.group}
                  group={group}
                  remainder={remainders[line.group] ?? { sum: 0, left: null }}
                />
              ) : (
                <QuotaLineRow {...shared} group={line.group} at={line.quota} quota={quota} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
