import type { RateCardRow } from '@desk/schema/rate-cards/rate-card-form'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Table2, Upload } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { ListTable } from '#kit/tables/list-table.tsx'
import { idOf } from '#kit/tables/table-search.ts'
import { useListRows } from '#kit/tables/use-list-rows.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { cardColumns } from './card-columns.tsx'
import { QuoteTool } from './quote-tool.tsx'
import { forgetRateCards, RATE_CARDS } from './rate-card-cache.ts'
import { RateCardView } from './rate-card-view.tsx'

const UploadCard = lazyOverlay(
  async () => ({ default: (await import('./upload-card.tsx')).UploadCard }),
  'The rate card',
  ({ onClosed }) => onClosed(),
)

/** The rate cards of the account, or the one that the URL names (§2.25, §7.29). */
export function RateCardsScreen() {
  useAppTitle('Rate cards')
  const me = useUser()
  const [raw] = useUrlSearch()
  if (me === null) return null
  const card = idOf(raw['card'])
  return card === undefined ? <Cards me={me} key={me.pm_dsh_ud} /> : <RateCardView me={me} id={card} key={card} />
}

function Cards({ me }: { readonly me: CurrentUser }) {
  const desk = useDesk()
  const zone = useZone()
  const [isUploading, setUploading] = useState(false)
  const rows = useListRows<RateCardRow>({
    queryKey: [RATE_CARDS, me.pm_dsh_ud],
    readPage: (page, signal) => desk.api.call('rateCards.list', { query: page, signal }),
    idOf: ({ rate_card_ud }) => rate_card_ud,
  })
  const columns = useMemo(() => cardColumns(zone.name), [zone.name])
  const upload = mayCall(me, 'rateCards.create') ? (
    <Button variant="primary" icon={<Upload aria-hidden />} onPress={() => setUploading(true)}>
      New rate card
    </Button>
  ) : null
  const isEmpty = rows.read.data?.length === 0
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Rate cards" actions={isEmpty ? null : upload} />
      <ListTable
        name="rate cards"
        label="Rate cards"
        rows={rows}
        columns={columns}
        filters={[]}
        empty={
          <EmptyState title="No rate cards yet" icon={<Table2 aria-hidden />} action={upload}>
            A rate card has the price of a complete for each length of interview and incidence, as CSV or XLSX. Surveys
            are priced by it.
          </EmptyState>
        }
      />
      {isEmpty ? null : <QuoteTool accountId={me.pm_dsh_ud} />}
      {isUploading ? (
        <Suspense fallback={null}>
          <UploadCard
            me={me}
            card={null}
            onClosed={() => setUploading(false)}
            onSaved={() => {
              forgetRateCards(desk.queryClient)
              setUploading(false)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
