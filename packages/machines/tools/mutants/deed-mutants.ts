import type { AnyStateMachine } from 'xstate'
import { walkBy, type MachinePath, type PathSource } from '../paths/walk.ts'
import type { Mutant } from './mutants.ts'
import { performedBy, type Deed } from './performed.ts'

type Field = Pick<Deed, 'kind' | 'site'> & { readonly key: string }

/** Any other value of the same kind. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string') return `${value}…`
  if (Array.isArray(value)) return value.length === 0 ? ['…'] : []
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? {} : { other: true }
}

/** Every field of every assignment and command that the paths reach, in the unchanged machine. */
function deedsOn(
  source: PathSource<AnyStateMachine>,
  paths: readonly MachinePath<AnyStateMachine>[],
): { readonly fields: readonly Field[]; readonly commands: readonly string[] } {
  const fields = new Map<string, Field>()
  const commands = new Set<string>()
  const machine = performedBy(source.machine, ({ kind, site, fields: done }) => {
    if (kind === 'command') commands.add(site)
    for (const key of Object.keys(done)) fields.set(`${site} ${key}`, { kind, site, key })
    return done
  })
  for (const { choices } of paths) walkBy({ ...source, machine }, choices)
  return { fields: [...fields.values()], commands: [...commands] }
}

const without = (fields: Deed['fields'], key: string): Deed['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([other]) => other !== key))

/**
 * Makes the mutants of a machine's deeds, wherever they are written: each property of each assignment left unchanged,
 * each command that is put together by an action dropped, and each parameter of each command changed.
 * @param source the machine with its samples
 * @param paths the paths to the deeds; the coverage test ensures that they reach every action
 */
export function deedMutantsOf(
  source: PathSource<AnyStateMachine>,
  paths: readonly MachinePath<AnyStateMachine>[],
): readonly Mutant[] {
  const { fields, commands } = deedsOn(source, paths)
  return [
    ...fields.map(({ kind, site, key }): Mutant =>
      kind === 'assignment'
        ? {
            kind: 'property kept',
            name: `${site}: ${key} kept`,
            make: () =>
              performedBy(source.machine, deed =>
                deed.kind === kind && deed.site === site ? without(deed.fields, key) : deed.fields,
              ),
          }
        : {
            kind: 'parameter changed',
            name: `${site}: ${key} changed`,
            make: () =>
              performedBy(source.machine, deed =>
                deed.kind === kind && deed.site === site && key in deed.fields
                  ? { ...deed.fields, [key]: otherThan(deed.fields[key]) }
                  : deed.fields,
              ),
          },
    ),
    // The commands written directly in a transition are its actions, which mutants.ts drops.
    ...commands
      .filter(site => !site.includes(' ▸ '))
      .map((site): Mutant => ({
        kind: 'command dropped',
        name: `${site}: dropped`,
        make: () =>
          performedBy(source.machine, deed => (deed.kind === 'command' && deed.site === site ? null : deed.fields)),
      })),
  ]
}
