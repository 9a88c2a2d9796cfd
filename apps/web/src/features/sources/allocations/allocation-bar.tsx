import { barWidths, isAllGiven, sumWords, type PartValue } from './allocation-values.ts'
import styles from './allocations.module.css'
import { isolated } from '#ui/format/isolated.ts'

const SHADES = 6

/** The shares of a source in one bar, with their sum in words. */
export function AllocationBar({ parts, nameOf }: { parts: readonly PartValue[]; nameOf: (id: number) => string }) {
  const widths = barWidths(parts)
  return (
    <div className={styles['whole']}>
      <div className={styles['bar']} aria-hidden>
        {parts.map(({ pm_sup_ud: id, allocation_percent: percent }, at) => (
          <span
            key={id}
            className={styles['part']}
            data-shade={at % SHADES}
            style={{ inlineSize: `${widths[at] ?? 0}%` }}
            title={`${isolated(nameOf(id))} ${percent} %`}
          />
        ))}
      </div>
      <p className={styles['sum']} role="status" data-off={!isAllGiven(parts) || undefined}>
        {sumWords(parts)}
      </p>
    </div>
  )
}
