import type { ReportType } from '@desk/schema/reports/report'
import styles from './reports.module.css'

interface Shape {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The lighter of two shades. */
  readonly isPale?: true
}

const columns = (heights: readonly number[], isPale = false): readonly Shape[] =>
  heights.map((height, at) => ({
    x: 4 + at * 12,
    y: 44 - height,
    width: 8,
    height,
    ...(isPale ? { isPale: true as const } : {}),
  }))
const rows = (widths: readonly number[], from = 4): readonly Shape[] =>
  widths.map((width, at) => ({ x: from, y: 6 + at * 10, width, height: 6 }))

/** The shape of each report's chart, small, and of statements with their sums. */
const SHAPES: Readonly<Record<ReportType | 'statements', readonly Shape[]>> = {
  traffic: [...columns([22, 30, 26, 38, 32, 40, 28], true), ...columns([10, 16, 12, 20, 15, 22, 12])],
  suppliers: rows([78, 60, 44, 26]),
  terminations: [
    ...rows([40, 28, 34, 18]),
    ...rows([24, 18, 10, 14], 4).map((shape, at) => ({
      ...shape,
      x: 6 + ([40, 28, 34, 18][at] ?? 0),
      isPale: true as const,
    })),
  ],
  managers: rows([52, 70, 36, 58]),
  costs: columns([34, 40, 30, 38, 26, 36, 32]).flatMap(shape => [
    { ...shape, isPale: true as const },
    { ...shape, y: shape.y + shape.height * 0.4, height: shape.height * 0.6 },
  ]),
  hours: columns([4, 8, 14, 26, 34, 30, 16]),
  quotas: [84, 84, 84, 84].flatMap((width, at) => [
    { x: 4, y: 6 + at * 10, width, height: 6, isPale: true as const },
    { x: 4, y: 6 + at * 10, width: [72, 50, 84, 24][at] ?? 0, height: 6 },
  ]),
  reconciliation: columns([12, 20, 8, 16, 10, 18, 6]).map((shape, at) =>
    at % 2 === 0 ? { ...shape, y: 24 - shape.height } : { ...shape, y: 24, isPale: true as const },
  ),
  statements: [
    ...rows([44, 52, 36, 44]).map((shape, at) => (at === 3 ? shape : { ...shape, isPale: true as const })),
    ...rows([16, 16, 16, 24], 64).map((shape, at) => (at === 3 ? shape : { ...shape, isPale: true as const })),
  ],
}

/** A report's picture in the list of reports; it says nothing that the words beside it do not. */
export function ReportPicture({ type }: { type: ReportType | 'statements' }) {
  return (
    <svg viewBox="0 0 92 48" className={styles['picture']} aria-hidden>
      {SHAPES[type].map(({ isPale, ...shape }) => (
        <rect
          key={`${shape.x} ${shape.y} ${shape.width} ${isPale === true}`}
          {...shape}
          rx={1}
          className={isPale === true ? styles['pale'] : styles['strong']}
        />
      ))}
    </svg>
  )
}
