import type { RateCardRow } from '@desk/schema/rate-cards/rate-card-form'
import { NameLink } from '#kit/tables/name-link.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import type { DataColumn } from '#ui/table/column.ts'

/** The columns of the list; the name leads to the card. @param zone IANA name */
export function cardColumns(zone: string): DataColumn<RateCardRow>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      kind: 'custom',
      width: 200,
      grow: 2,
      value: ({ rate_card_name }) => rate_card_name,
      uses: ['rate_card_name', 'rate_card_ud'],
      render: ({ rate_card_ud, rate_card_name }) => (
        <NameLink href={`#/admin/rate-card-templates?card=${rate_card_ud}`} name={rate_card_name} />
      ),
    },
    {
      id: 'unit',
      header: 'Business unit',
      kind: 'text',
      width: 124,
      value: ({ business_unit_name }) => business_unit_name ?? 'All',
    },
    {
      id: 'country',
      header: 'Country',
      kind: 'text',
      width: 110,
      value: ({ country_name }) => country_name ?? 'All',
    },
    {
      id: 'state',
      header: 'State',
      headerTooltip: 'A withdrawn card prices no new study',
      kind: 'text',
      width: 96,
      grow: 0,
      value: ({ is_withdrawn }) => (is_withdrawn ? 'Withdrawn' : 'In use'),
    },
    { id: 'version', header: 'Version', kind: 'integer', width: 80, grow: 0, value: ({ version }) => version },
    {
      id: 'from',
      header: 'Effective from',
      kind: 'text',
      width: 170,
      value: ({ effective_from }) => dateTimeText(Date.parse(effective_from), zone),
    },
    {
      id: 'size',
      header: 'LOI × IR',
      headerTooltip: 'How many lengths of interview and how many incidences have prices',
      kind: 'text',
      width: 88,
      grow: 0,
      value: ({ loi_count, ir_count }) => `${loi_count} × ${ir_count}`,
    },
    {
      id: 'uploaded',
      header: 'Uploaded by',
      kind: 'text',
      width: 120,
      value: ({ uploaded_by }) => uploaded_by ?? '',
    },
  ]
}
