import { VERSIONS } from '@desk/machines/journal/versions'
import { MACHINES } from '@desk/machines/registry'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineVersion, machineVersions } from '../../scripts/machine-versions.ts'

test('the version of every machine is that of its code: tsx scripts/write-machine-diagrams.ts updates them (R1)', async () => {
  expect(VERSIONS).toEqual(await machineVersions())
  expect(Object.fromEntries(Object.entries(MACHINES).map(([name, { version }]) => [name, version]))).toEqual(VERSIONS)
})

test('a version changes with the body of a guard and with a helper’s constant, and not with a comment, a type or unused code (R1)', async () => {
  const parent = join(import.meta.dirname, '..', '.tmp')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'versions-'))
  const machine = (guard: string) => `import { createMachine } from 'xstate'
import { LIMIT } from './limits.ts'
export const machine = createMachine({ on: { go: { guard: ({ event }) => ${guard} } } })
`
  const limits = (value: number) => `export const LIMIT = ${value}\n`
  const versionOf = (guard: string, helper: string, more = '') => {
    writeFileSync(join(folder, 'limits.ts'), helper)
    writeFileSync(join(folder, 'some.machine.ts'), machine(guard) + more)
    return machineVersion(join(folder, 'some.machine.ts'))
  }
  try {
    const version = await versionOf('event.at < LIMIT', limits(5))
    expect([
      await versionOf(
        'event.at < LIMIT',
        `/** A limit. */\n${limits(5)}export const OTHER = 7\n`,
        'export type Of = number // nothing\n',
      ),
      await versionOf('(event.at   <\n LIMIT)', limits(5)),
    ]).toEqual([version, version])
    const others = [await versionOf('event.at <= LIMIT', limits(5)), await versionOf('event.at < LIMIT', limits(6))]
    expect(new Set([version, ...others]).size).toBe(3)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
