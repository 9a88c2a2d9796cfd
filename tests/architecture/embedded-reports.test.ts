import { EMBEDDED_REPORTS, METRICS_REPORT } from '@desk/schema/embedded-reports/embedded-report'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** Of the reports of §9.13, the one whose screen is not there yet (docs/gaps.md). */
const WITHOUT_A_SCREEN = ['export_data']

test('each embedded report has a screen that asks for it (§9.13)', () => {
  const asked = sourceFiles().flatMap(({ path, text }) =>
    /^apps\/web\/src\/(?:app|features)\//.test(path) && !path.includes('.test.')
      ? [...text.matchAll(/\breport=(?:"(\w+)"|\{METRICS_REPORT\})/g)].map(([, name]) => name ?? METRICS_REPORT)
      : [],
  )
  expect([...asked, ...WITHOUT_A_SCREEN].toSorted()).toEqual(Object.keys(EMBEDDED_REPORTS).toSorted())
})
