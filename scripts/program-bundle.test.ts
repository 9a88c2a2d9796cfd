import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startChild } from './child-process.ts'
import { bundleOnce } from './programs.ts'

// each bundle is made by a process of its own, beside other lanes
vi.setConfig({ testTimeout: 60_000 })

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

test('the process that asks for a bundle never loads the bundler, which would keep its memory for as long as the desk runs (B14)', async () => {
  const program = join(folder, 'program.ts')
  writeFileSync(program, `export {}\n`)
  const asking = join(folder, 'asking.ts')
  writeFileSync(
    asking,
    `import { bundleOnce } from '${pathToFileURL(join('scripts', 'programs.ts')).href}'
await bundleOnce({ program: ${JSON.stringify(program)} }, ${JSON.stringify(join(folder, 'bundle'))})
const { sharedObjects } = process.report.getReport() as { sharedObjects: string[] }
process.send?.(sharedObjects.filter(file => file.includes('rolldown')))\n`,
  )
  const child = startChild('asking', asking, {})
  expect(await child.ready<string[]>()).toEqual([])
  await child.ended
})

test('a bundle stays as it is: a later change of the sources does not reach its users', async () => {
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
