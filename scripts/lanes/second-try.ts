import { nameOf, type Failure, type Outcome } from './outcome.ts'

/** More failures than this are no coincidence: the lane is broken, and running them again would only hide that. */
export const MAX_SECOND_TRIES = 10

/**
 * Runs each test that failed once more, alone. One that then passes was flaky: it counts as passed and is named, so
 * that a developer fixes it. One that fails again has failed.
 */
export async function withSecondTries(
  first: Outcome,
  passesAlone: (failure: Failure) => Promise<boolean>,
): Promise<Outcome> {
  const { failures } = first
  if (failures.length === 0 || failures.length > MAX_SECOND_TRIES || first.failed > failures.length) return first
  const flaky: Failure[] = []
  for (const failure of failures) {
    console.log(`\nfailed, so it is run again alone: ${nameOf(failure)}`)
    if (await passesAlone(failure)) flaky.push(failure)
  }
  return {
    ...first,
    passed: first.passed + flaky.length,
    failed: first.failed - flaky.length,
    failures: failures.filter(failure => !flaky.includes(failure)),
    flaky,
  }
}
