import { DOCUMENT_KINDS, DocumentChanges, DocumentKind, ProjectDocument } from '@desk/schema/documents/document'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import { FormDialog, FormGrid } from '#kit/forms/form-dialog.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormSelect, FormText } = formFields<DocumentChanges>()

const KINDS = DocumentKind.literals.map(kind => ({ value: kind, label: DOCUMENT_KINDS[kind] }))
const FIELDS: readonly FieldPlan<DocumentChanges>[] = [
  { name: 'name', label: 'Name', kind: 'text', isRequired: true },
  {
    name: 'kind',
    label: 'Kind',
    kind: 'choice',
    isRequired: true,
    say: value => KINDS.find(kind => kind.value === value)?.label ?? '',
  },
  { name: 'note', label: 'Note', kind: 'text' },
]
const isDocument = Schema.is(ProjectDocument)

export interface EditDocumentProps {
  readonly me: CurrentUser
  readonly document: ProjectDocument
  readonly onSaved: () => void
  readonly onClosed: () => void
}

/** Name, kind and note of a document; its file stays. */
export function EditDocument({ me, document, onSaved, onClosed }: EditDocumentProps) {
  const desk = useDesk()
  const { document_ud: id, pm_proj_ud: project } = document
  const form = useForm<ProjectDocument, DocumentChanges>(
    {
      form: `document.edit ${id}`,
      thing: 'document',
      schema: DocumentChanges,
      fields: FIELDS,
      stored: document,
      version: document.version,
      toWire: wire => ({ ...wire, note: wire['note'] ?? null }),
      save: (payload, { version }) => {
        return desk.api.call('documents.update', {
          params: { id: project, document: id },
          payload: typeof version === 'number' ? { ...payload, version } : payload,
        })
      },
      readStored: current => (isDocument(current) ? { stored: current, version: current.version } : null),
      onSaved: saved => {
        void showToast({ type: 'success', message: `${saved.name} was saved` })
        onSaved()
      },
      onCancelled: onClosed,
    },
    me,
  )
  return (
    <FormDialog form={form} title="Edit document">
      <FormGrid>
        <FormText name="name" isWide />
        <FormSelect name="kind" options={KINDS} />
        <FormText name="note" isWide />
      </FormGrid>
    </FormDialog>
  )
}
