import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { PathSource } from '../paths/walk.ts'
import { PATH_SOURCES } from '../paths/sources.ts'
import { EQUIVALENTS } from './equivalents.ts'
import { judgeMutants } from './judge-mutants.ts'

const recordedOf = (name: string) =>
  readFileSync(new URL(`../paths/recorded/${name}.paths.txt`, import.meta.url), 'utf8')

// of every machine: pnpm test:mutants
test.each([
  'session',
  'status',
  'status-change',
  'account-switch',
  'load',
  'reconciliation-version',
  'reconciliation-undo',
  'feed',
  'topic',
  'idle',
  'tabs',
  'version-poll',
  'sidebar',
  'user-dialog',
  'act',
  'menu',
  'app',
] as const)('the tests generated from %s notice every mutant of it that differs from it', name => {
  const { survivors } = judgeMutants(
    PATH_SOURCES[name] as unknown as PathSource<AnyStateMachine>,
    recordedOf(name),
    true,
  ) // Judged as any machine is.
  expect(survivors).toEqual([])
})

test('each equivalent mutant is listed once, with the reason', () => {
  const names = EQUIVALENTS.flatMap(({ machine, names: of }) => of.map(name => `${machine} ${name}`))
  expect([
    names.filter((name, index) => names.indexOf(name) !== index),
    EQUIVALENTS.filter(({ machine, why }) => !Object.keys(PATH_SOURCES).includes(machine) || why === ''),
  ]).toEqual([[], []])
})
