import type { EndedRespondent } from '@desk/schema/defender/endings'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { ruleWords, stepHeading } from '#kit/respondents/respondent-words.ts'
import { ExportButton } from '#kit/tables/export-button.tsx'
import { PageList } from '#kit/tables/page-list.tsx'
import { ShowMore } from '#kit/tables/show-more.tsx'
import { Button } from '#ui/button.tsx'
import { momentText } from '#ui/format/moments.ts'
import { dateTimeText } from '#ui/format/times.ts'
import styles from '../bars.module.css'
import { searchPath } from '../people/search-path.ts'
import { GivenId } from '#ui/given-id.tsx'
import type { endingQuery } from './endings-search.ts'

const TITLE = 'Respondents'
const PAGE_PEOPLE = 50

export interface EndedPeopleProps {
  readonly query: ReturnType<typeof endingQuery>
  readonly seesSuppliers: boolean
  /** IANA name. */
  readonly zone: string
  readonly onClose: () => void
}

/** The respondents behind the figures, page by page; each leads to whatever is known of them. */
export function EndedPeople({ query, seesSuppliers, zone, onClose }: EndedPeopleProps) {
  const desk = useDesk()
  const list = useInfiniteQuery({
    queryKey: ['defenderViews.people', query],
    queryFn: ({ pageParam, signal }) =>
      desk.api.call('defenderViews.people', {
        query: { ...query, limit: PAGE_PEOPLE, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const rows = list.data?.pages.flatMap(page => page.rows)
  return (
    <section className={styles['part']} aria-label={TITLE} data-exported>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{TITLE}</h2>
        <div className={styles['key']}>
          {list.data === undefined ? null : <span>As of {momentText(list.data.pages[0]?.as_of ?? '', zone)}</span>}
          {rows === undefined || rows.length === 0 ? null : <ExportButton label={TITLE} />}
          <Button onPress={() => void list.refetch()} isPending={list.isRefetching}>
            Refresh
          </Button>
          <Button onPress={onClose}>Hide respondents</Button>
        </div>
      </div>
      {rows === undefined ? (
        <NotLoaded query={list} title="The respondents" height="28px" />
      ) : rows.length === 0 ? (
        <p role="status">
          {list.hasNextPage ? 'No respondents in these hours. Earlier hours may have some.' : 'No respondents match.'}
        </p>
      ) : (
        <PageList
          label="Respondents, the latest first"
          region="Respondents, table"
          heads={[
            'rid',
            'State',
            'Rule',
            'Threshold',
            'Value',
            'Source',
            ...(seesSuppliers ? ['Supplier'] : []),
            'Entered',
            'RDUD',
          ]}
        >
          {rows.map(row => (
            <PersonRow key={row.rdud} row={row} seesSuppliers={seesSuppliers} zone={zone} />
          ))}
        </PageList>
      )}
      <ShowMore list={list} />
    </section>
  )
}

function PersonRow({
  row,
  seesSuppliers,
  zone,
}: {
  readonly row: EndedRespondent
  readonly seesSuppliers: boolean
  readonly zone: string
}) {
  const { rdud, rid, code, rule, threshold, value } = row
  return (
    <tr>
      <th scope="row">
        <a href={`#${searchPath(rdud)}`}>
          <GivenId text={rid} />
        </a>
      </th>
      <td title={rule === null ? RESPONDENT_STATE_LABELS[code] : stepHeading({ to: code, rule, threshold, value })}>
        {RESPONDENT_STATE_LABELS[code]}
      </td>
      <td>{rule === null ? '' : ruleWords(rule)}</td>
      <td>{threshold ?? ''}</td>
      <td>{value ?? ''}</td>
      <td>{`${row.survey_name} · ${row.source_name}`}</td>
      {seesSuppliers ? <td>{row.supplier ?? 'None'}</td> : null}
      <td>{dateTimeText(Date.parse(row.entered_at), zone)}</td>
      <td>{rdud}</td>
    </tr>
  )
}
