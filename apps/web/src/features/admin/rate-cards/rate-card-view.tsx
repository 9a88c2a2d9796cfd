import type { RateCardDetail, RateCardRow } from '@desk/schema/rate-cards/rate-card-form'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { saveFile } from '#runtime/save-file.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { oneRead } from '#kit/errors/one-read.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import type { HistoryFields } from '#kit/history/history-words.ts'
import { PAGE_ROWS } from '#kit/tables/read-pages.ts'
import { idOf } from '#kit/tables/table-search.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { Button } from '#ui/button.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { Select } from '#ui/select.tsx'
import { showToast } from '#ui/toasts.ts'
import { forgetRateCards } from './rate-card-cache.ts'
import { changedCells, RateGridTable } from './rate-grid.tsx'
import styles from './rate-cards.module.css'
import { Withdrawal } from './withdrawal.tsx'

const UploadCard = lazyOverlay(
  async () => ({ default: (await import('./upload-card.tsx')).UploadCard }),
  'The rate card',
  ({ onClosed }) => onClosed(),
)

const HISTORY_FIELDS: HistoryFields = {
  rate_card_name: { label: 'Name' },
  business_unit_ud: { label: 'Business unit' },
  pm_cy_cs_id: { label: 'Country' },
  version: { label: 'Version' },
  effective_from: { label: 'Effective from' },
  cpi_min: { label: 'Lowest CPI' },
  cpi_max: { label: 'Highest CPI' },
  file: { label: 'File' },
  state: { label: 'State' },
}
const CRUMBS = [{ label: 'Rate cards', href: '#/admin/rate-card-templates' }]
const NONE = 'none'

