import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import type { ReportColumn } from '@desk/schema/reports/report-columns'
import { ChartFrame } from '#ui/chart/chart-frame.tsx'
import { ChartTable } from '#ui/chart/chart-table.tsx'
import { cellText } from '#ui/table/column.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { figureValue } from '#kit/tables/figure-columns.ts'
import { changeText } from './report-columns.tsx'
import type { ReportBar, ReportBars } from './report-chart-data.ts'
import styles from './report-chart.module.css'

export interface ReportChartProps {
  /** Its subject: 'Traffic'. */
  title: string
  figures: readonly ReportColumn[]
  figure: ReportColumn
  onFigure: (id: string) => void
  bars: ReportBars
  /** IANA name. */
  zone: string
  zoneLabel: string
  isDimmed: boolean
}

const HEIGHT_PX = 220
const ROW_PX = 22
const MARGIN = { top: 10, right: 12, bottom: 26, left: 64 }
const NAME_SHARE = 0.36
const MOST_NAME_PX = 260
const CHARACTER_PX = 6.6
const TICK_ROOM_PX = 110
const MOST_TICKS = 4
const MOST_BAR_PX = 96

/** The lines of a report as bars: by time, or the largest ones. */
export default function ReportChart({
  title,
  figures,
  figure,
  onFigure,
  bars,
  zone,
  zoneLabel,
  isDimmed,
}: ReportChartProps) {
  const textOf = (value: number) =>
    figure.kind === 'change' ? changeText(value) : cellText({ kind: 'integer' }, value) && amountText(figure, value)
  const labelOf = ({ label }: ReportBar) => (bars.isOfHours ? dateTimeText(Date.parse(label), zone) : label)
  const name = `${title}: ${figure.label}`
  return (
    <ChartFrame
      title={name}
      zone={zone}
      zoneLabel={zoneLabel}
      isDimmed={isDimmed}
      {...(bars.left === 0
        ? {}
        : {
            note: bars.isOfTime
              ? `${bars.left} earlier ones are in the table.`
              : `${bars.left} smaller ones are in the table.`,
          })}
      tools={
        <NativeSelect
          label="Figure of the chart"
          isLabelHidden
          options={figures.map(({ id, label }) => ({ id, label }))}
          value={figure.id}
          onChange={onFigure}
        />
      }
      table={
        <ChartTable label={`${name}, values`} name={name}>
          <thead>
            <tr>
              <th scope="col">{bars.isOfTime ? 'Time' : 'Line'}</th>
              <th scope="col">{figure.label}</th>
            </tr>
          </thead>
          <tbody>
            {bars.bars.map(bar => (
              <tr key={bar.key}>
                <th scope="row">{labelOf(bar)}</th>
                <td>{textOf(bar.value)}</td>
              </tr>
            ))}
          </tbody>
        </ChartTable>
      }
    >
      {bars.isOfTime ? (
        <Times name={name} bars={bars.bars} labelOf={labelOf} textOf={textOf} />
      ) : (
        <Largest name={name} bars={bars.bars} labelOf={labelOf} textOf={textOf} />
      )}
    </ChartFrame>
  )
}

const amountText = ({ kind }: ReportColumn, value: number): string =>
  kind === 'money' ? changeText(value).replace('+', '') : cellText({ kind: 'integer' }, figureValue('integer', value))

interface PlotProps {
  name: string
  bars: readonly ReportBar[]
  labelOf: (bar: ReportBar) => string
  textOf: (value: number) => string
}

const summaryOf = (
  name: string,
  bars: readonly ReportBar[],
  labelOf: PlotProps['labelOf'],
  textOf: PlotProps['textOf'],
): string => {
  const most = bars.toSorted((one, other) => other.value - one.value)[0]
  return most === undefined
    ? `${name}: nothing`
    : `${name}: ${bars.length} bars, the highest is ${labelOf(most)}, ${textOf(most.value)}`
}

const extentOf = (bars: readonly ReportBar[]): [number, number] => [
  Math.min(0, ...bars.map(({ value }) => value)),
  Math.max(1, ...bars.map(({ value }) => value)),
]

