import type { ConsultantOption } from '@desk/schema/lookups/lookups'
import { may } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { NewUserTexts } from '@desk/schema/users/user-form'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import { FormDialog, FormGrid } from '#kit/forms/form-dialog.tsx'
import { formFields } from '#kit/forms/form-fields.ts'
import { useForm } from '#kit/forms/use-form.ts'
import { PAGE_ROWS } from '#kit/tables/read-pages.ts'

type Texts = typeof NewUserTexts.Type
const { FormText } = formFields<Texts>()

const FIELDS: readonly FieldPlan<Texts>[] = [
  { name: 'firstname', label: 'Firstname', kind: 'text', isRequired: true },
  { name: 'lastname', label: 'Lastname', kind: 'text', isRequired: true },
  { name: 'username', label: 'E-mail', kind: 'text', isRequired: true },
]

/** Says whether a user may make a project manager: the admin group sets that field alone (§6.7). */
export const mayMakeManager = (me: CurrentUser): boolean => may(me, 'manage users') && me.is_adm_groups

export interface NewManagerProps {
  readonly me: CurrentUser
  readonly onMade: (manager: ConsultantOption) => void
  readonly onClosed: () => void
}

/** Makes a user who manages projects, with the role User (api:M2). */
export function NewManager({ me, onMade, onClosed }: NewManagerProps) {
  const desk = useDesk()
  const form = useForm<ConsultantOption, Texts>(
    {
      form: 'user.createManager',
      thing: 'user',
      schema: NewUserTexts,
      fields: FIELDS,
      stored: {},
      version: null,
      save: async texts => {
        const { message, data } = await desk.api.call('users.create', {
          payload: { ...texts, role_id: ROLE_IDS.user, is_consultant: true },
        })
        if (data.uid === null) throw new Error(message)
        return { uid: data.uid, name: `${texts.firstname.trim()} ${texts.lastname.trim()}` }
      },
      onSaved: manager => {
        const { queryKey } = desk.query('lookups.consultants', { query: { limit: PAGE_ROWS } })
        desk.queryClient.setQueryData<readonly ConsultantOption[]>(queryKey, known => [manager, ...(known ?? [])])
        void desk.queryClient.invalidateQueries({ queryKey: ['lookups.consultants'] })
        void desk.queryClient.invalidateQueries({ queryKey: ['users.list'] })
        void showToast({ type: 'success', message: 'User created successfully' })
        onMade(manager)
      },
      onCancelled: onClosed,
    },
    me,
  )
  return (
    <FormDialog form={form} title="New manager" saveLabel="Create manager">
      <FormGrid>
        <FormText name="firstname" />
        <FormText name="lastname" />
        <FormText
          name="username"
          isWide
          description="A mail invites the new manager to choose a password. The role is User."
        />
      </FormGrid>
    </FormDialog>
  )
}
