import { EMBEDDED_REPORTS, METRICS_REPORT } from '@desk/schema/embedded-reports/embedded-report'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

test('each embedded report has a screen that asks for it (§9.13)', () => {
  const asked = sourceFiles().flatMap(({ path, text }) =>
    /^apps\/web\/src\/(?:app|features)\//.test(path) && !path.includes('.test.')
      ? [...text.matchAll(/\breport=(?:"(\w+)"|\{METRICS_REPORT\})/g)].map(([, name]) => name ?? METRICS_REPORT)
      : [],
  )
  expect(asked.toSorted()).toEqual(Object.keys(EMBEDDED_REPORTS).toSorted())
})
