import type { FoundPerson } from '@desk/schema/defender/people'

/** A respondent, or a device or address that some share. */
export interface GraphNode {
  readonly id: string
  readonly label: string
  /** Its text for the search page. */
  readonly text: string
  readonly isMark: boolean
  /** Found by the search itself, and not by what it shares. */
  readonly isFound: boolean
}

export interface Graph {
  readonly people: readonly GraphNode[]
  readonly marks: readonly GraphNode[]
  /** By the ids of a respondent and a mark. */
  readonly links: readonly (readonly [person: string, mark: string])[]
  /** There are more than the graph shows; the list has them. */
  readonly isPartial: boolean
}

const MOST_NODES = 16
const LABEL_LENGTH = 26

const short = (text: string): string => (text.length > LABEL_LENGTH ? `${text.slice(0, LABEL_LENGTH - 1)}…` : text)

/** The shared devices and addresses of a person and everyone else with their marks: small enough to be drawn. */
export function graphOf({ entries, marks }: Pick<FoundPerson, 'entries' | 'marks'>): Graph {
  const people = new Map<string, GraphNode>()
  const things = new Map<string, GraphNode>()
  const links = new Map<string, readonly [string, string]>()
  const see = (
    who: { readonly rid: string; readonly fingerprint: string | null; readonly address: string | null },
    isFound: boolean,
  ): void => {
    const person = `rid ${who.rid}`
    if (!people.has(person))
      people.set(person, { id: person, label: short(who.rid), text: who.rid, isMark: false, isFound })
    for (const [kind, value] of [
      ['fingerprint', who.fingerprint],
      ['address', who.address],
    ] as const) {
      const mark = `${kind} ${value}`
      if (value !== null && things.has(mark)) links.set(`${person}\n${mark}`, [person, mark])
    }
  }
  for (const { kind, value } of marks)
    if (kind !== 'rid')
      things.set(`${kind} ${value}`, {
        id: `${kind} ${value}`,
        label: short(value),
        text: value,
        isMark: true,
        isFound: true,
      })
  for (const entry of entries) see(entry, true)
  for (const { others } of marks) for (const other of others) see(other, false)
  const shown = [...people.values()].slice(0, MOST_NODES)
  const shownMarks = [...things.values()].slice(0, MOST_NODES)
  const ids = new Set([...shown, ...shownMarks].map(({ id }) => id))
  return {
    people: shown,
    marks: shownMarks,
    links: [...links.values()].filter(ends => ends.every(id => ids.has(id))),
    isPartial: people.size > shown.length || things.size > shownMarks.length,
  }
}
