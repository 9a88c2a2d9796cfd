/**
 * How right forecasts are, in a simulated world whose truth is known: rolling origin, fitted on the past alone, seeds for
 * tuning and seeds held out. No database, no clock. With --write-prior it writes the shipped prior first.
 */
import { scoreAnomalies, type AnomalyFigures } from './forecast/anomalies.ts'
import { finishTable } from './forecast/finish-table.ts'
import { HELD_OUT_SEEDS, simulateAccount, SOURCES, TUNING_SEEDS } from './forecast/simulated-account.ts'
import { scorePlacebos } from './forecast/placebos.ts'
import { scoreReversals } from './forecast/reversal-months.ts'
import { measureForecasts } from './forecast/speed.ts'
import { writePrior } from './forecast/write-prior.ts'
import { unlessQuick } from './harness/quick.ts'
import { runBench } from './harness/run.ts'
import { report, rounded } from './measure.ts'

const COVERAGE = { least: 0.75, most: 0.85 }
const PINBALL_MAX = 0.8
const WIDTH_MAX = 1
const BRIER_MAX = 0.7
const FOUND_MIN = 0.8
const FALSE_ALARMS_MAX = 1
const MONEY_ERROR_MAX = 0.8
const PLACEBO = { least: 0.78, most: 0.82 }
const ALL_FORECASTS_MS = 2000
const WHAT_IF_MS = 150

runBench(async () => {
  if (process.argv.includes('--write-prior')) writePrior()
  const seeds = <A>(all: readonly A[]): readonly A[] => all.slice(0, unlessQuick(all.length, 1))
  const finish = { heldOut: finishTable(seeds(HELD_OUT_SEEDS)), tuning: finishTable(seeds(TUNING_SEEDS)) }
  const anomalies = { heldOut: anomalyTable(seeds(HELD_OUT_SEEDS)), tuning: anomalyTable(seeds(TUNING_SEEDS)) }
  const reversals = { heldOut: reversalTable(seeds(HELD_OUT_SEEDS)), tuning: reversalTable(seeds(TUNING_SEEDS)) }
  const placebos = { heldOut: placeboTable(seeds(HELD_OUT_SEEDS)), tuning: placeboTable(seeds(TUNING_SEEDS)) }
  const speed = measureForecasts(unlessQuick(1000, 50))
  const { leftAlone, byProgress } = finish.heldOut
  const isCovered = ({ coverage }: { readonly coverage: number }) =>
    coverage >= COVERAGE.least && coverage <= COVERAGE.most
  const promised = [
    {
      figure: 'coverage of the 80 % band at 10, 25, 50, 75 %',
      value: byProgress.map(row => row.coverage),
      met: byProgress.every(isCovered),
    },
    {
      figure: 'pinball loss ÷ constant rate',
      value: leftAlone.pinballRatio,
      met: leftAlone.pinballRatio <= PINBALL_MAX,
    },
    {
      figure: 'median width ÷ conformal band on the constant rate',
      value: leftAlone.widthRatio,
      met: leftAlone.widthRatio <= WIDTH_MAX,
    },
    { figure: 'Brier of P(full) ÷ base rate', value: leftAlone.brierRatio, met: leftAlone.brierRatio <= BRIER_MAX },
    {
      figure: 'all forecasts of 1,000 live sources, ms',
      value: rounded(speed.allMs),
      met: speed.allMs <= ALL_FORECASTS_MS,
    },
    {
      figure: 'falls of 30 % found within 2 hours of traffic',
      value: anomalies.heldOut.found,
      met: anomalies.heldOut.found >= FOUND_MIN,
    },
    {
      figure: 'false alarms of a source and month',
      value: anomalies.heldOut.falseAlarms,
      met: anomalies.heldOut.falseAlarms <= FALSE_ALARMS_MAX,
    },
    {
      figure: 'coverage of reversals to come',
      value: reversals.heldOut.coverage,
      met: isCovered(reversals.heldOut),
    },
    {
      figure: 'money error ÷ last month’s rate',
      value: reversals.heldOut.errorRatio,
      met: reversals.heldOut.errorRatio <= MONEY_ERROR_MAX,
    },
    {
      figure: 'effects of acts that change nothing: the 80 % interval holds zero',
      value: placebos.heldOut.zeroWithin,
      met: placebos.heldOut.zeroWithin >= PLACEBO.least && placebos.heldOut.zeroWithin <= PLACEBO.most,
    },
    { figure: 'a what-if, p95 in ms', value: rounded(speed.whatIfP95Ms), met: speed.whatIfP95Ms <= WHAT_IF_MS },
  ]
  for (const { figure, value, met } of promised) console.log(met ? 'met    ' : 'NOT MET', figure, value)
  report(
    {
      name: 'forecast',
      ratio: leftAlone.coverage / leftAlone.coverageOfConstantRate,
      ratioIs: 'coverage of the 80 % band over all held-out forecasts, by that of the constant rate',
      ours: leftAlone.coverage,
      peer: leftAlone.coverageOfConstantRate,
      unit: 'share of finishes within the 80 % band',
      goal: 'coverage 75–85 % at each progress; pinball ≤ 0.8; width ≤ 1; Brier ≤ 0.7; falls ≥ 80 %, false alarms ≤ 1; reversals 75–85 %, ≤ 0.8; placebo acts 78–82 %; ≤ 2 s, ≤ 150 ms',
      met: promised.every(({ met }) => met),
    },
    {
      measured:
        '20 seeds of 78 sources with day and hour shocks, exhaustion, outages and price steps, each asked at 10, 25, 50 and 75 % of its target by the ledger of then',
      peerIs:
        'completes ÷ hours so far with a Poisson band; for the width, split-conformal residuals of that rate; for anomalies, the alert rule “Conversion fell” at its default; for reversals, last month’s rate',
      tuningSeeds: TUNING_SEEDS,
      heldOutSeeds: HELD_OUT_SEEDS,
      promised,
      finish,
      anomalies,
      reversals,
      placebos,
      speed,
    },
  )
})

