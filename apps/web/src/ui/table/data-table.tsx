import {
  Suspense,
  useContext,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Ref,
} from 'react'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import { NOT_RECORDED_TEXT, RecordedContext } from '#ui/recorded.ts'
import { cardHeightPx, columnsOfCard, type CardColumns } from './cards.ts'
import { gridTemplate, minimumWidth, widthOf, type DataColumn } from './column.ts'
import type { ShownTable } from './csv-export.ts'
import {
  cellElement,
  cellOf,
  controlsOf,
  focusAndReveal,
  focusTarget,
  HEAD_LINE,
  setTabStop,
  TOTALS_LINE,
  type ActiveCell,
} from './grid-focus.ts'
import { nextPosition } from './grid-navigation.ts'
import type { RowStore } from './row-store.ts'
import { useShownRows, type RowFilter } from './shown-rows.ts'
import { watchScrollEdges } from './scroll-edges.ts'
import type SelectedCellsOfRows from './selected-cells.tsx'
import type { TableSort } from './sort.ts'
import { TableBody, VIRTUAL_ABOVE_ROWS } from './table-body.tsx'
import { TableHead } from './table-head.tsx'
import { EMPTY_TABLE_TEXT } from './texts.ts'
import { TotalsRow } from './totals-row.tsx'
import { useCellRange } from './use-cell-range.ts'
import { shownColumns } from './view.ts'
import styles from './data-table.module.css'

// lazyPart forgets that the component is generic.
const SelectedCells = lazyPart(
  () => import('./selected-cells.tsx'),
  'The selection of cells',
) as unknown as typeof SelectedCellsOfRows

export type TableDensity = 'compact' | 'default' | 'comfortable'

/** Row heights in px (look: rows 28, 36, 48). */
export const ROW_HEIGHT_PX: Readonly<Record<TableDensity, number>> = { compact: 28, default: 36, comfortable: 48 }

export interface DataTableHandle<Row extends object> {
  /** The present content of the table, for an export. */
  readonly shown: () => ShownTable<Row>
  /** Moves the focus to the next (1) or previous (-1) row; to the first when it was in none. */
  readonly moveRow: (by: 1 | -1) => void
  /** The edit of a cell is over: moves the focus. */
  readonly leaveCell: (cell: Pick<EditedCell, 'rowId' | 'columnId'>, to: AfterEdit) => void
}

/** Where the focus goes after the edit of a cell; to the right the next cell opens. */
export type AfterEdit = 'stay' | 'down' | 'right'

/** A cell that the user opens for an edit. */
export interface EditedCell {
  readonly rowId: string
  readonly columnId: string
  readonly element: HTMLElement
}

/** Elements that take a tap themselves. */
const CONTROLS = 'a, button, input, label, select, textarea'

/** A cell that the user asks about, by its menu (a right press, the menu key, or a tap) or by Alt+W. */
export interface AskedCell {
  /** The row's id; null: the totals. */
  readonly rowId: string | null
  readonly columnId: string
  readonly element: HTMLElement
  readonly isByKey: boolean
}

/** Cells that explain their figure. */
export interface CellQuestion {
  /** Whether a cell has an answer. */
  readonly isFor: (columnId: string, rowId: string | null) => boolean
  readonly onAsk: (cell: AskedCell) => void
  /** A plain click asks as well: the table has no other use for it. */
  readonly isByClick?: boolean
}

export interface DataTableProps<Row extends object> {
  ref?: Ref<DataTableHandle<Row>>
  /** The accessible name. */
  label: string
  store: RowStore<Row>
  /** All columns; keep the array the same between renders. */
  columns: readonly DataColumn<Row>[]
  /** The columns to show and their order (view.ts). */
  columnIds: readonly string[]
  sort: TableSort | null
  onSortChange: (sort: TableSort | null) => void
  /** The text of the search box: rows stay whose words hold it. */
  search?: string
  /** Another filter of the screen: a status, for instance. */
  filter?: RowFilter<Row> | undefined
  density?: TableDensity
  /** A first load runs. */
  isLoading?: boolean
  /** The figures are old: they are shown dimmed. */
  isDimmed?: boolean
  totalsPosition?: 'top' | 'bottom' | 'none'
  totalsLabel?: string
  /** A CSS length; the table scrolls inside. */
  maxHeight?: string
  /** Zone and currency of the figures: 'America/New_York (UTC-05:00) · USD'. */
  context?: string
  question?: CellQuestion | undefined
  /** The edge of a head that sets the width of its column. */
  edge?: ((column: DataColumn<Row>, shown: readonly DataColumn<Row>[]) => React.ReactNode) | undefined
  /** Opens a cell of an editable column. */
  onEdit?: ((cell: EditedCell) => void) | undefined
  /** Draws each row as a card of these columns, without a head; the same object between renders. */
  cards?: CardColumns | undefined
}

