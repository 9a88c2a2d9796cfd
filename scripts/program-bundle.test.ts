import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startChild } from './child-process.ts'
import { bundleOnce } from './programs.ts'

let folder: string
beforeEach(() => {
  mkdirSync('.tmp', { recursive: true })
  folder = mkdtempSync(join('.tmp', 'bundle-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a bundled program knows where it was written: its stacks name file and line, and it finds what lies beside its source', async () => {
  const thrower = join(folder, 'thrower.ts')
  writeFileSync(
    thrower,
    `interface Nothing {\n  readonly here: string\n}\nexport const beside = new URL('./beside.txt', import.meta.url).href\nexport function stackOf(_: Nothing): string {\n  return new Error('on line six').stack ?? ''\n}\n`,
  )
  const program = join(folder, 'program.ts')
  writeFileSync(
    program,
    `import { beside, stackOf } from './thrower.ts'\nprocess.send?.({ beside, stack: stackOf({ here: '' }) })\n`,
  )
  const bundle = join(folder, 'bundle')
  await bundleOnce({ program }, bundle)
  const child = startChild('program', join(bundle, 'program.mjs'), {})
  const { beside, stack } = await child.ready<{ beside: string; stack: string }>()
  await child.ended
  expect(beside).toBe(pathToFileURL(join(folder, 'beside.txt')).href)
  expect(stack).toMatch(/thrower\.ts:6:\d+/)
  expect(stack).toMatch(/program\.ts:2:\d+/)
})

test('what is bundled stays as it is: whoever runs it is not changed under the hands', async () => {
  const program = join(folder, 'program.ts')
  const bundle = join(folder, 'bundle')
  const said = async (): Promise<string> => {
    await bundleOnce({ program }, bundle)
    const child = startChild('program', join(bundle, 'program.mjs'), {})
    const word = await child.ready<string>()
    await child.ended
    return word
  }
  writeFileSync(program, `process.send?.('first')\n`)
  expect(await said()).toBe('first')
  writeFileSync(program, `process.send?.('second')\n`)
  expect(await said()).toBe('first')
})
