import { faultsOf } from '@desk/machines/form/form.fields'
import { OutOfFieldDate } from '@desk/schema/forms/out-of-field'
import { SupplyPrice } from '@desk/schema/sources/source-form'
import { STATUS_CODES, STATUS_LABELS, type StatusCode } from '@desk/schema/statuses/status'
import { SellPrice } from '@desk/schema/surveys/survey-fields'
import { may } from '@desk/schema/permissions/permissions'
import { Schema } from 'effect'
import { useState } from 'react'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { ComboBox } from '#ui/combo-box.tsx'
import { momentText } from '#ui/format/moments.ts'
import { zoneText } from '#ui/format/offsets.ts'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useOwnAccount, useZoneList } from '#kit/forms/lookup-reads.ts'
import { MomentInput } from '#kit/forms/moment-input.tsx'
import { PAST_OUT_OF_FIELD } from '#kit/forms/form-warnings.ts'
import { refusalOf, typedNumber } from '#kit/forms/typed-number.ts'
import { instantOf } from '#kit/forms/wall-times.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import type { BulkReads } from './bulk-calls.ts'
import { planOutOfField, planPrice, planStatus, type BulkPlan, type EndContext, type OutOfField } from './bulk-plan.ts'
import type { BulkNoun } from './bulk-rows.ts'
import { sourceEnd, SUPPLY_PRICE } from './source-rules.ts'
import { SELL_PRICE, surveyEnd } from './survey-rules.ts'
import styles from './bulk.module.css'

/** The plan from the fields; null: they are incomplete. */
export interface WantedChange {
  readonly fields: React.ReactNode
  readonly plan: BulkPlan | null
}

const CHOICES: readonly StatusCode[] = [
  STATUS_CODES.live,
  STATUS_CODES.paused,
  STATUS_CODES.complete,
  STATUS_CODES.cancelled,
]
const MOST_NOTE_CHARACTERS = 1000
const MINUTE_MS = 60_000
const NO_ZONES: readonly never[] = []

/** Another status for all, with a note. */
export function useWantedStatus(noun: BulkNoun, read: BulkReads | null, initial?: string): WantedChange {
  const [to, setTo] = useState<StatusCode>(CHOICES.find(code => String(code) === initial) ?? STATUS_CODES.paused)
  const [note, setNote] = useState('')
  return {
    plan: read?.kind === 'status' ? planStatus(noun, read.reads, to, note) : null,
    fields: (
      <>
        <SegmentedControl
          label="New status"
          segments={CHOICES.map(code => ({ id: String(code), label: STATUS_LABELS[code] }))}
          value={String(to)}
          onChange={id => setTo(CHOICES.find(code => String(code) === id) ?? to)}
        />
        <TextField
          label="Note (optional)"
          description="Shown in the status history of each."
          maxLength={MOST_NOTE_CHARACTERS}
          value={note}
          onChange={setNote}
        />
      </>
    ),
  }
}

const SupplyPriceForm = Schema.Struct({ price: SupplyPrice })
const SellPriceForm = Schema.Struct({ price: SellPrice })

interface PriceField {
  readonly label: string
  readonly description: string
  readonly form: Schema.Decoder<unknown>
  readonly initial: string
}

/** The field of another price, and the price once it is a good one. */
function usePriceField({ label, description, form, initial }: PriceField): {
  readonly price: number | null
  readonly fields: React.ReactNode
} {
  const [typed, setTyped] = useState(initial)
  const price = typedNumber(typed)
  const refusal = refusalOf(typed)
  const [fault] = price === undefined ? [] : refusal === undefined ? faultsOf(form, { price }) : [{ message: refusal }]
  return {
    price: typeof price === 'number' && fault === undefined ? price : null,
    fields: (
      <TextField
        label={label}
        prefix="$"
        inputMode="decimal"
        isRequired
        value={typed}
        onChange={setTyped}
        errorMessage={fault?.message}
        description={description}
      />
    ),
  }
}

