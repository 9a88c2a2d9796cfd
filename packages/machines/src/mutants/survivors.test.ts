import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import type { PathSource } from '../paths/paths.ts'
import { PATH_SOURCES } from '../paths/sources.ts'
import { judgeMutants } from './judge-mutants.ts'

const recordedOf = (name: string) => readFileSync(new URL(`../${name}/${name}.paths.txt`, import.meta.url), 'utf8')

// of every machine: pnpm test:mutants
test.each(['session', 'account-switch', 'status'] as const)('the tests generated from %s notice every mutant of it', name => {
  const { killed, all, survivors } = judgeMutants(PATH_SOURCES[name] as unknown as PathSource<AnyStateMachine>, recordedOf(name)) // Judged as any machine is.
  expect([survivors, killed]).toEqual([[], all])
})
