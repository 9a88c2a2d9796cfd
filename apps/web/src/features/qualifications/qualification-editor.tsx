import {
  hasNoOptions,
  QUALIFICATION_ACCESS_ITEMS,
  QUALIFICATION_CATEGORY_ITEMS,
  QUALIFICATION_CLASS_ITEMS,
  QUALIFICATION_TYPE_ITEMS,
} from '@desk/schema/qualifications/qualification-codes'
import { EditedQualification, NewQualificationForm } from '@desk/schema/qualifications/qualification-form'
import type { Qualification } from '@desk/schema/qualifications/qualification'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import { codeChoices } from '#kit/codes/code-items.ts'
import { FormPage, FormSection } from '#kit/forms/form-page.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import { DeleteQualification } from './delete-qualification.tsx'
import { forgetQualifications } from './qualification-cache.ts'
import { formStored, qualificationPlan, readStored, type Locales } from './qualification-plan.ts'
import { TextsField } from './texts-field.tsx'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormSelect, useFormValue, FormText } = formFields<NewQualificationForm>()

const LIST_PATH = '/qualifications'

export interface QualificationEditorProps {
  readonly me: CurrentUser
  /** null: a new one. */
  readonly qualification: Qualification | null
  readonly locales: Locales
  readonly onSaved: (saved: Qualification) => void
}

/** The form of a qualification and its texts (§2.15, §5.20, §5.21, api:Q6, api:Q7). */
export function QualificationEditor({ me, qualification, locales, onSaved }: QualificationEditorProps) {
  const desk = useDesk()
  const goToList = () => desk.history.push(LIST_PATH)
  const [fields] = useState(() => qualificationPlan(locales))
  const id = qualification?.qualifications_ud ?? null
  const form = useForm<Qualification, NewQualificationForm | EditedQualification>(
    {
      form: id === null ? 'qualification.create' : `qualification.edit ${id}`,
      thing: 'qualification',
      schema: id === null ? NewQualificationForm : EditedQualification,
      fields,
      stored: formStored(qualification, locales),
      version: qualification?.version ?? null,
      save: (wire, { version, idempotencyKey }) => {
        const headers = { 'idempotency-key': idempotencyKey }
        if (id === null)
          return desk.api.call('qualifications.create', { headers, payload: wire as NewQualificationForm })
        return desk.api.call('qualifications.change', {
          params: { id },
          headers,
          payload: typeof version === 'number' ? { ...wire, version } : wire,
        })
      },
      readStored: readStored(locales),
      whoChanged: () => (id === null ? Promise.resolve(null) : whoLastChanged(desk.api, 'qualification', id)),
      onSaved: saved => {
        forgetQualifications(desk.queryClient)
        void showToast({ type: 'success', message: `${saved.qualifications_name} was saved` })
        onSaved(saved)
      },
      onCancelled: goToList,
    },
    me,
  )
  const title = qualification?.qualifications_name ?? 'New qualification'
  return (
    <FormPage
      form={form}
      title={title}
      crumbs={[{ label: 'Qualifications', href: `#${LIST_PATH}` }, { label: title }]}
      {...(qualification === null ? {} : { facts: [{ name: 'ID', value: qualification.qualifications_ud }] })}
      saveLabel={qualification === null ? 'Save and add options' : 'Save'}
      actions={
        qualification === null ? null : <DeleteQualification qualification={qualification} onDeleted={goToList} />
      }
    >
      <FormSection title="Qualification">
        <FormText name="qualifications_name" />
        <FormText name="qualification_univeral_name" description="The same in every language: how reports name it." />
        <FormText name="precode" description="By this name the entry link carries the answer, as in ?gender=1." />
        <TypeField />
        <FormSelect
          name="qualification_category_cd"
          options={codeChoices(QUALIFICATION_CATEGORY_ITEMS)}
          placeholder="Choose a category"
        />
        <FormSelect
          name="qualification_class_cd"
          options={codeChoices(QUALIFICATION_CLASS_ITEMS)}
          placeholder="Choose a class"
        />
        <FormSelect
          name="qualification_access_cd"
          options={codeChoices(QUALIFICATION_ACCESS_ITEMS)}
          placeholder="Choose who has it"
          description="Private: only its maker and the admins find it and may ask for it."
        />
      </FormSection>
      <FormSection
        title="Texts"
        description="The question, in each language and country in which it is asked. A text that is not used any more is made inactive."
      >
        <TextsField locales={locales} />
      </FormSection>
    </FormPage>
  )
}

function TypeField() {
  const type = useFormValue('qualification_type_cd')
  return (
    <FormSelect
      name="qualification_type_cd"
      options={codeChoices(QUALIFICATION_TYPE_ITEMS)}
      placeholder="Choose a type"
      description={
        typeof type === 'number' && hasNoOptions(type)
          ? 'Answered with a number or code: it has no options.'
          : 'Numeric for age, Postal code for ZIP codes; the others have options.'
      }
    />
  )
}
