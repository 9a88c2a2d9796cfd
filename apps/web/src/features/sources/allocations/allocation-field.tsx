import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import type { SourceSuppliers } from '@desk/schema/sources/source-suppliers'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { namedOptions } from '#kit/forms/named-options.ts'
import { Button } from '#ui/button.tsx'
import { ComboBox } from '#ui/combo-box.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Fault } from '#kit/forms/field-notes.tsx'
import { FieldSlot } from '#kit/forms/field-slot.tsx'
import { textIn, type FormValue } from '#kit/forms/field-kinds.ts'
import { CellInput } from '../quotas/cell-input.tsx'
import { evenly, withSupplier, type PartValue, barWidths, isAllGiven, sumWords } from './allocation-values.ts'
import styles from './allocations.module.css'
import { countText, NO_FIGURE, percentText } from '#ui/format/figures.ts'
import { isolated } from '#ui/format/isolated.ts'
import { formFields } from '#kit/forms/form-fields.ts'
import type { SourceFormSent } from '../source-plan.ts'

const { useFormField, useFormValue } = formFields<SourceFormSent>()

const SHADES = 6

/** The shares of a source in one bar, with their sum in words. */
function AllocationBar({ parts, nameOf }: { parts: readonly PartValue[]; nameOf: (id: number) => string }) {
  const widths = barWidths(parts)
  return (
    <div className={styles['whole']}>
      <div className={styles['bar']} aria-hidden>
        {parts.map(({ pm_sup_ud: id, allocation_percent: percent }, at) => (
          <span
            key={id}
            className={styles['part']}
            data-shade={at % SHADES}
            style={{ inlineSize: `${widths[at] ?? 0}%` }}
            title={`${isolated(nameOf(id))} ${percent} %`}
          />
        ))}
      </div>
      <p className={styles['sum']} role="status" data-off={!isAllGiven(parts) || undefined}>
        {sumWords(parts)}
      </p>
    </div>
  )
}

function CountHeads() {
  return (
    <>
      {['Completes', 'Conversion', 'Rejected'].map(label => (
        <th key={label} scope="col" className={styles['count']}>
          {label}
        </th>
      ))}
    </>
  )
}

const shareText = (part: number, whole: number): string => (whole === 0 ? NO_FIGURE : percentText(part / whole))

/** The counts of a supplier in this source: of the form's own time, not live. @param of undefined: it was added just now */
function Counts({ of }: { readonly of: SourceSuppliers['suppliers'][number] | undefined }) {
  const { entrants, completes, rejected } = of ?? { entrants: 0, completes: 0, rejected: 0 }
  return (
    <>
      <td className={styles['count']}>{countText(completes)}</td>
      <td className={styles['count']}>{shareText(completes, entrants)}</td>
      <td className={styles['count']}>{shareText(rejected, completes + rejected)}</td>
    </>
  )
}

export interface AllocationFieldProps {
  /** Of a field of kind 'data': parts as allocation-values.ts has them. */
  name: 'suppliers'
  suppliers: readonly { readonly pm_sup_ud: number; readonly name: string }[]
  /** Whether suppliers have prices here: an exchange sets its own. */
  hasPrices: boolean
  /** The suppliers of the stored source with their counts; empty for a new one. */
  stored: SourceSuppliers['suppliers']
}

const NOT_THERE = 'Supplier is not in the list'
const DELETED = 'Another user deleted this supplier. Take it out, or add another one.'

