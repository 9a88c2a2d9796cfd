import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** Files of the web client that write by a call of their own. This number only falls (docs/decisions/0093). */
const CEILING = 19

const web = sourceFiles().filter(({ path }) => path.startsWith('apps/web/src/') && !/\.test\.tsx?$/.test(path))

test('writes go through acts and forms: no more files than the ceiling have a mutation of their own', () => {
  const own = web.filter(({ text }) => /\buseMutation\(/.test(text)).map(({ path }) => path)
  expect(own.length <= CEILING ? [] : own).toEqual([])
})

test('no screen makes an idempotency key: an act has the key of its intention', () => {
  const makers = web
    .filter(({ path }) => /^apps\/web\/src\/(features|app)\//.test(path))
    .filter(({ text }) => /'idempotency-key': crypto\.randomUUID/.test(text))
    .map(({ path }) => path)
  expect(makers).toEqual([])
})
