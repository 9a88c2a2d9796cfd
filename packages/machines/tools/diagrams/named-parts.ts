import type { AnyStateMachine } from 'xstate'

const typeOf = (named: unknown): string =>
  typeof named === 'string'
    ? named
    : typeof named === 'object' && named !== null && 'type' in named
      ? String(named.type)
      : 'unnamed'

/** The name of an action in a chart. */
export const actionName = (action: unknown): string => typeOf(action)
/** The name of a guard in a chart. */
export const guardName = (guard: unknown): string => typeOf(guard)

/** Whether an action of a machine is a command for its runner: assignments and the like carry a type of xstate's own; what command() declares is a plain function. */
export function isCommandOf(machine: AnyStateMachine, name: string): boolean {
  const implementations: Readonly<Record<string, unknown>> = machine.implementations.actions
  return !('type' in Object(implementations[name]))
}

/** A placeholder for an unknown context and event: every property of it is itself. */
const unknownValue: object = new Proxy(() => undefined, {
  get: (_, key) => {
    if (key === Symbol.toPrimitive) return () => '…'
    if (key === Symbol.iterator) return function* nothing() {}
    return unknownValue
  },
  apply: () => unknownValue,
  has: () => true,
})

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Params {
  readonly isFixed: boolean
  readonly fields: Readonly<Record<string, unknown>>
}

/** The parameters of a guard or an action; only the names of those that context and event decide. */
function paramsOf(named: unknown): Params {
  const params: unknown = isFields(named) ? named['params'] : undefined
  if (typeof params !== 'function') return { isFixed: true, fields: isFields(params) ? params : {} }
  try {
    const made: unknown = params({ context: unknownValue, event: unknownValue })
    return { isFixed: false, fields: made !== unknownValue && isFields(made) ? made : {} }
  } catch {
    return { isFixed: false, fields: {} }
  }
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/**
 * Gives a chart's text for an action or a guard: its name with its parameters, those that are fixed by value, the others by name;
 * a notice by its machine and event.
 * @example 'goTo {path, replace: true}', 'notify session: session.ended'
 */
export function label(named: unknown): string {
  const { isFixed, fields } = paramsOf(named)
  const { machine, event } = fields
  if (typeof machine === 'string' && isFields(event)) return `${typeOf(named)} ${machine}: ${valueText(event['type'])}`
  const texts = Object.entries(fields).map(([name, value]) => (isFixed ? `${name}: ${valueText(value)}` : name))
  return texts.length === 0 ? typeOf(named) : `${typeOf(named)} {${texts.join(', ')}}`
}
