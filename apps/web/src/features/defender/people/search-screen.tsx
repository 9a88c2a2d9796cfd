import { type FoundPerson, type PersonMark, PERSON_TEXT_MAX_LENGTH } from '@desk/schema/defender/people'
import { may } from '@desk/schema/permissions/permissions'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { DEVICE_TYPES } from '@desk/schema/surveys/device-types'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { mayCall } from '#runtime/api/may-call.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useChangeSearch, useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { ExportButton } from '#kit/tables/export-button.tsx'
import { PageList } from '#kit/tables/page-list.tsx'
import { textOf } from '#kit/tables/table-search.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { momentText } from '#ui/format/moments.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from '../defender-views.module.css'
import { ListButtons } from '../marks/list-buttons.tsx'
import { GivenId } from '#ui/given-id.tsx'
import { GraphView } from './graph-view.tsx'
import { graphOf } from './person-graph.ts'
import PersonPath from './person-path.tsx'
import { searchPath } from './search-path.ts'
import type { RespondentVerdict } from '@desk/schema/respondents/explain'
import { ruleWords } from '#kit/respondents/respondent-words.ts'

/** The rules' objections to an entry, the deciding one first; nothing of an ordinary one. */
function Verdicts({ verdicts }: { readonly verdicts: readonly RespondentVerdict[] }) {
  if (verdicts.length === 0) return 'None'
  return (
    <ul className={styles['verdicts']}>
      {verdicts.map(({ rule, refused, threshold, value }, at) => (
        <li key={at} title={`Threshold: ${threshold}`}>
          {ruleWords(rule)}: {value}
          {refused ? '' : ' (recorded only)'}
        </li>
      ))}
    </ul>
  )
}

const TITLE = 'Search'
const MARK_WORDS: Readonly<Record<PersonMark, string>> = {
  rdud: 'RDUD',
  rid: 'rid',
  fingerprint: 'fingerprint',
  address: 'address',
}

/** Everything that the account knows of a person, by an RDUD, a rid, a fingerprint or an address (§2.27). */
export function PersonSearchScreen() {
  useAppTitle(TITLE)
  const [raw, change] = useUrlSearch()
  const text = textOf(raw['text'])?.trim().slice(0, PERSON_TEXT_MAX_LENGTH) ?? ''
  const explained = textOf(raw['path'])?.slice(0, PERSON_TEXT_MAX_LENGTH)
  const zone = useZone()
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  // Back returns to the former search, and the field shows it
  if (shown !== text) {
    setShown(text)
    setTyped(text)
  }
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title={TITLE} />
      <form
        className={styles['find']}
        role="search"
        onSubmit={event => {
          event.preventDefault()
          change({ text: textOf(typed.trim()) })
        }}
      >
        <TextField
          label="RDUD, rid, fingerprint or address"
          value={typed}
          onChange={setTyped}
          maxLength={PERSON_TEXT_MAX_LENGTH}
          autoFocus={text === ''}
          autoComplete="off"
        />
        <Button type="submit" variant="primary">
          Search
        </Button>
      </form>
      {text === '' ? (
        <EmptyState title="Find a respondent" icon={<Fingerprint aria-hidden />}>
          Paste an RDUD, a supplier’s respondent ID, a device’s fingerprint or an address: their entries over all
          surveys, what the rules said, and who shares what. Only whole values match.
        </EmptyState>
      ) : (
        <Found text={text} />
      )}
      {explained === undefined ? null : (
        <PersonPath rdud={explained} zone={zone.name} onClose={() => change({ path: undefined })} />
      )}
    </div>
  )
}

