import * as effect from 'effect'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, type Rolldown } from 'vite'
import * as xstate from 'xstate'
import type { AnyStateMachine } from 'xstate'
import type { MachineName } from '../../../src/registry.ts'
import { instrument, type SourceChange } from './instrument.ts'
import { isMutated, SRC } from './mutated-files.ts'
import { switchesOf, type Switches } from './switches.ts'

const LIBRARIES: Readonly<Record<string, unknown>> = { effect, xstate }

/** A machine's code with every change of it built in, each behind a switch. */
export interface Instrumented {
  readonly changes: readonly SourceChange[]
  /** Gives the machine with one change on, or as it is. */
  readonly machineWith: (change: string | null) => AnyStateMachine
}

/** Bundles a machine with the house's own code that it reaches, instrumented. */
export async function instrumentedMachine(name: MachineName): Promise<Instrumented> {
  const changes: SourceChange[] = []
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        load(id) {
          if (!isMutated(id)) return null
          const instrumented = instrument(readFileSync(id, 'utf8'), relative(SRC, id))
          changes.push(...instrumented.changes)
          return instrumented.code
        },
      },
    ],
    build: {
      write: false,
      target: 'esnext',
      minify: false,
      lib: { entry: join(SRC, name, `${name}.machine.ts`), formats: ['cjs'] },
      rolldownOptions: { external: Object.keys(LIBRARIES), treeshake: { moduleSideEffects: false } },
    },
  })) as readonly Rolldown.RolldownOutput[] // build's type covers watching as well
  const code = built[0]?.output[0].code ?? ''
  // the bundle is of our own sources
  // oxlint-disable-next-line typescript/no-implied-eval
  const run = new Function('require', 'exports', 'module', '$mutant', code) as (
    require: (name: string) => unknown,
    exports: object,
    module: object,
    switches: Switches,
  ) => void
  const machineWith = (change: string | null): AnyStateMachine => {
    const exports: Record<string, unknown> = {}
    run(name => LIBRARIES[name], exports, { exports }, switchesOf(change))
    const machine = Object.values(exports).find(value => value instanceof xstate.StateMachine)
    if (machine === undefined) throw new Error(`${name}: its bundle exports no machine`)
    return machine
  }
  // tree-shaking leaves out what the machine does not reach, and with it the places in it
  return { changes: changes.filter(({ id }) => code.includes(JSON.stringify(id.split(' ')[0]))), machineWith }
}
