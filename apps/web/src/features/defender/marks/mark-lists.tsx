import type { ListedMark } from '@desk/schema/defender/mark-lists'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ListX } from 'lucide-react'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useMayCall, useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import { ExportButton } from '#kit/tables/export-button.tsx'
import { FilterChips } from '#kit/tables/filter-chips.tsx'
import { ALL, filterOptions } from '#kit/tables/list-filter.ts'
import { PageList } from '#kit/tables/page-list.tsx'
import { textOf } from '#kit/tables/table-search.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { countText } from '#ui/format/figures.ts'
import { momentText } from '#ui/format/moments.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from '../defender-views.module.css'
import type { AddMarksProps } from './add-marks-dialog.tsx'
import {
  KIND_LABELS,
  LIST_LABELS,
  LISTED_KINDS,
  MARK_LISTS,
  MARK_STATES,
  readMarkSearch,
  STATE_LABELS,
} from './mark-search.ts'
import { useMarkActs } from './use-mark-acts.ts'
import type { HistoryFields } from '#kit/history/history-words.ts'
import { ShowMore } from '#kit/tables/show-more.tsx'

/** The fields of the lists' history. */
const MARK_HISTORY: HistoryFields = {
  block_added: { label: 'Added to the block list' },
  block_removed: { label: 'Removed from the block list' },
  block_restored: { label: 'Brought back to the block list' },
  watch_added: { label: 'Added to the watch list' },
  watch_removed: { label: 'Removed from the watch list' },
  watch_restored: { label: 'Brought back to the watch list' },
  note: { label: 'Note' },
  until: { label: 'Until' },
}

const PAGE_ENTRIES = 100

const AddMarks = lazyOverlay<AddMarksProps>(
  () => import('./add-marks-dialog.tsx'),
  'The dialog',
  ({ onClose }) => onClose(),
)

/** The account's block and watch lists: who is on them, why and until when; entries are added, removed, and brought back. */
export function MarkLists() {
  const desk = useDesk()
  const zone = useZone()
  const me = useUser()
  const mayChange = useMayCall('markLists.add')
  const [raw, change] = useUrlSearch()
  const search = readMarkSearch(raw)
  const [isAdding, setAdding] = useState(false)
  const acts = useMarkActs()
  const { list, state = 'in_force', kind, mark } = search
  const query = {
    list,
    ...(state === 'all' ? {} : { state }),
    ...(kind === undefined ? {} : { kind }),
    ...(mark === undefined ? {} : { text: mark }),
  }
  const read = useInfiniteQuery({
    queryKey: ['markLists.list', query],
    queryFn: ({ pageParam, signal }) =>
      desk.api.call('markLists.list', { query: { ...query, limit: PAGE_ENTRIES, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { rows }) => sum + rows.length, 0)
      return shown < total ? shown : null
    },
    staleTime: 0,
  })
  const [first] = read.data?.pages ?? []
  const rows = read.data?.pages.flatMap(page => page.rows)
  const label = LIST_LABELS[list]
  return (
    <section className={styles['part']} aria-label={label} data-exported>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{label}</h2>
        <div className={styles['buttons']}>
          <SegmentedControl
            label="List"
            segments={MARK_LISTS.map(id => ({ id, label: LIST_LABELS[id] }))}
            value={list}
            onChange={id => change({ list: id === 'block' ? undefined : id })}
          />
          {mayChange ? (
            <Button variant="primary" onPress={() => setAdding(true)}>
              Add to the {list} list
            </Button>
          ) : null}
          {rows === undefined || rows.length === 0 ? null : <ExportButton label={label} />}
        </div>
      </div>
      <p className={styles['note']}>
        {list === 'block'
          ? 'A device, an address or a network of this list is refused at the door of every source, as a Defender term.'
          : 'A device, an address or a network of this list gets in, and its entries are marked.'}
        {first === undefined
          ? ''
          : ` ${countText(first.total)} ${first.total === 1 ? 'entry' : 'entries'} with these filters, as of ${momentText(first.as_of, zone.name)}.`}
      </p>
      <div className={styles['find']} role="search" aria-label="Filters of the list">
        <TextField
          label="Begins with"
          value={mark ?? ''}
          onChange={typed => change({ mark: textOf(typed) }, true)}
          maxLength={200}
        />
        <NativeSelect
          label="State"
          options={[{ id: ALL, label: 'All' }, ...MARK_STATES.map(id => ({ id, label: STATE_LABELS[id] }))]}
          value={state}
          onChange={id => change({ state: id === 'in_force' ? undefined : id })}
        />
        <FilterChips
          filters={[
            {
              name: 'kind',
              label: 'Kind',
              options: filterOptions('All kinds', LISTED_KINDS, id => KIND_LABELS[id]),
              chosen: kind,
            },
          ]}
        />
      </div>
      {rows === undefined ? (
        <NotLoaded query={read} title={`The ${list} list`} height="28px" />
      ) : rows.length === 0 ? (
        <EmptyState title="No entries" icon={<ListX aria-hidden />}>
          Paste or upload fingerprints, addresses and networks, up to 100,000 at once, or press Block or Watch beside
          one.
        </EmptyState>
      ) : (
        <PageList
          label={`${label}, the latest first`}
          region={`${label}, table`}
          heads={['Value', 'Kind', 'State', 'Note', 'Added by', 'Added', 'Until', 'Removed', 'Act']}
        >
          {rows.map(row => (
            <EntryRow key={row.entry_id} row={row} zone={zone.name} acts={mayChange ? acts : null} />
          ))}
        </PageList>
      )}
      <ShowMore list={read} />
      {me === null ? null : (
        // of the account whose lists these are, which may be one that this account defends
        <HistoryPanel
          scope="mark_lists"
          id={me.pm_dsh_ud}
          fields={MARK_HISTORY}
          read={(query, signal) => desk.api.call('markLists.history', { query, signal })}
        />
      )}
      {isAdding ? <AddMarks list={list} onClose={() => setAdding(false)} /> : null}
    </section>
  )
}

function EntryRow({
  row,
  zone,
  acts,
}: {
  readonly row: ListedMark
  /** IANA name. */
  readonly zone: string
  /** Null: the user does not change the lists. */
  readonly acts: ReturnType<typeof useMarkActs> | null
}) {
  const { entry_id: id, value, kind, state, note } = row
  const moment = (at: string | null, none: string) => (at === null ? none : dateTimeText(Date.parse(at), zone))
  return (
    <tr>
      <th scope="row" className={styles['value']} title={value}>
        {value}
      </th>
      <td>{KIND_LABELS[kind]}</td>
      <td title={`${STATE_LABELS[state]}, entry ${id}`}>{STATE_LABELS[state]}</td>
      <td>{note}</td>
      <td>{row.added_by ?? ''}</td>
      <td>{moment(row.added_at, '')}</td>
      <td>{moment(row.until, 'No end')}</td>
      <td>{row.removed_at === null ? '' : `${moment(row.removed_at, '')}, ${row.removed_by ?? ''}`}</td>
      <td data-unexported>
        {acts === null ? null : state === 'removed' ? (
          <Button
            size="small"
            aria-label={`Bring back: ${value}`}
            onPress={() => acts.restore.send({ payload: { entries: [id] } })}
          >
            Bring back
          </Button>
        ) : (
          <Button
            size="small"
            aria-label={`Remove ${value}`}
            onPress={() => acts.remove.send({ payload: { entries: [id] } })}
          >
            Remove
          </Button>
        )}
      </td>
    </tr>
  )
}
