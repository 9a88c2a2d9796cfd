/** A thing among others of its kind. */
export interface Named {
  readonly id: number | string
  readonly name: string
  /** The name of what it is in, such as a source's survey. */
  readonly within?: string | null
}

/** Says what tells a thing from others of its name: what it is in, and its id. */
export const distinction = ({ id, within }: Omit<Named, 'name'>): string =>
  within === undefined || within === null || within === '' ? String(id) : `${within}, ${id}`

/** Gives a name with what tells it from others. @param detail undefined or null: no other has the name */
export const fullName = (name: string, detail: string | null | undefined): string =>
  detail === undefined || detail === null ? name : `${name} (${detail})`

/**
 * Names things so that no two names are the same.
 * @param things a thing may come several times
 * @returns by id: its name, with what tells it apart where another thing has that name
 */
export function distinctNames(things: Iterable<Named>): ReadonlyMap<Named['id'], string> {
  const byId = new Map([...things].map(thing => [thing.id, thing]))
  const counts = new Map<string, number>()
  for (const { name } of byId.values()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map(
    [...byId.values()].map(thing => [
      thing.id,
      fullName(thing.name, (counts.get(thing.name) ?? 0) > 1 ? distinction(thing) : null),
    ]),
  )
}
