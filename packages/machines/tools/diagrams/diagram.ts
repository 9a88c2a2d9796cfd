import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { inventoryOf, nodesOf } from './inventory.ts'
import { actionName, isCommandOf, label } from './named-parts.ts'

/** An action of a transition: a command for the runner, or a step inside the machine. */
interface NamedAction {
  readonly name: string
  readonly isCommand: boolean
}

interface Arrow {
  readonly source: AnyStateNode
  readonly target: AnyStateNode | null
  readonly event: string
  readonly guard: string | null
  readonly actions: readonly NamedAction[]
}

function arrowOf(
  machine: AnyStateMachine,
  { source, target, eventType, guard, actions }: AnyTransitionDefinition,
): Arrow {
  return {
    source,
    target: target?.[0] ?? null,
    event: eventType,
    guard: guard === undefined ? null : label(guard),
    actions: actions.map(action => ({ name: label(action), isCommand: isCommandOf(machine, actionName(action)) })),
  }
}

const idOf = ({ path }: AnyStateNode): string => path.join('_')
const nameOf = ({ path }: AnyStateNode): string => path.join('.') || 'anywhere'

const lineage = (node: AnyStateNode): readonly AnyStateNode[] =>
  node.parent === undefined ? [node] : [...lineage(node.parent), node]

/** Where an arrow is drawn: between two children of the innermost state that holds both ends; null for one that stays inside of its source. */
function drawnEnds({ source, target }: Arrow): readonly [AnyStateNode, AnyStateNode] | null {
  if (target === null) return null
  const from = lineage(source)
  const to = lineage(target)
  const fork = from.findIndex((node, index) => node !== to[index])
  if (fork === -1) return source === target ? [source, target] : null
  const [a, b] = [from[fork], to[fork]]
  return a === undefined || b === undefined ? null : [a, b]
}

const asked = (actions: readonly NamedAction[]): string =>
  actions.map(({ name, isCommand }) => (isCommand ? `→ ${name}` : name)).join(', ')

function arrowLabel(arrow: Arrow, [from, to]: readonly [AnyStateNode, AnyStateNode]): string {
  const within = from === arrow.source ? '' : `${arrow.source.path.slice(from.path.length).join('.')}: `
  const inside =
    arrow.target === null || to === arrow.target ? '' : ` ▸ ${arrow.target.path.slice(to.path.length).join('.')}`
  return `${within}${arrow.event}${arrow.guard === null ? '' : ` [${arrow.guard}]`}${inside}`
}

function drawn(node: AnyStateNode, arrows: readonly Arrow[], indent: string): readonly string[] {
  const children = Object.values(node.states)
  const first = node.initial?.target[0]
  const own = arrows.flatMap(arrow => {
    const ends = drawnEnds(arrow)
    if (ends === null || ends[0].parent !== node) return []
    return [`${indent}${idOf(ends[0])} --> ${idOf(ends[1])} : ${arrowLabel(arrow, ends).replaceAll(':', ' ·')}`]
  })
  return [
    ...children.flatMap(child =>
      child.type === 'compound'
        ? [`${indent}state "${child.key}" as ${idOf(child)} {`, ...drawn(child, arrows, `${indent}  `), `${indent}}`]
        : [`${indent}state "${child.key}" as ${idOf(child)}`],
    ),
    ...(first === undefined ? [] : [`${indent}[*] --> ${idOf(first)}`]),
    ...own,
  ]
}

/**
 * Draws a machine: a Mermaid chart of its states, and every transition in a table with its guard and what it asks for.
 * Mermaid cannot draw an arrow into a nested state, so the arrow ends at the outer state and its text names the inner one.
 * @returns a Markdown page
 */
export function diagramPage(name: string, machine: AnyStateMachine): string {
  const arrows = nodesOf(machine.root).flatMap(node =>
    [...node.transitions.values()].flat().map(transition => arrowOf(machine, transition)),
  )
  const rows = arrows.map(({ source, target, event, guard, actions }) => {
    const to = target === null ? 'stays' : nameOf(target)
    return `| ${nameOf(source)} | ${event} | ${guard ?? ''} | ${to} | ${asked(actions)} |`
  })
  return [
    `# The machine ${name}`,
    '',
    `Written from \`packages/machines/src/${name}/\` by \`tsx scripts/write-machine-diagrams.ts\`; ${name}.json is what Stately imports.`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...drawn(machine.root, arrows, '  '),
    '```',
    '',
    'Every transition; the first of the same event whose guard holds is taken. `→` marks a command, which the runner performs; the rest happens in the machine.',
    '',
    '| in | event | guard | to | asks for |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    'All that the chart names:',
    '',
    ...Object.entries(inventoryOf(machine)).map(([kind, names]) => `- ${kind}: ${names.join(', ') || 'none'}`),
    '',
  ].join('\n')
}

/** A configuration without its functions, which JSON cannot hold. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (typeof inner === 'function' ? [] : [[key, plain(inner)]])),
  )
}

/** Gives a machine's configuration as the JSON text that Stately imports: guards and actions by name, with their fixed parameters. */
export const diagramJson = (machine: AnyStateMachine): string => `${JSON.stringify(plain(machine.config), null, 2)}\n`
