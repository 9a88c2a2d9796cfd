import {
  DEFAULT_EMBED_ROLE,
  DEFAULT_FILTER_TABLE,
  EmbedSettings,
  StoredEmbedSettings,
} from '@desk/schema/embedded-reports/embed-settings'
import { EMBEDDED_REPORTS, EmbeddedReportName } from '@desk/schema/embedded-reports/embedded-report'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import { FormDialog } from '#kit/forms/form-dialog.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormText } = formFields<EmbedSettings>()

/** Under which id the platform's history has these settings. */
const HISTORY_ID = 2

const LABELS = {
  workspace_id: 'Workspace',
  role_name: 'Role',
  filter_table: 'Filter table',
  ...EMBEDDED_REPORTS,
} as const
const NAMES = Object.keys(LABELS) as (keyof typeof LABELS)[] // its own keys
const FIELDS: readonly FieldPlan<EmbedSettings>[] = NAMES.map(name => ({ name, label: LABELS[name], kind: 'text' }))
const HISTORY_FIELDS = Object.fromEntries(Object.entries(LABELS).map(([name, label]) => [name, { label }]))
const isStored = Schema.is(StoredEmbedSettings)

export interface EmbeddedReportsDialogProps {
  readonly me: CurrentUser
  readonly stored: StoredEmbedSettings
  readonly onSaved: (saved: StoredEmbedSettings) => void
  readonly onClosed: () => void
}

/** The ids of the embedded reports (§9.13), with their history. */
export function EmbeddedReportsDialog({ me, stored, onSaved, onClosed }: EmbeddedReportsDialogProps) {
  const desk = useDesk()
  const form = useForm<StoredEmbedSettings, EmbedSettings>(
    {
      form: 'embeddedReports.edit',
      thing: 'embedded reports',
      schema: EmbedSettings,
      fields: FIELDS,
      stored: stored.settings,
      version: stored.version,
      save: (wire, { version }) =>
        desk.api.call('embeddedReports.changeSettings', {
          payload: { ...wire, version: version ?? 0 },
        }),
      readStored: current => (isStored(current) ? { stored: current.settings, version: current.version } : null),
      whoChanged: () => whoLastChanged(desk.api, 'platform', HISTORY_ID),
      onSaved: saved => {
        void showToast({ type: 'success', message: 'The embedded reports were saved' })
        onSaved(saved)
      },
      onCancelled: onClosed,
    },
    me,
  )
  return (
    <FormDialog form={form} title="Embedded reports">
      <FormText name="workspace_id" description="The workspace that has the reports, unless an account has its own." />
      <FormText
        name="role_name"
        description={`The role of the data’s row-level security; empty: ${DEFAULT_EMBED_ROLE}. The user’s name there is account|view|user.`}
      />
      <FormText
        name="filter_table"
        description={`The table that has PM_DSH_UD, PM_PROJ_UD, SURVEY_ID, STREAM_ID and PM_UD; empty: ${DEFAULT_FILTER_TABLE}.`}
      />
      {EmbeddedReportName.literals.map(name => (
        <FormText key={name} name={name} />
      ))}
      <HistoryPanel scope="platform" id={HISTORY_ID} fields={HISTORY_FIELDS} />
    </FormDialog>
  )
}
