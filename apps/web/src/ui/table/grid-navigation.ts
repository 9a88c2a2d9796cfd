/** A cell by line (0 is the head) and column. */
export interface GridPosition {
  readonly line: number
  readonly column: number
}

export interface GridSize {
  readonly lines: number
  readonly columns: number
  /** Lines that fit in sight: how far PageUp and PageDown go. */
  readonly page: number
}

/**
 * Where a key leads in a grid (the keyboard pattern of WAI-ARIA's data grid).
 * @param withControl whether Ctrl, or Cmd, is held
 * @returns the new place, or null when the key means nothing here
 */
export function nextPosition(
  key: string,
  withControl: boolean,
  from: GridPosition,
  size: GridSize,
): GridPosition | null {
  const at = (line: number, column: number): GridPosition => ({
    line: Math.min(Math.max(line, 0), size.lines - 1),
    column: Math.min(Math.max(column, 0), size.columns - 1),
  })
  const { line, column } = from
  switch (key) {
    case 'ArrowUp':
      return at(withControl ? 0 : line - 1, column)
    case 'ArrowDown':
      return at(withControl ? size.lines - 1 : line + 1, column)
    case 'ArrowLeft':
      return at(line, withControl ? 0 : column - 1)
    case 'ArrowRight':
      return at(line, withControl ? size.columns - 1 : column + 1)
    case 'Home':
      return at(withControl ? 0 : line, 0)
    case 'End':
      return at(withControl ? size.lines - 1 : line, size.columns - 1)
    case 'PageUp':
      return at(line - size.page, column)
    case 'PageDown':
      return at(line + size.page, column)
    default:
      return null
  }
}
