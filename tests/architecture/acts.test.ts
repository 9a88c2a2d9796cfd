import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** Files with a call of their own: they read or save a file (docs/decisions/0093). */
const OWN_CALLS: Readonly<Record<string, string>> = {
  'features/admin/rate-cards/choose-file.tsx': 'judges a file and stores nothing',
  'features/alerts/alerts.tsx': 'saves a file',
  'features/reconciliation/downloads.tsx': 'saves a file',
  'features/reconciliation/request-list.tsx': 'saves a file',
  'features/reconciliation/retrieve-panel.tsx': 'reads rows',
  'features/reconciliation/supplier-files.tsx': 'saves a file',
  'features/sources/recontact/recontact-lookup.tsx': 'looks ids up and stores nothing',
  'features/statements/save-statement.ts': 'saves a file',
  'features/statements/supplier-month.tsx': 'saves a file',
  'kit/downloads/download-buttons.tsx': 'saves a file',
}

const web = sourceFiles().filter(({ path }) => path.startsWith('apps/web/src/') && !/\.test\.tsx?$/.test(path))

test('writes go through acts and forms: only the listed files have a call of their own', () => {
  const own = web.filter(({ text }) => /\buseMutation\(/.test(text)).map(({ path }) => path)
  expect(own.toSorted()).toEqual(Object.keys(OWN_CALLS).map(path => `apps/web/src/${path}`))
})

test('no screen makes an idempotency key: an act has the key of its intention', () => {
  const makers = web
    .filter(({ path }) => /^apps\/web\/src\/(features|app)\//.test(path))
    .filter(({ text }) => /'idempotency-key': crypto\.randomUUID/.test(text))
    .map(({ path }) => path)
  expect(makers).toEqual([])
})
