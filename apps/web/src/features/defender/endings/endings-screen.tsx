import type { EndingOverview } from '@desk/schema/defender/endings'
import { may } from '@desk/schema/permissions/permissions'
import { RESPONDENT_STATE_LABELS, RESPONDENT_STATES } from '@desk/schema/respondents/state'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { ShieldCheck } from 'lucide-react'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { wallTimeIn } from '#kit/forms/wall-times.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { ruleWords } from '#kit/respondents/respondent-words.ts'
import { FilterRow } from '#kit/tables/filter-row.tsx'
import { textOf } from '#kit/tables/table-search.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { momentText } from '#ui/format/moments.ts'
import { Bars } from '../bars.tsx'
import styles from '../defender-views.module.css'
import { EnteredChoice } from '../entered-choice.tsx'
import { EndedPeople } from './ended-people.tsx'
import { DEFAULT_DAYS, endingQuery, readEndingSearch, type EndingSearch } from './endings-search.ts'
import { dayColumns, timeColumns } from './hour-buckets.ts'
import { HourColumns } from './hour-columns.tsx'
import { useEndings } from './use-endings.ts'

const TITLE = 'Termination Overview'
const MINUTE_MS = 60_000
const WITHOUT_SUPPLIER = 'Without a supplier'
const count = (value: number): string => value.toLocaleString('en-US')

/** The survey in front: sources of several surveys may have one name. */
function sourceWords(data: EndingOverview | undefined, id: number): string {
  const found = data?.by_source.find(({ stmid }) => stmid === id)
  return found === undefined ? String(id) : `${found.survey_name} · ${found.source_name}`
}

/** Where entrants end (§2.27): by state, rule, supplier, source and time; each figure leads to its respondents. */
export function EndingsScreen() {
  useAppTitle(TITLE)
  const user = useUser()
  return user === null ? null : <Overview user={user} />
}

function Overview({ user }: { readonly user: CurrentUser }) {
  const zone = useZone()
  const nowMs = useNowMs(MINUTE_MS)
  const [raw, change] = useUrlSearch()
  const seesSuppliers = may(user, 'see the supply side')
  const search = readEndingSearch(raw, seesSuppliers)
  const query = endingQuery(search, nowMs, zone.name)
  const read = useEndings(query)
  const { data } = read
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[]}
        title={TITLE}
        facts={
          data === undefined
            ? []
            : [
                {
                  name: 'Entered',
                  value: `${momentText(data.from, zone.name)} to ${momentText(data.until, zone.name)}`,
                },
                { name: 'Entrants', value: count(data.entrants) },
                { name: meansWords(search), value: count(data.respondents) },
                { name: 'As of', value: momentText(data.as_of, zone.name) },
              ]
        }
      />
      <FilterRow filters={[]} span={search} onChange={change}>
        <EnteredChoice span={{ days: DEFAULT_DAYS, ...search }} onChange={change} />
      </FilterRow>
      <Choices search={search} data={data} onChange={change} />
      {data !== undefined ? (
        data.entrants === 0 && data.by_code.length === 0 ? (
          <EmptyState title="No entrants in this period" icon={<ShieldCheck aria-hidden />}>
            Choose a longer time, or fewer filters. A termination shows here within a second.
          </EmptyState>
        ) : (
          <Figures
            data={data}
            search={search}
            zone={zone}
            seesSuppliers={seesSuppliers}
            onChange={patch => change({ ...patch, people: true })}
          />
        )
      ) : (
        <NotLoaded query={read} title="The overview" height="28px" lines={8} />
      )}
      {search.people === true ? (
        <EndedPeople
          query={query}
          seesSuppliers={seesSuppliers}
          zone={zone.name}
          onClose={() => change({ people: undefined })}
        />
      ) : data === undefined || data.respondents === 0 ? null : (
        <div>
          <Button onPress={() => change({ people: true })}>Show the {count(data.respondents)} respondents</Button>
        </div>
      )}
    </div>
  )
}

const meansWords = ({ code, rule }: EndingSearch): string =>
  rule !== undefined ? ruleWords(rule) : code !== undefined ? RESPONDENT_STATE_LABELS[code] : 'Terminated'

