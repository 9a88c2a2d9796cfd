import { exportColumns } from '@desk/schema/defender/export-columns'
import {
  EXPORT_LINES_MAX,
  EXPORT_LOOKED_MAX,
  ExportDownload,
  exportFileName,
  type ExportPreview,
} from '@desk/schema/defender/export'
import { may } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { DownloadButtons } from '#kit/downloads/download-buttons.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { ruleWords } from '#kit/respondents/respondent-words.ts'
import { PageList } from '#kit/tables/page-list.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { momentText } from '#ui/format/moments.ts'
import { dateTimeText } from '#ui/format/times.ts'
import styles from '../defender-views.module.css'
import { searchPath } from '../people/search-path.ts'
import { GivenId } from '#ui/given-id.tsx'
import { ExportFilterRow } from './export-filters.tsx'
import { exportQuery, readExportSearch } from './export-search.ts'

const TITLE = 'Export Data'
const MINUTE_MS = 60_000
const count = (value: number): string => value.toLocaleString('en-US')

/** The desk's data about entrants, exported as a file (§2.28): filters, the first lines, and the download. */
export function ExportScreen() {
  useAppTitle(TITLE)
  const user = useUser()
  return user === null ? null : <Export user={user} />
}

function Export({ user }: { readonly user: CurrentUser }) {
  const desk = useDesk()
  const zone = useZone()
  const nowMs = useNowMs(MINUTE_MS)
  const [raw, change] = useUrlSearch()
  const seesSuppliers = may(user, 'see the supply side')
  const search = readExportSearch(raw, seesSuppliers)
  const query = exportQuery(search, nowMs, zone.name)
  const preview = useQuery({
    ...desk.query('defenderExport.preview', { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { data, error, isFetching, refetch } = preview
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
                { name: 'Lines', value: linesText(data) },
                { name: 'As of', value: momentText(data.as_of, zone.name) },
              ]
        }
        actions={
          <>
            <Button onPress={() => void refetch()} isPending={isFetching}>
              Refresh
            </Button>
            {data === undefined || (data.lines === 0 && !data.is_at_least) ? null : (
              <DownloadButtons
                formats={ExportDownload.literals}
                read={async (format, reading) =>
                  // not JSON: the client gives a Blob (§7.4)
                  (await desk.api.call('defenderExport.file', {
                    query: { ...query, format },
                    ...reading,
                  })) as unknown as Blob
                }
                nameOf={format => exportFileName(new Date(nowMs).toISOString(), format)}
              />
            )}
          </>
        }
      />
      <ExportFilterRow search={search} data={data} seesSuppliers={seesSuppliers} onChange={change} />
      {data !== undefined && error === null ? (
        <FirstLines data={data} seesSuppliers={seesSuppliers} zone={zone.name} />
      ) : (
        <NotLoaded query={preview} title="The first lines" height="28px" lines={8} />
      )}
    </div>
  )
}

const linesText = ({ lines, is_at_least: isAtLeast }: ExportPreview): string =>
  `${isAtLeast ? 'at least ' : ''}${count(lines)}`

function FirstLines({
  data,
  seesSuppliers,
  zone,
}: {
  readonly data: ExportPreview
  readonly seesSuppliers: boolean
  readonly zone: string
}) {
  const { rows, lines, is_at_least: isAtLeast } = data
  if (rows.length === 0)
    return (
      <EmptyState
        title={isAtLeast ? 'None among the latest entrants' : 'No entrants with these filters'}
        icon={<FileDown aria-hidden />}
      >
        {isAtLeast
          ? `The latest ${count(EXPORT_LOOKED_MAX)} entrants of this time were looked through. A file looks through all of them.`
          : 'Choose a longer time, or fewer filters.'}
      </EmptyState>
    )
  const columns = exportColumns(seesSuppliers)
  return (
    <section className={styles['part']} aria-label="First lines">
      <div className={styles['head']}>
        <h2 className={styles['title']}>
          {lines === rows.length && !isAtLeast ? `All ${count(lines)} lines` : `The first ${rows.length} lines`}
        </h2>
      </div>
      {isAtLeast ? (
        <p className={styles['note']}>
          {`Counted among the latest ${count(EXPORT_LOOKED_MAX)} entrants of this time; a file looks through all of them.`}
        </p>
      ) : null}
      {lines > EXPORT_LINES_MAX ? (
        <p className={styles['note']}>
          {`A file holds the latest ${count(EXPORT_LINES_MAX)} lines. Choose a shorter time for the others.`}
        </p>
      ) : null}
      <PageList
        label="First lines, the latest first"
        region="First lines, table"
        heads={columns.map(({ label }) => label)}
      >
        {rows.map(row => (
          <tr key={row.rdud}>
            {columns.map(({ id, kind, valueOf }) => (
              <td key={id} className={kind === 'hour' ? styles['when'] : undefined}>
                {id === 'rid' ? (
                  <a href={`#${searchPath(row.rdud)}`}>
                    <GivenId text={row.rid} />
                  </a>
                ) : (
                  cellText(id, kind, valueOf(row), zone)
                )}
              </td>
            ))}
          </tr>
        ))}
      </PageList>
    </section>
  )
}

/** A value of the file as the screen shows it: moments by the viewer's clock, rules in words. */
function cellText(id: string, kind: string, value: string | number | null, zone: string): string {
  if (value === null) return ''
  if (kind === 'hour') return dateTimeText(Date.parse(String(value)), zone)
  if (typeof value === 'number') return value.toFixed(1)
  return id === 'rule' || id === 'recorded' ? value.split('; ').map(ruleWords).join('; ') : value
}
