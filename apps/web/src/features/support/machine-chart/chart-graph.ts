import type { AnyStateMachine, AnyStateNode, StateValue } from 'xstate'

/** A state of a chart. */
export interface ChartState {
  /** Its path, 'signedIn.active'. */
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly hasInner: boolean
  /** The initial state of the machine or of its outer state. */
  readonly isInitial: boolean
}

/** Every transition from one state to another, as one arrow. */
export interface ChartArrow {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly events: readonly string[]
}

export interface ChartGraph {
  readonly states: readonly ChartState[]
  readonly arrows: readonly ChartArrow[]
}

const idOf = ({ path }: AnyStateNode): string => path.join('.')
const withInner = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(withInner),
]

/** Gives a machine's states and the arrows between them; internal transitions have none. */
export function graphOf(machine: AnyStateMachine): ChartGraph {
  const all = withInner(machine.root)
  const states = all
    .filter(node => node.parent !== undefined)
    .map((node): ChartState => {
      const { parent } = node
      return {
        id: idOf(node),
        parentId: parent === undefined || parent.parent === undefined ? null : idOf(parent),
        name: node.key,
        hasInner: Object.keys(node.states).length > 0,
        isInitial: parent?.initial?.target[0] === node,
      }
    })
  const arrows = new Map<string, { readonly from: string; readonly to: string; readonly events: Set<string> }>()
  for (const node of all) {
    for (const { target, eventType } of [...node.transitions.values()].flat()) {
      const [to] = target ?? []
      if (to === undefined || node.parent === undefined || to === node) continue
      const id = `${idOf(node)}>${idOf(to)}`
      const arrow = arrows.get(id) ?? { from: idOf(node), to: idOf(to), events: new Set() }
      arrow.events.add(eventType)
      arrows.set(id, arrow)
    }
  }
  return { states, arrows: [...arrows].map(([id, { from, to, events }]) => ({ id, from, to, events: [...events] })) }
}

/** The paths of every present state of a machine with this value, outer ones included. */
export function litStates(value: StateValue, outer = ''): ReadonlySet<string> {
  const within = (name: string): string => (outer === '' ? name : `${outer}.${name}`)
  if (typeof value === 'string') return new Set([within(value)])
  return new Set(
    Object.entries(value).flatMap(([name, inner]) => [
      within(name),
      ...(inner === undefined ? [] : litStates(inner, within(name))),
    ]),
  )
}
