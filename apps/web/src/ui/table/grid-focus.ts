/** The focusable elements in a cell. */
const CONTROLS = 'a[href], button, input, select, textarea, [role="button"], [role="switch"], [role="checkbox"]'

/** The place of the focus in a grid: a line by its key (a row's id, or HEAD or TOTALS) and a column by its place. */
export interface ActiveCell {
  readonly line: string
  readonly column: number
}

/** A rectangle of cells by two of its corners. */
export interface CellRange {
  readonly from: ActiveCell
  readonly to: ActiveCell
}

export const HEAD_LINE = '\u0000head'
export const TOTALS_LINE = '\u0000totals'

const STOP = 'data-tab-stop'

/** Removes a cell's controls from the tab order, except the grid's one tab stop. */
export function leaveTabOrder(cell: HTMLElement): void {
  for (const control of cell.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (!control.hasAttribute(STOP)) control.tabIndex = -1
  }
}

/** Makes this element the grid's one tab stop. */
export function setTabStop(grid: HTMLElement, stop: HTMLElement): void {
  for (const other of grid.querySelectorAll<HTMLElement>(`[${STOP}]`)) {
    if (other === stop) continue
    other.removeAttribute(STOP)
    other.tabIndex = -1
  }
  stop.setAttribute(STOP, '')
  stop.tabIndex = 0
  // the edge of a head follows its head
  for (const edge of grid.querySelectorAll<HTMLElement>('[role="separator"]'))
    edge.tabIndex = edge.parentElement?.contains(stop) === true ? 0 : -1
}

export function lineElement(grid: HTMLElement, line: string): HTMLElement | null {
  for (const element of grid.querySelectorAll<HTMLElement>('[data-line]'))
    if (element.dataset['line'] === line) return element
  return null
}

/** The element of a cell that is in the page, or null. */
export function cellElement(grid: HTMLElement, { line, column }: ActiveCell): HTMLElement | null {
  const cell = lineElement(grid, line)?.children[column]
  return cell instanceof HTMLElement ? cell : null
}

/** The controls of a cell that can be used now. */
export function controlsOf(cell: HTMLElement): HTMLElement[] {
  return [...cell.querySelectorAll<HTMLElement>(CONTROLS)].filter(control => !control.hasAttribute('disabled'))
}

/** The element that takes the focus of a cell: its first control, else the cell itself. */
export function focusTarget(cell: HTMLElement, from: 'start' | 'end' = 'start'): HTMLElement {
  return controlsOf(cell).at(from === 'start' ? 0 : -1) ?? cell
}

/** The cell of the grid that holds an element, or null. */
export function cellOf(grid: HTMLElement, element: Element): (ActiveCell & { readonly cell: HTMLElement }) | null {
  const lineOfElement = element.closest<HTMLElement>('[data-line]')
  if (!lineOfElement || !grid.contains(lineOfElement)) return null
  const column = [...lineOfElement.children].findIndex(cell => cell.contains(element))
  const cell = lineOfElement.children[column]
  return cell instanceof HTMLElement ? { line: lineOfElement.dataset['line'] ?? '', column, cell } : null
}

/** Moves the focus and brings it in sight, below the sticky head and between the sticky columns (scroll padding and margins). */
export function focusAndReveal(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
