import type { Dashboard } from '@desk/schema/dashboard/dashboard'
import { DASHBOARD_DAYS } from '@desk/schema/dashboard/dashboard'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { useParentSize } from '@visx/responsive'
import { scaleLinear, scalePoint } from '@visx/scale'
import { Line, LinePath } from '@visx/shape'
import { countText } from '#ui/format/figures.ts'
import { DashboardPanel } from './dashboard-panel.tsx'
import { filledDays } from './filled-days.ts'
import styles from './dashboard.module.css'

const HEIGHT_PX = 220
const MARGIN = { top: 12, right: 12, bottom: 26, left: 52 }
const TICKS = 4
const WIDTH_OF_A_DAY_PX = 64
const AXIS_TEXT = { fill: 'var(--ink-3)', fontSize: 12 }

/** How completes grew towards the target, day by day. */
export default function FillChart({ dashboard }: { dashboard: Dashboard }) {
  const days = filledDays(dashboard)
  const { target, completes, zone } = dashboard
  return (
    <DashboardPanel
      title="Fill"
      formula={`Completes after reconciliation, cumulative by day, ${zone}; the dashed line is the target.`}
      columns={[
        { header: 'Day', cell: ({ day }) => day },
        { header: 'Entrants', isFigure: true, cell: ({ entrants }) => countText(entrants) },
        { header: 'Completes', isFigure: true, cell: each => countText(each.completes) },
        { header: 'Completes so far', isFigure: true, cell: ({ filled }) => countText(filled) },
      ]}
      rows={days}
      keyOf={({ day }) => day}
      empty={`No completes in the last ${DASHBOARD_DAYS} days or before.`}
      isEmpty={completes === 0 && days.every(({ filled }) => filled === 0)}
    >
      <Plot days={days} target={target} />
    </DashboardPanel>
  )
}

function Plot({ days, target }: { days: ReturnType<typeof filledDays>; target: number }) {
  const { parentRef, width } = useParentSize({ debounceTime: 50, initialSize: { width: 0 } })
  const innerWidth = Math.max(0, width - MARGIN.left - MARGIN.right)
  const innerHeight = HEIGHT_PX - MARGIN.top - MARGIN.bottom
  const x = scalePoint({ domain: days.map(({ day }) => day), range: [0, innerWidth] })
  const y = scaleLinear({
    domain: [0, Math.max(1, target, ...days.map(({ filled }) => filled))],
    range: [innerHeight, 0],
    nice: TICKS,
  })
  const every = Math.max(1, Math.ceil(days.length / Math.max(1, Math.floor(innerWidth / WIDTH_OF_A_DAY_PX))))
  const last = days.at(-1)
  return (
    <div ref={parentRef} className={styles['plot']} style={{ blockSize: HEIGHT_PX }}>
      {width > 0 ? (
        <svg
          width={width}
          height={HEIGHT_PX}
          role="img"
          aria-label={`${countText(last?.filled)} completes${target > 0 ? ` of ${countText(target)}` : ''}`}
        >
          <Group left={MARGIN.left} top={MARGIN.top}>
            <GridRows scale={y} width={innerWidth} numTicks={TICKS} stroke="var(--chart-grid)" />
            {target > 0 ? (
              <Line className={styles['target']!} from={{ x: 0, y: y(target) }} to={{ x: innerWidth, y: y(target) }} />
            ) : null}
            <LinePath
              className={styles['line']!}
              data={[...days]}
              x={({ day }) => x(day) ?? 0}
              y={({ filled }) => y(filled)}
            />
            <AxisLeft
              scale={y}
              numTicks={TICKS}
              hideAxisLine
              hideTicks
              tickFormat={value => (Number.isInteger(Number(value)) ? countText(Number(value)) : '')}
              tickLabelProps={{ ...AXIS_TEXT, textAnchor: 'end', dx: -4, dy: 4 }}
            />
            <AxisBottom
              scale={x}
              top={innerHeight}
              tickValues={days.flatMap(({ day }, index) => (index % every === 0 ? [day] : []))}
              tickFormat={day => day.slice(5)}
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