/** Bars side by side in the order of time. */
function Times({ name, bars, labelOf, textOf }: PlotProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50, initialSize: { width: 0 } })
  const innerWidth = Math.max(0, width - MARGIN.left - MARGIN.right)
  const innerHeight = HEIGHT_PX - MARGIN.top - MARGIN.bottom
  const x = scaleBand({
    domain: bars.map(({ key }) => key),
    range: [0, innerWidth],
    paddingInner: 0.2,
    paddingOuter: 0.1,
  })
  const [least, most] = extentOf(bars)
  // no part of a complete or of a cent
  const ticks = Math.min(MOST_TICKS, most - least)
  const y = scaleLinear({ domain: [least, most], range: [innerHeight, 0], nice: ticks })
  const barPx = Math.min(MOST_BAR_PX, Math.max(1, x.bandwidth()))
  const every = Math.max(1, Math.ceil((bars.length * TICK_ROOM_PX) / Math.max(1, innerWidth)))
  return (
    <div ref={parentRef} className={styles['plot']} style={{ blockSize: HEIGHT_PX }}>
      {width > 0 ? (
        <svg width={width} height={HEIGHT_PX} role="img" aria-label={summaryOf(name, bars, labelOf, textOf)}>
          <Group left={MARGIN.left} top={MARGIN.top}>
            <GridRows scale={y} width={innerWidth} numTicks={ticks} stroke="var(--chart-grid)" />
            {bars.map(bar => (
              <Bar
                key={bar.key}
                className={styles['bar']!}
                x={(x(bar.key) ?? 0) + (x.bandwidth() - barPx) / 2}
                y={Math.min(y(0), y(bar.value))}
                width={barPx}
                height={Math.abs(y(bar.value) - y(0))}
              >
                <title>{`${labelOf(bar)}: ${textOf(bar.value)}`}</title>
              </Bar>
            ))}
            <AxisLeft
              scale={y}
              numTicks={ticks}
              hideAxisLine
              hideTicks
              tickFormat={value => Number(value).toLocaleString('en-US')}
              tickLabelProps={{ textAnchor: 'end', dx: -4, dy: 4, fill: 'var(--ink-3)', fontSize: 12 }}
            />
            <AxisBottom
              scale={x}
              top={innerHeight}
              tickValues={bars.filter((_, at) => at % every === 0).map(({ key }) => key)}
              tickFormat={key => {
                const bar = bars.find(one => one.key === key)
                return bar === undefined ? '' : labelOf(bar)
              }}
              stroke="var(--control-border)"
              tickStroke="var(--control-border)"
              tickLength={4}
              tickLabelProps={{ textAnchor: 'middle', dy: 2, fill: 'var(--ink-3)', fontSize: 12 }}
            />
          </Group>
        </svg>
      ) : null}
      {bars.length === 0 ? <p className={styles['none']}>Nothing to draw</p> : null}
    </div>
  )
}

/** Bars below each other, each with its name and value. */
function Largest({ name, bars, labelOf, textOf }: PlotProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50, initialSize: { width: 0 } })
  const heightPx = Math.max(ROW_PX, bars.length * ROW_PX)
  const namePx = Math.min(MOST_NAME_PX, width * NAME_SHARE)
  const valuePx = Math.max(0, ...bars.map(({ value }) => textOf(value).length)) * CHARACTER_PX + 12
  const roomPx = Math.max(0, width - namePx - valuePx)
  const x = scaleLinear({ domain: extentOf(bars), range: [0, roomPx] })
  const y = scaleBand({ domain: bars.map(({ key }) => key), range: [0, heightPx], paddingInner: 0.25 })
  const most = Math.max(3, Math.floor(namePx / CHARACTER_PX) - 1)
  const short = (text: string) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
  return (
    <div ref={parentRef} className={styles['plot']} style={{ blockSize: heightPx }}>
      {width > 0 ? (
        <svg width={width} height={heightPx} role="img" aria-label={summaryOf(name, bars, labelOf, textOf)}>
          {bars.map(bar => {
            const top = y(bar.key) ?? 0
            const middle = top + y.bandwidth() / 2
            return (
              <g key={bar.key}>
                <title>{`${labelOf(bar)}: ${textOf(bar.value)}`}</title>
                <text className={styles['text']} x={namePx - 8} y={middle} dy="0.35em" textAnchor="end">
                  {short(labelOf(bar))}
                </text>
                <Bar
                  className={bar.value < 0 ? styles['loss']! : styles['bar']!}
                  x={namePx + Math.min(x(0), x(bar.value))}
                  y={top}
                  width={Math.max(1, Math.abs(x(bar.value) - x(0)))}
                  height={y.bandwidth()}
                />
                <text className={styles['text']} x={namePx + Math.max(x(0), x(bar.value)) + 6} y={middle} dy="0.35em">
                  {textOf(bar.value)}
                </text>
              </g>
            )
          })}
        </svg>
      ) : null}
      {bars.length === 0 ? <p className={styles['none']}>Nothing to draw</p> : null}
    </div>
  )
}
