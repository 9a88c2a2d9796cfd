import { SupplierForm, withSpareThresholds } from '@desk/schema/suppliers/supplier-form'
import type { Supplier } from '@desk/schema/suppliers/supplier'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { may } from '@desk/schema/permissions/permissions'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import { codeChoices } from '#kit/codes/code-items.ts'
import { FormSelect, FormSwitch } from '#kit/forms/form-choices.tsx'
import { useFormValue } from '#kit/forms/form-context.ts'
import { FormPage, FormSection } from '#kit/forms/form-page.tsx'
import { FormNumber, FormText } from '#kit/forms/form-texts.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import type { CodeItem } from '@desk/schema/lookups/lookups'
import { DeleteSupplier } from './delete-supplier.tsx'
import { RedirectFields } from './redirect-fields.tsx'
import { forgetSuppliers } from './supplier-cache.ts'
import { SupplierExclusions } from './supplier-exclusions.tsx'
import { formStored, readSupplier, supplierFields, supplierHistoryFields, supplierInput } from './supplier-plan.ts'

const LIST_PATH = '/suppliers'

export interface SupplierEditorProps {
  readonly me: CurrentUser
  /** null: a new one. */
  readonly supplier: Supplier | null
  readonly types: readonly CodeItem[]
  readonly recruitments: readonly CodeItem[]
}

/** The form of a supplier (§3.7, §5.16, §5.17, api:U10, api:U11). */
export function SupplierEditor({ me, supplier, types, recruitments }: SupplierEditorProps) {
  const desk = useDesk()
  const goToList = () => desk.history.push(LIST_PATH)
  const seesPrices = may(me, 'see the supply side')
  const [fields] = useState(() => supplierFields({ types, recruitments, seesPrices }))
  const form = useForm(
    {
      form: supplier === null ? 'supplier.create' : `supplier.edit ${supplier.pm_sup_ud}`,
      thing: 'supplier',
      schema: SupplierForm,
      fields,
      stored: supplier === null ? {} : formStored(supplier),
      version: supplier?.version ?? null,
      toWire: withSpareThresholds,
      save: (wire, { version, idempotencyKey }) => {
        const headers = { 'idempotency-key': idempotencyKey }
        const payload = supplierInput(wire, seesPrices)
        if (supplier === null) return desk.api.call('suppliers.create', { headers, payload })
        return desk.api.call('suppliers.update', {
          params: { id: supplier.pm_sup_ud },
          headers,
          payload: { ...payload, ...(typeof version === 'number' ? { version } : {}) },
        })
      },
      readStored: readSupplier,
      whoChanged: () =>
        supplier === null ? Promise.resolve(null) : whoLastChanged(desk.api, 'supplier', supplier.pm_sup_ud),
      onSaved: ({ name }) => {
        forgetSuppliers(desk.queryClient)
        void showToast({ type: 'success', message: `${name} was saved` })
        goToList()
      },
      onCancelled: goToList,
    },
    me,
  )
  const title = supplier?.name ?? 'New supplier'
  return (
    <FormPage
      form={form}
      title={title}
      crumbs={[{ label: 'Suppliers', href: `#${LIST_PATH}` }, { label: title }]}
      {...(supplier === null ? {} : { facts: [{ name: 'ID', value: supplier.pm_sup_ud }] })}
      actions={supplier === null ? null : <DeleteSupplier supplier={supplier} onDeleted={goToList} />}
      below={
        supplier === null ? null : (
          <>
            <SupplierExclusions supplierId={supplier.pm_sup_ud} name={supplier.name} />
            <HistoryPanel scope="supplier" id={supplier.pm_sup_ud} fields={supplierHistoryFields(fields)} />
          </>
        )
      }
    >
      <FormSection title="Supplier">
        <FormText name="name" isWide />
        <FormSelect name="pm_supplier_type_code_ud" options={codeChoices(types)} placeholder="Choose a type" />
        <FormSelect name="recruitment_type" options={codeChoices(recruitments)} placeholder="Choose how it recruits" />
        {seesPrices ? (
          <FormNumber
            name="supplier_cpi"
            prefix="$"
            description="Paid for a complete unless a source says otherwise; empty is $0.00."
          />
        ) : null}
      </FormSection>
      <FormSection
        title="Redirects"
        description="Where its respondents are taken back, by outcome. [%RID%] is the supplier’s own respondent id, [%RDUD%] ours, [%OUTCOME%] the outcome; where an address has none of them, rid and outcome are appended. A change is used within seconds, also for respondents who are on the way."
      >
        <RedirectFields />
      </FormSection>
      <SecuritySection />
    </FormPage>
  )
}

const FLAGS = [
  { flag: 'text_analytics_flg', threshold: 'language_threshold', range: 'From 0 to 100.' },
  { flag: 'bot_detection_flg', threshold: 'threat_level', range: 'From 0 to 100.' },
  { flag: 'activity_enabled_flg', threshold: 'token_threshold', range: 'From 0 to 1,000.' },
] as const

/** The thresholds of the supplier's own security: each is required when custom security and its flag are on (§5.17); the door judges by the survey's rules alone. */
function SecuritySection() {
  const isCustom = useFormValue('custom_security_flg') === true
  return (
    <FormSection
      title="Security"
      description="With custom security on, the supplier has thresholds of its own; each is required where its check is on. They are kept with the supplier: respondents are let in or not by the checks of each survey."
    >
      <FormSwitch name="custom_security_flg" isWide />
      {FLAGS.map(({ flag, threshold, range }) => (
        <SecurityPair key={flag} flag={flag} threshold={threshold} range={range} isCustom={isCustom} />
      ))}
    </FormSection>
  )
}

interface SecurityPairProps {
  readonly flag: string
  readonly threshold: string
  readonly range: string
  readonly isCustom: boolean
}

function SecurityPair({ flag, threshold, range, isCustom }: SecurityPairProps) {
  const isOn = useFormValue(flag) === true
  return (
    <>
      <FormSwitch name={flag} isDisabled={!isCustom} />
      <FormNumber
        name={threshold}
        isDisabled={!isCustom || !isOn}
        description={isCustom && isOn ? `Required. ${range}` : range}
      />
    </>
  )
}