function anomalyTable(seeds: readonly number[]) {
  const figures = seeds.map(scoreAnomalies)
  const sum = (of: (one: AnomalyFigures) => number): number => figures.reduce((all, one) => all + of(one), 0)
  const [falls, months] = [sum(one => one.falls), sum(one => one.sourceMonths)]
  return {
    falls,
    found: rounded(sum(one => one.found) / falls),
    busyFalls: sum(one => one.busyFalls),
    busyFound: rounded(sum(one => one.busyFound) / sum(one => one.busyFalls)),
    foundByRule: rounded(sum(one => one.foundByRule) / falls),
    falseAlarms: rounded(sum(one => one.falseAlarms) / months),
    falseAlarmsOfRule: rounded(sum(one => one.falseAlarmsOfRule) / months),
  }
}

function reversalTable(seeds: readonly number[]) {
  const scored = seeds.flatMap(scoreReversals)
  const mean = (of: (one: (typeof scored)[number]) => number): number =>
    scored.reduce((sum, one) => sum + of(one), 0) / scored.length
  return {
    forecasts: scored.length,
    coverage: rounded(mean(one => Number(one.isCovered))),
    errorRatio: rounded(mean(one => one.errorCents) / mean(one => one.peerErrorCents)),
  }
}

function placeboTable(seeds: readonly number[]) {
  const all = seeds.flatMap(seed => scorePlacebos(seed, simulateAccount(seed, SOURCES)))
  const share = (is: (one: (typeof all)[number]) => boolean): number => rounded(all.filter(is).length / all.length)
  const quantile = (of: (one: (typeof all)[number]) => number, at: number): number =>
    rounded(all.map(of).toSorted((one, other) => one - other)[Math.floor(at * all.length)] ?? 0)
  return {
    acts: all.length,
    zeroWithin: share(({ isZeroWithin }) => isZeroWithin),
    above: share(({ isAbove }) => isAbove),
    withLikeSources: share(({ likeSources }) => likeSources > 0),
    medianWidthOfExpected: quantile(({ widthShare }) => widthShare, 0.5),
    standardised: [0.1, 0.5, 0.9].map(at => quantile(({ standardised }) => standardised, at)),
  }
}