/** A version of a rate card with its prices, what changed against another, its files and its history. */
export function RateCardView({ me, id }: { readonly me: CurrentUser; readonly id: number }) {
  const desk = useDesk()
  const [raw, change] = useUrlSearch()
  const against = idOf(raw['with'])
  const zone = useZone()
  const [isUploading, setUploading] = useState(false)
  const card = useQuery(desk.query('rateCards.read', { params: { id } }))
  const mayManage = useMayCall('rateCards.replace')
  const versions = useQuery(desk.query('rateCards.list', { query: { rate_card_ud: id, limit: PAGE_ROWS } }))
  const other = useQuery({
    ...desk.query('rateCards.read', { params: { id: against ?? id } }),
    enabled: against !== undefined,
  })
  const reads = oneRead([card, versions])
  if (card.data === undefined || versions.data === undefined)
    return (
      <div className={screen['screen']}>
        <PageHead
          crumbs={CRUMBS}
          title={reads.error === null ? null : 'Rate card'}
          loadingLabel="Loading the rate card"
        />
        <NotLoaded query={reads} title="The rate card" label="Loading the prices" />
      </div>
    )
  const newest = versions.data[0]
  const first = versions.data.at(-1)
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={CRUMBS}
        title={card.data.rate_card_name}
        facts={factsOf(card.data)}
        actions={
          !mayManage ? undefined : (
            <>
              {newest === undefined ? null : (
                <Withdrawal card={newest} onStored={stored => change({ card: stored.rate_card_ud, with: undefined })} />
              )}
              <Button variant="primary" icon={<Upload aria-hidden />} onPress={() => setUploading(true)}>
                New version
              </Button>
            </>
          )
        }
      />
      {newest?.is_withdrawn === true ? (
        <p className={styles['withdrawn']} role="note">
          Withdrawn on {dateTimeText(Date.parse(newest.effective_from), zone.name)}
          {newest.uploaded_by === null ? '' : ` by ${newest.uploaded_by}`}: no new study is priced by it. Surveys that
          were launched keep the price of their launch.
        </p>
      ) : null}
      <Versions
        card={card.data}
        versions={versions.data}
        against={against ?? null}
        onOpen={version => change({ card: version, with: undefined })}
        onCompare={version => change({ with: version ?? undefined })}
      />
      <Prices card={card.data} other={against === undefined ? null : (other.data ?? null)} />
      {first === undefined ? null : <HistoryPanel scope="rate_card" id={first.rate_card_ud} fields={HISTORY_FIELDS} />}
      {isUploading && newest !== undefined ? (
        <Suspense fallback={null}>
          <UploadCard
            me={me}
            card={newest}
            onClosed={() => setUploading(false)}
            onSaved={saved => {
              forgetRateCards(desk.queryClient)
              setUploading(false)
              change({ card: saved.rate_card_ud, with: saved.rate_card_ud === id ? undefined : id })
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

const money = (cents: number | null, currency: string): string =>
  cents === null ? 'None' : `${(cents / 100).toFixed(2)} ${currency}`

const factsOf = ({ business_unit_name, country_name, currency, grid }: RateCardDetail) => [
  { name: 'Business unit', value: business_unit_name ?? 'All' },
  { name: 'Country', value: country_name ?? 'All' },
  { name: 'Lowest CPI', value: money(grid.cpi_min, currency) },
  { name: 'Highest CPI', value: money(grid.cpi_max, currency) },
]

interface VersionsProps {
  readonly card: RateCardDetail
  readonly versions: readonly RateCardRow[]
  readonly against: number | null
  readonly onOpen: (version: number) => void
  readonly onCompare: (version: number | null) => void
}

/** The choice of a version and of another to compare it with, and its files. */
function Versions({ card, versions, against, onOpen, onCompare }: VersionsProps) {
  const zone = useZone()
  const optionOf = ({ rate_card_ud, version, effective_from, is_withdrawn }: RateCardRow) => ({
    id: String(rate_card_ud),
    label: `Version ${version}, ${is_withdrawn ? 'withdrawn' : 'from'} ${dateTimeText(Date.parse(effective_from), zone.name)}`,
  })
  const saving = useAct('rateCards.export', {
    onDone: (content, { query }) =>
      // not JSON: the client gives a Blob (§7.4)
      saveFile(`${card.rate_card_name} v${card.version}.${query?.format ?? 'csv'}`, content as unknown as Blob),
    onFailed: failure => void showToast({ type: 'error', message: failureMessage(failure) }),
  })
  return (
    <div className={styles['tools']}>
      <Select
        label="Version"
        options={versions.map(optionOf)}
        value={String(card.rate_card_ud)}
        onChange={chosen => onOpen(Number(chosen))}
      />
      <Select
        label="Compare with"
        options={[
          { id: NONE, label: 'No other version' },
          ...versions.filter(({ rate_card_ud }) => rate_card_ud !== card.rate_card_ud).map(optionOf),
        ]}
        value={against === null ? NONE : String(against)}
        onChange={chosen => onCompare(chosen === NONE ? null : Number(chosen))}
        isDisabled={versions.length < 2}
      />
      {(['csv', 'xlsx'] as const).map(format => (
        <Button
          key={format}
          icon={<Download aria-hidden />}
          onPress={() => saving.send({ params: { id: card.rate_card_ud }, query: { format } })}
          isDisabled={saving.isPending}
        >
          Export {format.toUpperCase()}
        </Button>
      ))}
      <span className={styles['note']}>Times in {zone.text}</span>
    </div>
  )
}

function Prices({ card, other }: { readonly card: RateCardDetail; readonly other: RateCardDetail | null }) {
  const count = other === null ? 0 : changedCells(card.grid, other.grid)
  return (
    <section className={styles['part']} aria-labelledby="prices">
      <h2 id="prices" className={styles['title']}>
        Prices, {card.currency}
      </h2>
      {other === null ? null : (
        <p className={styles['note']} role="status">
          {count === 0
            ? `The same prices as version ${other.version}.`
            : `${count === 1 ? '1 price differs' : `${count} prices differ`} from version ${other.version}: its price is struck out.`}
        </p>
      )}
      <RateGridTable label={`Prices of version ${card.version}`} grid={card.grid} before={other?.grid ?? null} />
    </section>
  )
}
