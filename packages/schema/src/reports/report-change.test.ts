import { expect, test } from 'vitest'
import { lineKeyText, readLineKey } from './report-change.ts'

const NAME = 'n'.repeat(200)

test.each([
  [{ is: 'reason', id: `qualification: ${NAME}` }, true],
  [{ is: 'reason', id: `sub-quota: ${NAME}` }, true],
  [{ is: 'reason', id: 'x'.repeat(1_000) }, false],
  [{ is: 'supplier', id: null }, true],
  [{ is: 'project', id: '2147483647' }, true],
  [{ is: 'project', id: '2147483648' }, false],
  [{ is: 'state', id: '30' }, true],
  [{ is: 'day', id: '2028-02-29' }, true],
  [{ is: 'day', id: '2026-02-29' }, false],
  [{ is: 'day', id: '9999-12-31' }, false],
  [{ is: 'month', id: '0001-01' }, false],
  [{ is: 'month', id: '2026-11' }, true],
  [{ is: 'hour', id: '2026-11-26T07:00:00.000Z' }, true],
  [{ is: 'hour', id: '2026-02-30T07:00:00.000Z' }, false],
] as const)('a line with the key %j can be named: %s (§2.12)', (key, isNamed) => {
  expect(readLineKey(lineKeyText(key))).toEqual(isNamed ? key : undefined)
})
