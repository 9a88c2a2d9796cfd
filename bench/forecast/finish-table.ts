import { CHECKPOINTS } from '@desk/platform/forecasts/residuals'
import { quantile, rounded } from '../measure.ts'
import { isWithin, pinballHours, scoreFinishes, type HoursBand, type ScoredFinish } from './finishes.ts'
import { simulateAccount, SOURCES } from './simulated-account.ts'

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const share = (rows: readonly ScoredFinish[], is: (row: ScoredFinish) => boolean): number =>
  rounded(mean(rows.map(row => Number(is(row)))))
const width = (bands: readonly (readonly [HoursBand, number])[]): number =>
  quantile(
    bands.map(([[low, , high], actual]) => (high - low) / actual),
    0.5,
  )
const logs = ([low, middle, high]: HoursBand): HoursBand => [Math.log(low), Math.log(middle), Math.log(high)]

/** Forecasts of all sources of these seeds, scored. */
export function finishTable(seeds: readonly number[]) {
  const all = seeds.flatMap(seed => scoreFinishes(simulateAccount(seed, SOURCES)))
  const leftAlone = all.filter(row => !row.isChanged)
  return {
    leftAlone: figuresOf(leftAlone),
    changed: figuresOf(all.filter(row => row.isChanged)),
    byProgress: CHECKPOINTS.map((progress, bucket) => ({
      progress,
      ...figuresOf(leftAlone.filter(row => row.bucket === bucket)),
    })),
    byPool: ['account', 'prior'].map(pool => ({ pool, ...figuresOf(leftAlone.filter(row => row.pool === pool)) })),
  }
}

function figuresOf(rows: readonly ScoredFinish[]) {
  const comparable = rows.flatMap(row =>
    row.conformalConstant === null ? [] : [{ ...row, conformalConstant: row.conformalConstant }],
  )
  const pinball = (band: (row: ScoredFinish) => HoursBand): number =>
    mean(rows.map(row => pinballHours(band(row), row.actualHours)))
  const logPinball = (band: (row: ScoredFinish) => HoursBand): number =>
    mean(rows.map(row => pinballHours(logs(band(row)), Math.log(row.actualHours))))
  const chances = rows.flatMap(({ fullChance, isFullInTime }) =>
    fullChance === null ? [] : [{ chance: fullChance, hit: Number(isFullInTime) }],
  )
  const base = mean(chances.map(({ hit }) => hit))
  const widths = {
    ours: width(comparable.map(row => [row.ours, row.actualHours])),
    conformalConstant: width(comparable.map(row => [row.conformalConstant, row.actualHours])),
  }
  return {
    forecasts: rows.length,
    coverage: share(rows, row => isWithin(row.ours, row.actualHours)),
    earlier: share(rows, row => row.actualHours < row.ours[0]),
    later: share(rows, row => row.actualHours > row.ours[2]),
    coverageOfConstantRate: share(rows, row => isWithin(row.constantRate, row.actualHours)),
    coverageOfConformalConstant: rounded(
      mean(comparable.map(row => Number(isWithin(row.conformalConstant, row.actualHours)))),
    ),
    pinballRatio: rounded(pinball(row => row.ours) / pinball(row => row.constantRate)),
    logPinballRatio: rounded(logPinball(row => row.ours) / logPinball(row => row.constantRate)),
    widthRatio: rounded(widths.ours / widths.conformalConstant),
    medianWidth: rounded(widths.ours),
    brierRatio: rounded(mean(chances.map(({ chance, hit }) => (chance - hit) ** 2)) / (base * (1 - base))),
    fullInTime: rounded(base),
    /** Stated chance and share that was full in time, of ten bins. */
    calibration: Array.from({ length: 10 }, (_, bin) => {
      const ofBin = chances.filter(({ chance }) => Math.min(9, Math.floor(chance * 10)) === bin)
      return [
        ofBin.length,
        rounded(mean(ofBin.map(({ chance }) => chance))),
        rounded(mean(ofBin.map(({ hit }) => hit))),
      ]
    }),
  }
}