/** The filters that the bars have set, each with a press that takes it away. */
function Choices({
  search,
  data,
  onChange,
}: {
  readonly search: EndingSearch
  readonly data: EndingOverview | undefined
  readonly onChange: (patch: Partial<Record<keyof EndingSearch, undefined>>) => void
}) {
  const { code, rule, supplier, source } = search
  const named = [
    ...(code === undefined ? [] : [{ key: 'code' as const, words: `State: ${RESPONDENT_STATE_LABELS[code]}` }]),
    ...(rule === undefined ? [] : [{ key: 'rule' as const, words: `Rule: ${ruleWords(rule)}` }]),
    ...(supplier === undefined
      ? []
      : [
          {
            key: 'supplier' as const,
            words: `Supplier: ${supplier === 0 ? WITHOUT_SUPPLIER : (data?.by_supplier?.find(({ pm_sup_ud: id }) => id === supplier)?.name ?? supplier)}`,
          },
        ]),
    ...(source === undefined
      ? []
      : [
          {
            key: 'source' as const,
            words: `Source: ${sourceWords(data, source)}`,
          },
        ]),
  ]
  if (named.length === 0) return null
  return (
    <div className={styles['choices']} role="group" aria-label="Chosen">
      {named.map(({ key, words }) => (
        <Button key={key} size="small" onPress={() => onChange({ [key]: undefined })} aria-label={`Remove ${words}`}>
          {words} ✕
        </Button>
      ))}
    </div>
  )
}

interface FiguresProps {
  readonly data: EndingOverview
  readonly search: EndingSearch
  readonly zone: ReturnType<typeof useZone>
  readonly seesSuppliers: boolean
  readonly onChange: (patch: { readonly [Key in keyof EndingSearch]?: EndingSearch[Key] | undefined }) => void
}

function Figures({ data, search, zone, seesSuppliers, onChange }: FiguresProps) {
  const isByDays = data.step_hours === 24
  const total = data.by_code.reduce((sum, { respondents }) => sum + respondents, 0)
  const states = Object.values(RESPONDENT_STATES).flatMap(({ code }) => {
    const found = data.by_code.find(state => state.code === code)
    return found === undefined ? [] : [found]
  })
  return (
    <>
      <HourColumns
        columns={
          isByDays
            ? dayColumns(data.by_hour, Date.parse(data.from), Date.parse(data.until))
            : timeColumns(data.by_hour, Date.parse(data.from), Date.parse(data.until), zone.name)
        }
        zoneText={isByDays ? 'days of UTC' : zone.text}
        onChoose={({ fromMs, untilMs }) =>
          onChange({
            from: wallTimeIn(new Date(fromMs).toISOString(), zone.name),
            until: wallTimeIn(new Date(untilMs).toISOString(), zone.name),
          })
        }
      />
      <div className={styles['grid']}>
        <Bars
          title="By state"
          head="State"
          bars={states.map(({ code, respondents }) => ({
            key: String(code),
            name: RESPONDENT_STATE_LABELS[code],
            count: respondents,
            of: total,
          }))}
          none="No entrants."
          chosen={search.code === undefined ? undefined : String(search.code)}
          onChoose={key => onChange({ code: states.find(({ code }) => String(code) === key)?.code, rule: undefined })}
        />
        <Bars
          title="By rule at the door"
          head="Rule"
          bars={data.by_rule.map(({ rule, code, respondents }) => ({
            key: rule,
            name: ruleWords(rule),
            under: RESPONDENT_STATE_LABELS[code],
            count: respondents,
            of: total,
          }))}
          none="No rule refused anybody."
          chosen={search.rule}
          onChoose={key => onChange({ rule: textOf(key), code: undefined })}
        />
        {seesSuppliers ? (
          <Bars
            title="By supplier"
            head="Supplier"
            bars={(data.by_supplier ?? []).map(({ pm_sup_ud: id, name, entrants, respondents }) => ({
              key: String(id ?? 0),
              name: id === null ? WITHOUT_SUPPLIER : (name ?? `Supplier ${id}`),
              under: `of ${count(entrants)} entrants`,
              count: respondents,
              of: entrants,
            }))}
            none="No entrants from suppliers."
            chosen={search.supplier === undefined ? undefined : String(search.supplier)}
            onChoose={key => onChange({ supplier: key === undefined ? undefined : Number(key) })}
          />
        ) : null}
        <Bars
          title="By source"
          head="Source"
          bars={data.by_source.map(({ stmid, source_name: name, survey_name: survey, entrants, respondents }) => ({
            key: String(stmid),
            name: `${survey} · ${name}`,
            under: `of ${count(entrants)} entrants`,
            count: respondents,
            of: entrants,
          }))}
          none="No source had entrants."
          chosen={search.source === undefined ? undefined : String(search.source)}
          onChoose={key => onChange({ source: key === undefined ? undefined : Number(key) })}
        />
      </div>
    </>
  )
}