/** The live data table: a grid whose cells are painted from a row store (see README.md). */
export function DataTable<Row extends object>({
  ref,
  label,
  store,
  columns,
  columnIds,
  sort,
  onSortChange,
  search = '',
  filter,
  density = 'default',
  context,
  isLoading = false,
  isDimmed = false,
  totalsPosition = 'bottom',
  totalsLabel = 'Total',
  maxHeight = '70dvh',
  question,
  edge,
  onEdit,
  cards,
}: DataTableProps<Row>) {
  'use no memo'
  const region = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const hold = useRef({ pointer: false, focus: false })
  const [isHeld] = useState(
    () => () =>
      hold.current.pointer || hold.current.focus || region.current?.querySelector('[aria-expanded="true"]') != null,
  )

  const loadingText = useContext(RecordedContext) ? NOT_RECORDED_TEXT : EMPTY_TABLE_TEXT.loading
  const tableColumns = useMemo(() => shownColumns(columns, columnIds), [columns, columnIds])
  const shown = useMemo(
    () => (cards === undefined ? tableColumns : columnsOfCard(columns, cards)),
    [columns, tableColumns, cards],
  )
  const { ids, hasOrderChanged, applyOrder, release } = useShownRows({ store, columns, sort, search, filter, isHeld })

  const hasTotals = totalsPosition !== 'none' && ids.length > 0
  const isCards = cards !== undefined
  const rowHeight = isCards ? cardHeightPx(cards) : ROW_HEIGHT_PX[density]
  const lines = useMemo(
    () => [
      ...(isCards ? [] : [HEAD_LINE]),
      ...(hasTotals && totalsPosition === 'top' ? [TOTALS_LINE] : []),
      ...ids,
      ...(hasTotals && totalsPosition === 'bottom' ? [TOTALS_LINE] : []),
    ],
    [ids, hasTotals, totalsPosition, isCards],
  )

  /** @returns whether the cell is of an editable column */
  const edit = (element: Element): boolean => {
    const at = grid.current === null ? null : cellOf(grid.current, element)
    const column = at === null ? undefined : shown[at.column]
    if (onEdit === undefined || at === null || column?.isEditable !== true) return false
    if (at.line === HEAD_LINE || at.line === TOTALS_LINE) return false
    onEdit({ rowId: at.line, columnId: column.id, element: at.cell })
    return true
  }

  // One tab stop for the whole grid (roving tabindex); `wanted` is a cell that takes the focus once it is in the page.
  const [active, setActive] = useState<ActiveCell>({ line: HEAD_LINE, column: 0 })
  const wanted = useRef<{ from: 'start' | 'end'; opens: boolean } | null>(null)
  useLayoutEffect(() => {
    if (!grid.current) return
    const cell =
      cellElement(grid.current, active) ?? cellElement(grid.current, { line: lines[0] ?? HEAD_LINE, column: 0 })
    if (!cell) return
    if (wanted.current) {
      const target = focusTarget(cell, wanted.current.from)
      const { opens } = wanted.current
      wanted.current = null
      setTabStop(grid.current, target)
      focusAndReveal(target)
      if (opens) edit(cell)
    } else if (!cell.contains(document.activeElement)) {
      setTabStop(grid.current, focusTarget(cell))
    }
  })

  const goTo = (to: ActiveCell, from: 'start' | 'end' = 'start', opens = false) => {
    wanted.current = { from, opens }
    // A new object each time: the same cell is focused again.
    setActive({ ...to })
  }

  useImperativeHandle(
    ref,
    () => ({
      shown: () => ({ columns: tableColumns, rows: ids.flatMap(id => store.get(id) ?? []), search, sort }),
      moveRow: by => {
        const at = ids.indexOf(active.line)
        const line = ids[at === -1 ? 0 : Math.min(Math.max(at + by, 0), ids.length - 1)]
        if (line !== undefined) goTo({ line, column: at === -1 ? 0 : active.column })
      },
      leaveCell: ({ rowId, columnId }, to) => {
        const at = ids.indexOf(rowId)
        const column = shown.findIndex(({ id }) => id === columnId)
        // the row has left the table
        if (at === -1 || column === -1) return
        const right = to === 'right' ? shown.findIndex(({ isEditable }, index) => isEditable && index > column) : -1
        const line = to === 'down' ? (ids[at + 1] ?? rowId) : rowId
        goTo({ line, column: right === -1 ? column : right }, 'start', right !== -1)
      },
    }),
    [shown, tableColumns, ids, store, search, sort, active],
  )

  const onDoubleClick = useEffectEvent((event: Event) => {
    if (event.target instanceof Element && event.target.closest(CONTROLS) === null && edit(event.target))
      event.preventDefault()
  })

  const cells = useCellRange({ ids, columnCount: shown.length, goTo })
  const onMouseDown = useEffectEvent((event: MouseEvent) => {
    if (event.button !== 0 || !grid.current || !(event.target instanceof Element)) return
    const at = cellOf(grid.current, event.target)
    if (at !== null && event.target.closest(CONTROLS) === null)
      cells.press(event, { line: at.line, column: at.column }, active)
  })

  const onAsk = useEffectEvent((event: Event, isByKey: boolean) => {
    if (question === undefined || !grid.current || !(event.target instanceof HTMLElement)) return
    const at = cellOf(grid.current, event.target)
    const column = at === null ? undefined : shown[at.column]
    if (at === null || column === undefined || at.line === HEAD_LINE) return
    const rowId = at.line === TOTALS_LINE ? null : at.line
    if (!question.isFor(column.id, rowId)) return
    event.preventDefault()
    question.onAsk({ rowId, columnId: column.id, element: at.cell, isByKey })
  })

  // a finger or a pen has neither a right button nor a second press: on a card its tap edits
  const onTap = useEffectEvent((event: Event) => {
    if (!(event.target instanceof Element) || event.target.closest(CONTROLS) !== null) return
    if (!isCards || !edit(event.target)) onAsk(event, false)
  })

  const onClick = useEffectEvent((event: Event) => {
    if (question?.isByClick === true) onAsk(event, false)
  })

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!grid.current || !(event.target instanceof HTMLElement) || event.altKey) return
    // Typing in a field of a cell belongs to the field, and the arrows of an edge to its column.
    if (event.target.matches('input:not([type="checkbox"]), textarea, select, [role="separator"]')) return
    const at = cellOf(grid.current, event.target)
    if (!at) return
    const withControl = event.ctrlKey || event.metaKey
    if (event.shiftKey) return cells.key(event, { line: at.line, column: at.column })
    if (event.key === 'Escape' && cells.range !== null) {
      event.stopPropagation()
      return cells.clear()
    }
    // Enter on a control of a cell is the control's
    if ((event.key === 'F2' || (event.key === 'Enter' && event.target === at.cell)) && edit(at.cell)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const controls = controlsOf(at.cell)
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const sibling = step === 0 || withControl ? undefined : controls[controls.indexOf(event.target) + step]
    if (sibling && controls.includes(event.target)) {
      event.preventDefault()
      event.stopPropagation()
      setTabStop(grid.current, sibling)
      focusAndReveal(sibling)
      return
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const position = { line: lines.indexOf(at.line), column: at.column }
    const next = nextPosition(event.key, withControl, position, {
      lines: lines.length,
      columns: shown.length,
      page,
    })
    if (!next) return
    cells.clear()
    event.preventDefault()
    event.stopPropagation()
    const line = lines[next.line]
    if (line !== undefined) goTo({ line, column: next.column }, step === -1 ? 'end' : 'start')
  })

  const onFocusIn = useEffectEvent((event: FocusEvent) => {
    hold.current.focus = true
    if (!grid.current || !(event.target instanceof HTMLElement)) return
    const at = cellOf(grid.current, event.target)
    if (!at) return
    setTabStop(grid.current, event.target)
    if (at.line !== active.line || at.column !== active.column) setActive({ line: at.line, column: at.column })
  })

  const onLeave = useEffectEvent(() => {
    if (!isHeld()) release()
  })

  useEffect(() => {
    const element = region.current
    if (!element) return
    const listeners = new AbortController()
    const { signal } = listeners
    const held = hold.current
    // Native listeners: what a portal of this tree does (menus, dialogs) must not count as inside.
    element.addEventListener('keydown', event => onKeyDown(event), { signal, capture: true })
    element.addEventListener(
      'keydown',
      event => {
        // by its place: with Alt held, some layouts write another letter
        if (event.altKey && event.code === 'KeyW' && !event.ctrlKey && !event.metaKey) onAsk(event, true)
      },
      { signal },
    )
    element.addEventListener('contextmenu', event => onAsk(event, false), { signal })
    element.addEventListener('mousedown', event => onMouseDown(event), { signal })
    element.addEventListener('dblclick', event => onDoubleClick(event), { signal })
    let pointer = ''
    element.addEventListener('pointerdown', ({ pointerType }) => (pointer = pointerType), { signal })
    element.addEventListener(
      'click',
      event => {
        if (pointer === 'touch' || pointer === 'pen') onTap(event)
        else onClick(event)
      },
      { signal },
    )
    element.addEventListener('focusin', event => onFocusIn(event), { signal })
    element.addEventListener(
      'focusout',
      event => {
        if (event.relatedTarget instanceof Node && element.contains(event.relatedTarget)) return
        held.focus = false
        onLeave()
      },
      { signal },
    )
    element.addEventListener('pointerenter', () => (held.pointer = true), { signal })
    element.addEventListener(
      'pointerleave',
      () => {
        held.pointer = false
        onLeave()
      },
      { signal },
    )
    return () => listeners.abort()
  }, [])

  useEffect(() => {
    if (scroller.current && grid.current) return watchScrollEdges(scroller.current, grid.current)
    return undefined
  }, [])

  const variables = {
    '--columns': gridTemplate(shown),
    '--print-columns': shown.map(column => `minmax(0, ${printPartOf(column)}fr)`).join(' '),
    '--row-height': `${rowHeight}px`,
    '--pinned-end': `${shown.reduce((sum, column) => sum + (column.isPinnedEnd === true ? widthOf(column) : 0), 0)}px`,
    '--first-column': `${shown[0] ? widthOf(shown[0]) : 0}px`,
    // short cards scroll with the page
    maxBlockSize: isCards && ids.length <= VIRTUAL_ABOVE_ROWS ? 'none' : maxHeight,
  } as React.CSSProperties // React knows no custom properties in its style type.

  const totals = hasTotals ? (
    <TotalsRow
      store={store}
      columns={shown}
      label={totalsLabel}
      ariaRowIndex={totalsPosition === 'top' ? 2 : ids.length + 2}
      position={totalsPosition === 'top' ? 'top' : 'bottom'}
    />
  ) : null

  return (
    <div ref={region} className={styles['region']}>
      <div
        ref={scroller}
        className={styles['scroller']}
        style={variables}
        data-density={density}
        data-cards={isCards || undefined}
        data-pinned-end={(!isCards && shown.some(column => column.isPinnedEnd)) || undefined}
        data-dimmed={isDimmed || undefined}
        data-totals={hasTotals ? totalsPosition : 'none'}
      >
        <div
          ref={grid}
          role="grid"
          aria-label={label}
          aria-rowcount={lines.length}
          aria-colcount={shown.length}
          aria-busy={isLoading}
          className={styles['grid']}
          style={isCards ? undefined : { minInlineSize: minimumWidth(shown) }}
        >
          {isCards && totalsPosition !== 'top' ? null : (
            <div role="rowgroup" className={styles['head']}>
              {isCards ? null : (
                <TableHead
                  columns={shown}
                  sort={sort}
                  onSortChange={onSortChange}
                  edge={edge && ((column: DataColumn<Row>) => edge(column, shown))}
                />
              )}
              {totalsPosition === 'top' ? totals : null}
            </div>
          )}
          {ids.length > 0 ? (
            <TableBody
              store={store}
              columns={shown}
              ids={ids}
              rowHeight={rowHeight}
              scroller={scroller}
              firstAriaRowIndex={hasTotals && totalsPosition === 'top' ? 3 : 2}
              activeLine={active.line === HEAD_LINE ? (lines[0] ?? HEAD_LINE) : active.line}
            />
          ) : (
            <div role="rowgroup">
              <div role="row" className={styles['empty']}>
                <div role="gridcell" aria-colspan={shown.length}>
                  {isLoading ? loadingText : EMPTY_TABLE_TEXT.empty}
                </div>
              </div>
            </div>
          )}
          {totalsPosition === 'bottom' && totals ? (
            <div role="rowgroup" className={styles['foot']}>
              {totals}
            </div>
          ) : null}
        </div>
      </div>
      <div className={styles['status']}>
        <span>{isLoading && ids.length === 0 ? null : countText(ids.length, store.ids().length)}</span>
        {context === undefined ? null : <span>{context}</span>}
        {cells.range === null ? null : (
          <Suspense fallback={null}>
            <SelectedCells range={cells.range} grid={grid} store={store} ids={ids} columns={shown} />
          </Suspense>
        )}
        {hasOrderChanged ? (
          <span className={styles['notice']}>
            order changed ·{' '}
            <Button size="small" onPress={applyOrder} aria-label="Apply the new order">
              apply
            </Button>
          </span>
        ) : null}
      </div>
    </div>
  )
}

/** '28 of 1,000 rows'; all of them: '1,000 rows'. */
function countText(shownCount: number, count: number): string {
  const all = `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`
  return shownCount === count ? all : `${shownCount.toLocaleString('en-US')} of ${all}`
}

/** The part of a paper's width that a column takes: the words of a pinned pill do not break. */
const printPartOf = <Row extends object>(column: DataColumn<Row>): number =>
  widthOf(column) * (column.isPinnedEnd === true ? 1.3 : 1)
