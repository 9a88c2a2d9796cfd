import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { RateCardDetail, RateCardFields, type RateCardRow } from '@desk/schema/rate-cards/rate-card-form'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { Schema } from 'effect'
import { useRef } from 'react'
import { ApiError } from '#runtime/api/api-error.ts'
import type { RequestOf } from '#runtime/api/endpoints.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { oneRead } from '#kit/errors/one-read.ts'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import type { FormOption } from '#kit/forms/form-choices.tsx'
import { FormDialog, FormGrid } from '#kit/forms/form-dialog.tsx'
import { countryOptions, sayOf } from '#kit/forms/lookup-options.ts'
import { LOOKUP, useCountryList } from '#kit/forms/lookup-reads.ts'
import { useForm } from '#kit/forms/use-form.ts'
import { PAGE_ROWS } from '#kit/tables/read-pages.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { ChooseFile, type ChosenFile } from './choose-file.tsx'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormSelect, FormDateTime, FormNumber, FormText } = formFields<typeof RateCardFields.Type>()

export interface UploadCardProps {
  readonly me: CurrentUser
  /** The newest version of the card that is replaced; null: a new card. */
  readonly card: RateCardRow | null
  readonly onSaved: (saved: RateCardDetail) => void
  readonly onClosed: () => void
}

/** Reads the lists of the form, then opens it (api:C2, api:C3). */
export function UploadCard(props: UploadCardProps) {
  const desk = useDesk()
  const countries = useCountryList()
  const units = useQuery({
    ...desk.query('businessUnits.list', { params: { id: props.me.pm_dsh_ud }, query: { limit: PAGE_ROWS } }),
    ...LOOKUP,
  })
  if (countries.data !== undefined && units.data !== undefined)
    return (
      <UploadForm
        {...props}
        countries={countryOptions(countries.data)}
        units={units.data.map(({ business_unit_ud, business_unit_name }) => ({
          value: business_unit_ud,
          label: business_unit_name,
        }))}
      />
    )
  return (
    <Dialog isOpen title={titleOf(props.card)} onClose={props.onClosed}>
      <NotLoaded query={oneRead([countries, units])} title="The form" lines={4} />
    </Dialog>
  )
}

const titleOf = (card: RateCardRow | null): string =>
  card === null ? 'New rate card' : `Version ${card.version + 1} of ${card.rate_card_name}`

interface Lists {
  readonly countries: readonly FormOption<number>[]
  readonly units: readonly FormOption<number>[]
}

type Fields = typeof RateCardFields.Type

function fieldsOf(card: RateCardRow | null, { countries, units }: Lists, zone: string): readonly FieldPlan<Fields>[] {
  return [
    { name: 'rate_card_name', label: 'Name', kind: 'text', isRequired: true },
    ...(card === null
      ? ([
          { name: 'business_unit_ud', label: 'Business unit', kind: 'choice', say: sayOf(units) },
          { name: 'pm_cy_cs_id', label: 'Country', kind: 'choice', say: sayOf(countries) },
        ] as const)
      : []),
    { name: 'effective_from', label: 'Effective from', kind: 'moment', zoneOf: () => zone },
    { name: 'cpi_min', label: 'Lowest CPI', kind: 'number' },
    { name: 'cpi_max', label: 'Highest CPI', kind: 'number' },
  ]
}

/** The multipart form of a call (§7.29). */
function formData(wire: object, more: object, file: File): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries<unknown>({ ...wire, ...more })) {
    if (typeof value === 'string' || typeof value === 'number') data.append(name, String(value))
  }
  data.append('file', file, file.name)
  return data
}

function UploadForm({ me, card, onSaved, onClosed, ...lists }: UploadCardProps & Lists) {
  const desk = useDesk()
  const zone = useZone()
  const file = useRef<ChosenFile | null>(null)
  const form = useForm<RateCardDetail, Fields>(
    {
      form: card === null ? 'rateCard.create' : `rateCard.replace ${card.rate_card_ud}`,
      thing: 'rate card',
      schema: RateCardFields,
      fields: fieldsOf(card, lists, zone.name),
      stored: card === null ? {} : { rate_card_name: card.rate_card_name },
      version: card?.version ?? null,
      save: async (wire, { version, idempotencyKey }) => {
        const chosen = file.current
        if (chosen === null) throw new ApiError({ status: 422, message: 'Choose the file with the prices' })
        const fault = await chosen.fault
        if (fault !== null) throw new ApiError({ status: 422, message: fault })
        const headers = { 'idempotency-key': idempotencyKey }
        // a form of the fields that the contract names, which is sent as multipart
        const payload = (more: object) =>
          formData({ ...wire, ...chosen.readAs }, more, chosen.file) as unknown as NonNullable<
            RequestOf<'rateCards.create'>['payload']
          >
        return card === null
          ? desk.api.call('rateCards.create', { headers, payload: payload({}) })
          : desk.api.call('rateCards.replace', {
              headers,
              payload: payload({ rate_card_ud: card.rate_card_ud, version }),
            })
      },
      readStored: current =>
        isCard(current) ? { stored: { rate_card_name: current.rate_card_name }, version: current.version } : null,
      onSaved: saved => {
        void showToast({ type: 'success', message: `Version ${saved.version} of ${saved.rate_card_name} is stored` })
        onSaved(saved)
      },
      onCancelled: onClosed,
    },
    me,
  )
  return (
    <FormDialog form={form} title={titleOf(card)} saveLabel="Upload">
      <FormGrid>
        <FormText name="rate_card_name" isWide />
        {card === null ? (
          <>
            <FormSelect name="business_unit_ud" options={lists.units} noneLabel="All business units" />
            <FormSelect name="pm_cy_cs_id" options={lists.countries} noneLabel="All countries" />
          </>
        ) : null}
        <FormDateTime
          name="effective_from"
          isWide
          description={`Time in ${zone.text}. Leave empty to start now. Launched surveys keep their price.`}
        />
        <FormNumber name="cpi_min" prefix="$" description={`In ${ACCOUNT_CURRENCY}; no price is lower.`} />
        <FormNumber name="cpi_max" prefix="$" description="No price is higher." />
      </FormGrid>
      <ChooseFile
        onChosen={chosen => {
          file.current = chosen
        }}
      />
    </FormDialog>
  )
}

const isCard = Schema.is(RateCardDetail)
