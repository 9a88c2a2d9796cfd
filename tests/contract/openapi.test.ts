import { openApiText } from '@desk/api/openapi'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('docs/openapi.json is the contract: after a change of it, run `pnpm exec tsx scripts/write-openapi.ts`', () => {
  expect(readFileSync(join(process.cwd(), 'docs', 'openapi.json'), 'utf8') === openApiText()).toBe(true)
})
