interface Named {
  /** The text of its id. */
  readonly key: string
  readonly title: string
  readonly detail: string | null
}

const IS_ID = /^\d+$/

/** Lines with what tells those of equal titles apart: their ids. @param label what a line is: 'Source' */
export function distinctLines<Line extends Named>(label: string, lines: readonly Line[]): readonly Line[] {
  const counts = new Map<string, number>()
  for (const { title } of lines) counts.set(title, (counts.get(title) ?? 0) + 1)
  return lines.map(line =>
    (counts.get(line.title) ?? 0) > 1 && IS_ID.test(line.key) ? { ...line, detail: `${label} ${line.key}` } : line,
  )
}
