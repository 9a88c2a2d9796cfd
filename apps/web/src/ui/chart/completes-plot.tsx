import { AxisBottom, AxisLeft } from '@visx/axis'
import { localPoint } from '@visx/event'
import { GridRows } from '@visx/grid'
import { Group } from '@visx/group'
import { useParentSize } from '@visx/responsive'
import { scaleBand, scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { TooltipWithBounds } from '@visx/tooltip'
import { useState } from 'react'
import {
  bucketText,
  currentBucket,
  labelBuckets,
  tickIndexes,
  type ChartMode,
  type CompletesBucket,
} from './buckets.ts'
import styles from './completes-chart.module.css'

/** A moment that is marked over the bars, in words. */
export interface ChartMark {
  readonly atMs: number
  readonly text: string
}

const MARGIN = { top: 18, right: 8, bottom: 26, left: 40 }
const TICK_LABEL_WIDTH_PX = 52
export const NO_MARKS: readonly ChartMark[] = []
/** So many marks of a bucket are in its tooltip. */
const TOOLTIP_MARKS = 4
const LENGTH_MS: Readonly<Record<ChartMode, number>> = { hourly: 3_600_000, daily: 86_400_000 }

export const hasTests = (buckets: readonly CompletesBucket[]): boolean => buckets.some(({ test }) => test > 0)

export const hasExpected = (buckets: readonly CompletesBucket[]): boolean =>
  buckets.some(({ expected }) => expected !== undefined)
export const EXPECTED_MEANING = 'To be full just at out of field, by the forecasts of that time'

interface PlotProps {
  title: string
  buckets: readonly CompletesBucket[]
  marks: readonly ChartMark[]
  mode: ChartMode
  zone: string
  nowMs: number | undefined
  heightPx: number
  onChoose: ((endMs: number) => void) | undefined
  chooseHint: string | undefined
}

/** The bars of completes, with their values under the pointer or by arrow keys. */
export function Plot({ title, buckets, marks, mode, zone, nowMs, heightPx, onChoose, chooseHint }: PlotProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50, initialSize: { width: 0 } })
  const [pointed, setPointed] = useState<number | null>(null)

  const labels = labelBuckets(buckets, mode, zone)
  const innerWidth = Math.max(0, width - MARGIN.left - MARGIN.right)
  const innerHeight = heightPx - MARGIN.top - MARGIN.bottom
  const most = Math.max(1, ...buckets.map(bucket => Math.max(bucket.live, bucket.test, bucket.expected ?? 0)))
  const x = scaleBand({
    domain: buckets.map((_, index) => index),
    range: [0, innerWidth],
    paddingInner: 0.25,
    paddingOuter: 0.1,
  })
  const ticks = Math.min(4, most)
  // as round as its lines: no bar is above the highest of them
  const y = scaleLinear({ domain: [0, most], range: [innerHeight, 0], nice: ticks })
  const current = nowMs === undefined ? -1 : currentBucket(buckets, mode, nowMs)
  const bandwidth = x.bandwidth()
  // without tests, a bar fills its slot
  const barWidth = Math.max(1, hasTests(buckets) ? bandwidth / 2 - 1 : bandwidth)
  const shownIndex = pointed === null ? null : Math.min(pointed, buckets.length - 1)
  const shown = shownIndex === null ? undefined : buckets[shownIndex]
  const shownLabel = shownIndex === null ? undefined : labels[shownIndex]
  const marked = buckets.map((_, index) => marks.filter(({ atMs }) => currentBucket(buckets, mode, atMs) === index))
  const shownMarks = shownIndex === null ? NO_MARKS : (marked[shownIndex] ?? NO_MARKS)
  const isEmpty = buckets.every(bucket => bucket.live === 0 && bucket.test === 0)

  const pointAt = (event: React.PointerEvent<HTMLElement>) => {
    const point = localPoint(event)
    if (!point || buckets.length === 0) return
    setPointed(Math.min(buckets.length - 1, Math.max(0, Math.floor(point.x / (innerWidth / buckets.length)))))
  }

  const mayChoose = (index: number | null): index is number =>
    onChoose !== undefined && index !== null && index !== current
  const choose = (index: number | null) => {
    const bucket = mayChoose(index) ? buckets[index] : undefined
    if (bucket !== undefined) onChoose?.(buckets[(index ?? 0) + 1]?.startMs ?? bucket.startMs + LENGTH_MS[mode])
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    const last = buckets.length - 1
    const at = shownIndex ?? (current === -1 ? last : current)
    const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: last }[
      event.key
    ]
    if (event.key === 'Escape') setPointed(null)
    if (event.key === 'Enter') choose(shownIndex)
    if (to === undefined) return
    event.preventDefault()
    setPointed(Math.min(last, Math.max(0, to)))
  }

  const valueIndex = shownIndex ?? (current === -1 ? Math.max(0, buckets.length - 1) : current)
  const valueLabel = labels[valueIndex]
  const valueBucket = buckets[valueIndex]

  return (
    <div ref={parentRef} className={styles['plot']} style={{ blockSize: heightPx }}>
      {width > 0 ? (
        <svg width={width} height={heightPx} aria-hidden className={styles['svg']}>
          <Group left={MARGIN.left} top={MARGIN.top}>
            {current === -1 ? null : (
              <g>
                <rect
                  className={styles['now']}
                  x={(x(current) ?? 0) - bandwidth * 0.15}
                  y={0}
                  width={bandwidth * 1.3}
                  height={innerHeight}
                />
                <text className={styles['nowText']} x={(x(current) ?? 0) + bandwidth / 2} y={-5} textAnchor="middle">
                  now
                </text>
              </g>
            )}
            <GridRows scale={y} width={innerWidth} numTicks={ticks} stroke="var(--chart-grid)" />
            {buckets.map((bucket, index) => {
              const left = x(index) ?? 0
              const liveTop = y(bucket.live)
              const testTop = y(bucket.test)
              return (
                <g key={bucket.startMs} data-pointed={index === shownIndex || undefined} className={styles['bucket']}>
                  <Bar
                    className={styles['live']!}
                    x={left}
                    y={liveTop}
                    width={barWidth}
                    height={innerHeight - liveTop}
                  />
                  {bucket.test > 0 ? (
                    <Bar
                      className={styles['test']!}
                      x={left + barWidth + 1.5}
                      y={testTop + 0.75}
                      width={Math.max(1, barWidth - 1)}
                      height={Math.max(0, innerHeight - testTop - 0.75)}
                    />
                  ) : null}
                </g>
              )
            })}
            {buckets.map(({ startMs, expected }, index) => {
              const left = x(index) ?? 0
              return expected === undefined ? null : (
                <line
                  key={startMs}
                  className={styles['expected']}
                  x1={left - bandwidth * 0.1}
                  x2={left + bandwidth * 1.1}
                  y1={y(expected)}
                  y2={y(expected)}
                />
              )
            })}
            {marked.map((of, index) =>
              of.length === 0 ? null : (
                <g key={buckets[index]?.startMs} className={styles['mark']}>
                  <line x1={x(index)} x2={x(index)} y1={0} y2={innerHeight} />
                  <circle cx={x(index)} cy={0} r={3} />
                </g>
              ),
            )}
            <AxisLeft
              scale={y}
              numTicks={ticks}
              hideAxisLine
              hideTicks
              tickFormat={value => (Number.isInteger(Number(value)) ? Number(value).toLocaleString('en-US') : '')}
              tickLabelProps={{
                textAnchor: 'end',
                dx: -4,
                dy: 4,
                fill: 'var(--ink-3)',
                fontSize: 12,
              }}
            />
            <AxisBottom
              scale={x}
              top={innerHeight}
              tickValues={tickIndexes(labels, innerWidth, TICK_LABEL_WIDTH_PX)}
              tickFormat={index => labels[Number(index)]?.tick ?? ''}
              stroke="var(--control-border)"
              tickStroke="var(--control-border)"
              tickLength={4}
              tickLabelProps={{
                textAnchor: 'middle',
                dy: 2,
                fill: 'var(--ink-3)',
                fontSize: 12,
              }}
            />
          </Group>
        </svg>
      ) : null}
      {isEmpty ? <p className={styles['none']}>No completes in this window</p> : null}
      {/* A slider over the plot: arrow keys move between the buckets, and screen readers read each value. */}
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${title} by ${mode === 'hourly' ? 'hour' : 'day'}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, buckets.length - 1)}
        aria-valuenow={valueIndex}
        aria-valuetext={
          valueLabel && valueBucket
            ? [bucketText(valueLabel, valueBucket), ...(marked[valueIndex] ?? NO_MARKS).map(({ text }) => text)].join(
                '. ',
              )
            : 'No data'
        }
        className={styles['pointer']}
        style={{
          insetInlineStart: MARGIN.left,
          insetBlockStart: MARGIN.top,
          inlineSize: innerWidth,
          blockSize: innerHeight,
        }}
        onPointerMove={pointAt}
        onPointerDown={pointAt}
        onPointerLeave={() => setPointed(null)}
        // a touch shows the values alone
        onPointerUp={({ pointerType, button }) => {
          if (pointerType === 'mouse' && button === 0) choose(shownIndex)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setPointed(null)}
      />
      {shown && shownLabel && shownIndex !== null ? (
        <TooltipWithBounds
          key={shownIndex}
          left={MARGIN.left + (x(shownIndex) ?? 0) + bandwidth / 2}
          top={MARGIN.top}
          unstyled
          applyPositionStyle
          className={styles['tooltip']!}
        >
          <strong>{shownLabel.full}</strong>
          <span data-series="live">Live {shown.live.toLocaleString('en-US')}</span>
          {hasTests(buckets) ? <span data-series="test">Test {shown.test.toLocaleString('en-US')}</span> : null}
          {shown.expected === undefined ? null : (
            <span data-series="expected">
              Expected {shown.expected.toLocaleString('en-US')} to be full at out of field
            </span>
          )}
          {shownIndex === current ? <em>still filling</em> : null}
          {chooseHint !== undefined && mayChoose(shownIndex) ? <em>{chooseHint}</em> : null}
          {shownMarks.slice(0, TOOLTIP_MARKS).map(({ atMs, text }) => (
            <span key={`${atMs} ${text}`} data-series="change">
              {text}
            </span>
          ))}
          {shownMarks.length > TOOLTIP_MARKS ? (
            <span>{`${shownMarks.length - TOOLTIP_MARKS} more changes`}</span>
          ) : null}
        </TooltipWithBounds>
      ) : null}
    </div>
  )
}