function Found({ text }: { readonly text: string }) {
  const desk = useDesk()
  const zone = useZone()
  const { data, error, isFetching, refetch } = useQuery({
    ...desk.query('defenderViews.search', { query: { text } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (data === undefined)
    return error === null ? (
      <Skeleton label="Searching" height="36px" lines={5} />
    ) : (
      <LoadFailure
        title="The search did not work"
        failure={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  if (data.entries.length === 0)
    return (
      <EmptyState title="No respondents found" icon={<Fingerprint aria-hidden />}>
        No entry of this account has “<GivenId text={data.text} />” as RDUD, rid, fingerprint or address. Check that it
        is whole.
      </EmptyState>
    )
  return (
    <>
      <p className={styles['note']} role="status">
        Found by {data.found_as.map(mark => MARK_WORDS[mark]).join(' and ')}, as of {momentText(data.as_of, zone.name)}.
        Times in {zone.text}.{data.is_partial ? ` The latest ${data.entries.length} entries.` : ''}
      </p>
      <Entries data={data} zone={zone.name} />
      <Shared data={data} zone={zone.name} />
    </>
  )
}

interface PartProps {
  readonly data: FoundPerson
  /** IANA name. */
  readonly zone: string
}

function Entries({ data, zone }: PartProps) {
  const user = useUser()
  const change = useChangeSearch()
  const seesSuppliers = user !== null && may(user, 'see the supply side')
  return (
    <section className={styles['part']} aria-label="Entries" data-exported>
      <div className={styles['head']}>
        <h2 className={styles['title']}>Entries</h2>
        <ExportButton label="Entries" />
      </div>
      <PageList
        label="Entries, the latest first"
        region="Entries, table"
        heads={[
          'Entered',
          'State',
          'Ended',
          'Survey',
          'Source',
          ...(seesSuppliers ? ['Supplier'] : []),
          'rid',
          'Fingerprint',
          'Address',
          'Country',
          'Device',
          'Against the entry',
          'RDUD',
        ]}
      >
        {data.entries.map(entry => (
          <tr key={entry.rdud}>
            <th scope="row" className={styles['when']}>
              {dateTimeText(Date.parse(entry.entered_at), zone)}
            </th>
            <td>
              {RESPONDENT_STATE_LABELS[entry.code]}
              {entry.is_test ? ', test' : ''}
            </td>
            <td className={styles['when']}>
              {entry.ended_at === null ? '' : dateTimeText(Date.parse(entry.ended_at), zone)}
            </td>
            <td>{entry.survey_name}</td>
            <td>{entry.source_name}</td>
            {seesSuppliers ? <td>{entry.supplier ?? 'None'}</td> : null}
            <td className={styles['value']}>
              <GivenId text={entry.rid} />
            </td>
            <td className={styles['value']}>{entry.fingerprint ?? ''}</td>
            <td className={styles['value']}>{entry.address ?? ''}</td>
            <td>
              {entry.country ?? ''}
              {entry.from_datacentre === true ? ', data centre' : ''}
            </td>
            <td>{DEVICE_TYPES.find(({ id }) => id === entry.device)?.name ?? ''}</td>
            <td>
              <Verdicts verdicts={entry.verdicts} />
            </td>
            <td title={entry.rdud}>
              <Button size="small" onPress={() => change({ path: entry.rdud })} aria-label={`Explain ${entry.rdud}`}>
                Explain
              </Button>
            </td>
          </tr>
        ))}
      </PageList>
    </section>
  )
}

function Shared({ data, zone }: PartProps) {
  const user = useUser()
  const graph = graphOf(data)
  const mayList = user !== null && mayCall(user, 'markLists.list')
  const marks = data.marks.filter(({ kind, others }) => kind !== 'rid' || others.length > 0)
  return (
    <section className={styles['part']} aria-label="Who shares what">
      <h2 className={styles['title']}>Who shares what</h2>
      {graph.marks.length === 0 ? null : <GraphView graph={graph} />}
      {graph.isPartial ? (
        <p className={styles['note']}>The picture shows the first of them; the list has all.</p>
      ) : null}
      <ul className={styles['marks']} aria-label="Devices, addresses and respondent IDs">
        {marks.map(mark => (
          <li key={`${mark.kind} ${mark.value}`}>
            <div className={styles['head']}>
              <span>
                {MARK_WORDS[mark.kind]}{' '}
                <a className={styles['value']} href={`#${searchPath(mark.value)}`}>
                  <GivenId text={mark.value} />
                </a>
              </span>
              {mayList && mark.kind !== 'rid' ? (
                <ListButtons kind={mark.kind} value={mark.value} lists={mark.lists} />
              ) : null}
            </div>
            {mark.others.length === 0 ? (
              <span className={styles['note']}>No other respondents came with it.</span>
            ) : (
              <ul className={styles['verdicts']} aria-label={`Others with ${mark.value}`}>
                {mark.others.map(other => (
                  <li key={other.rdud}>
                    <a href={`#${searchPath(other.rdud)}`}>
                      <GivenId text={other.rid} />
                    </a>
                    , {RESPONDENT_STATE_LABELS[other.code]}, <bdi>{other.survey_name}</bdi>,{' '}
                    {dateTimeText(Date.parse(other.entered_at), zone)}
                  </li>
                ))}
                {mark.has_more ? <li>and more</li> : null}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