/** Another supply price for all. */
export function useWantedSupplyPrice(read: BulkReads | null, initial = ''): WantedChange {
  const { price, fields } = usePriceField({
    label: 'Supply Price',
    description: 'The price paid to a supplier for a complete.',
    form: SupplyPriceForm,
    initial,
  })
  return {
    plan: read?.kind === 'supplyPrice' && price !== null ? planPrice(read.reads, price, SUPPLY_PRICE) : null,
    fields,
  }
}

/** Another sell price for all. */
export function useWantedSellPrice(read: BulkReads | null, initial = ''): WantedChange {
  const { price, fields } = usePriceField({
    label: 'Sell Price',
    description: 'The price that the client pays for a complete.',
    form: SellPriceForm,
    initial,
  })
  return {
    plan: read?.kind === 'sellPrice' && price !== null ? planPrice(read.reads, price, SELL_PRICE) : null,
    fields,
  }
}

const DateForm = Schema.Struct({ out_of_field_date: OutOfFieldDate })

/** Another out-of-field date for all sources, by the clock of a zone; or none. */
export function useWantedSourceEnd(read: BulkReads | null, initial = ''): WantedChange {
  const me = useUser()
  const seesSupplyPrice = me !== null && may(me, 'see the supply side')
  const { wanted, context, fields } = useEndFields('No own date: the survey’s date applies', initial)
  return {
    plan:
      read?.kind === 'sourceEnd' && wanted !== null
        ? planOutOfField(read.reads, wanted, sourceEnd({ seesSupplyPrice }), context)
        : null,
    fields,
  }
}

/** Another out-of-field date for all surveys, by the clock of a zone. */
export function useWantedSurveyEnd(read: BulkReads | null, initial = ''): WantedChange {
  const { data: accounts } = useOwnAccount()
  const { wanted, context, fields } = useEndFields(null, initial)
  // while it is not known, the server is left to say
  const pricesClient = accounts !== undefined && (accounts[0]?.client_cpi_flg ?? true)
  return {
    plan:
      read?.kind === 'surveyEnd' && wanted !== null
        ? planOutOfField(read.reads, wanted, surveyEnd({ pricesClient }), context)
        : null,
    fields,
  }
}

interface EndFields {
  /** The wanted date; null: it is incomplete. */
  readonly wanted: OutOfField | null
  readonly context: EndContext
  readonly fields: React.ReactNode
}

/** The fields of another out-of-field date. @param noneLabel what having none of their own means; null: there has to be one */
function useEndFields(noneLabel: string | null, initial: string): EndFields {
  const own = useZone()
  const nowMs = useNowMs(MINUTE_MS)
  const { data: zones = NO_ZONES } = useZoneList()
  const [typed, setTyped] = useState(initial)
  const [isNone, setNone] = useState(false)
  const [chosenZone, setZone] = useState<number | null>(null)
  const zoneCode = chosenZone ?? own.code
  const zoneName = (code: number) => zones.find(({ pm_code }) => pm_code === code)?.iana_name ?? own.name
  const date = isNone ? null : instantOf(typed, zoneName(zoneCode))
  const [fault] = date === null || typed === '' ? [] : faultsOf(DateForm, { out_of_field_date: date })
  const say = ({ date: at, zoneCode: code }: OutOfField) =>
    at === null ? 'no date of its own' : momentText(at, zoneName(code))
  const isSaid = isNone || (typed !== '' && fault === undefined)
  return {
    wanted: isSaid ? { date, zoneCode } : null,
    context: { say, nowMs },
    fields: (
      <>
        <div className={styles['moment']}>
          <MomentInput
            label="Out of field date"
            value={typed}
            onTake={input => setTyped(input.value)}
            error={fault?.message ?? null}
            warning={date !== null && Date.parse(date) <= nowMs ? PAST_OUT_OF_FIELD : undefined}
            isDisabled={isNone}
          />
          <ComboBox
            label="Timezone"
            options={zones.map(({ pm_code, iana_name }) => ({
              id: String(pm_code),
              label: zoneText(iana_name, nowMs),
            }))}
            value={String(zoneCode)}
            onChange={code => setZone(Number(code))}
            isDisabled={isNone}
          />
        </div>
        {noneLabel === null ? null : (
          <Checkbox isSelected={isNone} onChange={setNone}>
            {noneLabel}
          </Checkbox>
        )}
      </>
    ),
  }
}
