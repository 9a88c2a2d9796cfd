import { writeFileSync } from 'node:fs'
import { fitAccount } from '@desk/platform/forecasts/fit-account'
import { CHECKPOINTS, residualsOf } from '@desk/platform/forecasts/residuals'
import { quantile } from '../measure.ts'
import { isChangedBetween, momentOf } from './finishes.ts'
import { knownAt, simulateAccount, SOURCES, START_MS, TUNING_SEEDS, ZONE } from './simulated-account.ts'

/** An account has too few finished sources for so long. */
const YOUNG_MS = 10 * 7 * 86_400_000
const STEPS = 39

/** Writes the shipped prior from the seeds for tuning: residuals of sources of young accounts, each by the ledger of then. */
export function writePrior(): void {
  const values: number[][] = CHECKPOINTS.map(() => [])
  for (const seed of TUNING_SEEDS) {
    const sources = simulateAccount(seed, SOURCES)
    for (const source of sources)
      for (const [bucket, checkpoint] of CHECKPOINTS.entries()) {
        const nowMs = momentOf(source, checkpoint)
        if (nowMs === null || nowMs > START_MS + YOUNG_MS || isChangedBetween(source, nowMs, source.fullAtMs)) continue
        const { profiles, calendar } = fitAccount({ zone: ZONE, ...knownAt(sources, nowMs) }, null, nowMs)
        const residuals = residualsOf({ ...source, endedAtMs: source.fullAtMs, isFull: true }, profiles, calendar)
        values[bucket]?.push(...residuals.filter(residual => residual.bucket === bucket).map(({ value }) => value))
      }
  }
  const rows = values.map(ofBucket =>
    Array.from({ length: STEPS }, (_, at) => Number(quantile(ofBucket, (at + 1) / (STEPS + 1)).toFixed(2))),
  )
  writeFileSync(
    'apps/platform/src/forecasts/prior-residuals.ts',
    `/**
 * Residuals for an installation that has too few finished sources: ${STEPS} quantiles of simulated ones for each checkpoint, in the
 * unit of \`Residual\`. bench/forecast/write-prior.ts writes them from its seeds for tuning.
 */
export const PRIOR_RESIDUALS: readonly (readonly number[])[] = ${JSON.stringify(rows)}
`,
  )
}
