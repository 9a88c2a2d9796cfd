import type { DashboardSupplier } from '@desk/schema/dashboard/dashboard'
import { shareOf } from '@desk/schema/columns/ratios'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridColumns, GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { useParentSize } from '@visx/responsive'
import { scaleLinear, scaleSqrt } from '@visx/scale'
import { Circle } from '@visx/shape'
import { amountText, costText } from '#kit/money/cost-text.tsx'
import { countText, percentText } from '#ui/format/figures.ts'
import { DashboardPanel } from './dashboard-panel.tsx'
import styles from './dashboard.module.css'

const HEIGHT_PX = 260
const MARGIN = { top: 12, right: 16, bottom: 40, left: 52 }
const TICKS = 4
const RADIUS_PX = { least: 4, most: 22 }
const NAMED = 8
const AXIS_TEXT = { fill: 'var(--ink-3)', fontSize: 12 }

const conversionOf = ({ completes, entrants }: DashboardSupplier): number => shareOf(completes, entrants) ?? 0
const rejectRateOf = ({ completes, rejected }: DashboardSupplier): number =>
  shareOf(rejected, completes + rejected) ?? 0

/** Suppliers by how many convert and how many are rejected; the size is the money. */
export default function SupplierScatter({
  suppliers,
  currency,
}: {
  suppliers: readonly DashboardSupplier[]
  currency: string
}) {
  return (
    <DashboardPanel
      title="Suppliers"
      formula="Across: completes ÷ entrants; up: rejected ÷ (completes + rejected); the size is the expense, where the supply price is known."
      columns={[
        { header: 'Supplier', cell: ({ name }) => name },
        { header: 'Entrants', isFigure: true, cell: ({ entrants }) => countText(entrants) },
        { header: 'Completes', isFigure: true, cell: ({ completes }) => countText(completes) },
        { header: 'Rejected', isFigure: true, cell: ({ rejected }) => countText(rejected) },
        { header: 'Conversion', isFigure: true, cell: supplier => percentText(conversionOf(supplier)) },
        { header: 'Reject rate', isFigure: true, cell: supplier => percentText(rejectRateOf(supplier)) },
        { header: 'Expense', isFigure: true, cell: ({ expense }) => costText(amountText(expense, currency)) },
      ]}
      rows={suppliers}
      keyOf={({ pm_sup_ud: id }) => id ?? 0}
      empty="No supplier has sent anybody yet."
      isEmpty={suppliers.length === 0}
    >
      <Plot suppliers={suppliers} currency={currency} />
    </DashboardPanel>
  )
}

function Plot({ suppliers, currency }: { suppliers: readonly DashboardSupplier[]; currency: string }) {
  const { parentRef, width } = useParentSize({ debounceTime: 50, initialSize: { width: 0 } })
  const innerWidth = Math.max(0, width - MARGIN.left - MARGIN.right)
  const innerHeight = HEIGHT_PX - MARGIN.top - MARGIN.bottom
  const x = scaleLinear({
    domain: [0, Math.max(0.01, ...suppliers.map(conversionOf))],
    range: [0, innerWidth],
    nice: TICKS,
  })
  const y = scaleLinear({
    domain: [0, Math.max(0.01, ...suppliers.map(rejectRateOf))],
    range: [innerHeight, 0],
    nice: TICKS,
  })
  const radius = scaleSqrt({
    domain: [0, Math.max(1, ...suppliers.map(({ expense }) => expense ?? 0))],
    range: [RADIUS_PX.least, RADIUS_PX.most],
  })
  const radiusOf = ({ expense }: DashboardSupplier): number => radius(Math.max(0, expense ?? 0))
  return (
    <div ref={parentRef} className={styles['plot']} style={{ blockSize: HEIGHT_PX }}>
      {width > 0 ? (
        <svg
          width={width}
          height={HEIGHT_PX}
          role="img"
          aria-label={`${suppliers.length} suppliers; the table names them`}
        >
          <Group left={MARGIN.left} top={MARGIN.top}>
            <GridRows scale={y} width={innerWidth} numTicks={TICKS} stroke="var(--chart-grid)" />
            <GridColumns scale={x} height={innerHeight} numTicks={TICKS} stroke="var(--chart-grid)" />
            {suppliers.map((supplier, index) => (
              <g key={supplier.pm_sup_ud ?? 0}>
                <Circle
                  className={styles['dot']!}
                  cx={x(conversionOf(supplier))}
                  cy={y(rejectRateOf(supplier))}
                  r={radiusOf(supplier)}
                >
                  <title>{`${supplier.name}: conversion ${percentText(conversionOf(supplier))}, reject rate ${percentText(rejectRateOf(supplier))}, ${amountText(supplier.expense, currency)}`}</title>
                </Circle>
                {index < NAMED ? (
                  <text
                    className={styles['dotName']}
                    x={x(conversionOf(supplier))}
                    y={y(rejectRateOf(supplier)) - radiusOf(supplier) - 3}
                    textAnchor={x(conversionOf(supplier)) > innerWidth * 0.8 ? 'end' : 'middle'}
                  >
                    {supplier.name}
                  </text>
                ) : null}
              </g>
            ))}
            <AxisLeft
              scale={y}
              numTicks={TICKS}
              hideAxisLine
              hideTicks
              tickFormat={value => percentText(Number(value))}
              tickLabelProps={{ ...AXIS_TEXT, textAnchor: 'end', dx: -4, dy: 4 }}
            />
            <AxisBottom
              scale={x}
              top={innerHeight}
              numTicks={TICKS}
              tickFormat={value => percentText(Number(value))}
              label="Conversion"
              labelProps={{ ...AXIS_TEXT, textAnchor: 'middle' }}
              stroke="var(--control-border)"
              tickStroke="var(--control-border)"
              tickLength={4}
              tickLabelProps={{ ...AXIS_TEXT, textAnchor: 'middle', dy: 2 }}
            />
          </Group>
        </svg>
      ) : null}
    </div>
  )
}