/** The suppliers of a source: their shares, which add up to 100 %, and the prices agreed with some of them. */
export function AllocationField({ name, suppliers, hasPrices, stored }: AllocationFieldProps) {
  const field = useFormField(name)
  const parts = (field.value ?? []) as unknown as readonly PartValue[] // the form's own field
  const price = textIn(useFormValue('supplier_cpi'))
  const [adding, setAdding] = useState(0)
  const change = (next: readonly PartValue[]) => field.change(next as unknown as FormValue)
  const set = (at: number, changed: Partial<PartValue>) =>
    change(parts.map((part, index) => (index === at ? { ...part, ...changed } : part)))
  // a deleted supplier is not in the list
  const storedOf = (id: number) => stored.find(({ pm_sup_ud }) => pm_sup_ud === id)
  const nameOf = (id: number) =>
    suppliers.find(({ pm_sup_ud }) => pm_sup_ud === id)?.name ?? storedOf(id)?.name ?? `Supplier ${id}`
  const free = suppliers.filter(({ pm_sup_ud: id }) => !parts.some(part => part.pm_sup_ud === id))
  const faultOf = (at: number) => {
    const fault = field.errorAt(`${at}_pm_sup_ud`)
    return fault === NOT_THERE ? DELETED : fault
  }
  return (
    <FieldSlot field={field} isWide>
      {parts.length === 0 ? null : (
        <>
          <table className={styles['table']} data-prices={hasPrices || undefined}>
            <caption className={styles['hidden']}>Suppliers of this source</caption>
            <thead>
              <tr>
                <th scope="col">Supplier</th>
                <th scope="col" className={styles['number']}>
                  Share
                </th>
                {hasPrices ? (
                  <th scope="col" className={styles['number']}>
                    Own price, {ACCOUNT_CURRENCY}
                  </th>
                ) : null}
                {stored.length === 0 ? null : <CountHeads />}
                <th scope="col">
                  <span className={styles['hidden']}>Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {parts.map((part, at) => {
                const called = nameOf(part.pm_sup_ud)
                return (
                  <tr key={part.pm_sup_ud}>
                    <th scope="row">
                      {called}
                      <Fault>{faultOf(at)}</Fault>
                    </th>
                    <td>
                      <CellInput
                        label={`Allocation of ${called}`}
                        value={part.allocation_percent}
                        onChange={typed => set(at, { allocation_percent: typed })}
                        error={field.errorAt(`${at}_allocation_percent`)}
                        isReadOnly={field.isBusy}
                        isNumber
                        suffix="%"
                      />
                    </td>
                    {hasPrices ? (
                      <td data-field={`${name}_${at}_supplier_cpi`}>
                        <CellInput
                          label={`Price of ${called}`}
                          value={part.supplier_cpi}
                          onChange={typed => set(at, { supplier_cpi: typed })}
                          error={field.errorAt(`${at}_supplier_cpi`)}
                          warning={field.warningAt(`${at}_supplier_cpi`)}
                          isReadOnly={field.isBusy}
                          isNumber
                          placeholder={price === '' ? 'as the source' : price}
                        />
                      </td>
                    ) : null}
                    {stored.length === 0 ? null : <Counts of={storedOf(part.pm_sup_ud)} />}
                    <td>
                      <IconButton
                        size="small"
                        label={`Remove ${called}`}
                        isDisabled={field.isBusy}
                        onPress={() => change(parts.filter((_, index) => index !== at))}
                      >
                        <Trash2 aria-hidden />
                      </IconButton>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
          <AllocationBar parts={parts} nameOf={nameOf} />
        </>
      )}
      <div className={styles['adding']}>
        <div className={styles['add']}>
          {/* remounted for each added supplier, so that it starts empty */}
          <ComboBox
            key={adding}
            label="Add a supplier"
            options={namedOptions(free.map(({ pm_sup_ud: id, name }) => ({ id, name })))}
            value={null}
            onChange={id => {
              change(withSupplier(parts, Number(id)))
              setAdding(adding + 1)
            }}
            isDisabled={field.isBusy || free.length === 0}
          />
        </div>
        <Button onPress={() => change(evenly(parts))} isDisabled={field.isBusy || parts.length === 0}>
          Split evenly
        </Button>
      </div>
      <Fault>{field.error}</Fault>
    </FieldSlot>
  )
}
