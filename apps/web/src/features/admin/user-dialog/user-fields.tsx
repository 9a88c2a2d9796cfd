import type { formMachine } from '@desk/machines/form/form.machine'
import { errorOf, otherErrors, values as formValues } from '@desk/machines/form/form.selectors'
import type { UserDialog } from '@desk/machines/user-dialog/user-dialog.selectors'
import type { CodeItem, TimeZoneItem } from '@desk/schema/lookups/lookups'
import type { PasswordPolicy } from '@desk/schema/users/password-rules'
import type { SnapshotFrom } from 'xstate'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { ComboBox } from '#ui/combo-box.tsx'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import forms from '#kit/forms/forms.module.css'
import { zoneOptions } from '#kit/forms/lookup-options.ts'
import { PasswordRequirements } from '#kit/passwords/password-requirements.tsx'
import { textIn } from './dialog-facts.ts'
import type { PasswordField, TypedPasswords } from './typed-passwords.ts'
import styles from './user-dialog.module.css'

/** The data of the dialog's fields beside its machines' state. */
export interface UserFieldsFacts {
  readonly policy: PasswordPolicy
  readonly zones: readonly TimeZoneItem[]
  /** Roles of the roles list (§6.1). */
  readonly roles: readonly CodeItem[]
  /** Users edit themselves. */
  readonly isOwn: boolean
  readonly passwords: TypedPasswords
}

export interface UserFieldsActions {
  readonly change: (field: string, value: string | number | boolean) => void
  readonly typePassword: (field: PasswordField, text: string) => void
  readonly left: (field: string) => void
}

export interface UserFieldsProps extends UserFieldsFacts, UserFieldsActions {
  readonly shown: UserDialog
  readonly form: SnapshotFrom<typeof formMachine>
}

const HOUR_MS = 3_600_000

const optionsOf = (items: readonly CodeItem[]) =>
  items.map(({ pm_code, pm_code_name }) => ({ id: String(pm_code), label: pm_code_name }))

/** The dialog's fields (§2.41), in their order. */
export function UserFields({
  shown,
  form,
  policy,
  zones,
  roles,
  isOwn,
  passwords,
  change,
  typePassword,
  left,
}: UserFieldsProps) {
  const values = formValues(form)
  const nowMs = useNowMs(HOUR_MS)
  // A field disabled during a save keeps the focus; one that may not be changed never has it.
  const state = { isDisabled: shown.isReadOnly, isReadOnly: shown.isBusy }
  const rests = shown.isReadOnly || shown.isBusy
  const isOn = (name: string) => values[name] === true
  const errorProps = (name: string) => {
    const errorMessage = errorOf(form, name)
    return errorMessage === null ? {} : { errorMessage }
  }
  const text = (name: 'firstname' | 'lastname' | 'username', label: string) => (
    <TextField
      label={label}
      value={textIn(values, name)}
      onChange={value => change(name, value)}
      onBlur={() => left(name)}
      autoComplete="off"
      isRequired
      {...state}
      {...errorProps(name)}
      {...(name === 'username' ? { type: 'email' as const } : {})}
      {...(name === 'username' && errorOf(form, name) === null
        ? {
            description:
              shown.uid === null
                ? 'A link to choose a password is sent there.'
                : 'A new username takes effect when its owner opens the link that we send.',
          }
        : {})}
    />
  )
  const password = (field: PasswordField, label: string) => (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      value={passwords[field]}
      onChange={typed => typePassword(field, typed)}
      onBlur={() => left(field)}
      {...state}
      {...errorProps(field)}
    />
  )
  const roleOptions = optionsOf(roles.filter(({ pm_code }) => shown.roleIds.some(id => id === pm_code)))
  const others = otherErrors(form)
  return (
    <>
      {others.length === 0 ? null : (
        <ul className={styles['others']} role="alert">
          {others.map(fault => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      <div className={forms['grid']}>
        <div data-field="firstname">{text('firstname', 'Firstname')}</div>
        <div data-field="lastname">{text('lastname', 'Lastname')}</div>
        <div data-field="user_time_zone">
          <ComboBox
            label="Timezone"
            options={zoneOptions(zones, nowMs).map(({ value, label }) => ({ id: String(value), label }))}
            value={textIn(values, 'user_time_zone')}
            onChange={code => change('user_time_zone', Number(code))}
            isDisabled={rests || zones.length === 0}
            {...errorProps('user_time_zone')}
          />
        </div>
        <div data-field="username">{text('username', 'Username')}</div>
        {shown.showsRole ? (
          <>
            <div data-field="role_id">
              <Select
                label="Role"
                options={roleOptions}
                value={textIn(values, 'role_id')}
                onChange={code => change('role_id', Number(code))}
                isDisabled={rests || isOwn}
                {...(isOwn ? { description: 'Your own role cannot be changed.' } : {})}
                {...errorProps('role_id')}
              />
            </div>
            <div data-field="is_consultant" className={styles['beside']}>
              <Checkbox isSelected={isOn('is_consultant')} onChange={on => change('is_consultant', on)} {...state}>
                Project Manager
              </Checkbox>
            </div>
          </>
        ) : null}
      </div>
      {shown.permissions.length === 0 ? null : (
        <fieldset className={styles['permissions']}>
          <legend>Permissions</legend>
          {shown.permissions.map(({ name, label, isEditable }) => (
            <div key={name} data-field={name}>
              <Checkbox
                isSelected={isOn(name)}
                onChange={on => change(name, on)}
                isReadOnly={shown.isBusy}
                isDisabled={shown.isReadOnly || !isEditable}
              >
                {label}
                {isEditable ? null : <span className={styles['note']}> (staff users only)</span>}
              </Checkbox>
            </div>
          ))}
        </fieldset>
      )}
      {shown.showsPassword ? (
        <div className={forms['grid']}>
          <div data-field="password">{password('password', 'Password')}</div>
          <div data-field="confirm_password">{password('confirm_password', 'Confirm Password')}</div>
          <div className={styles['requirements']}>
            <h3>Password Requirement</h3>
            <PasswordRequirements password={passwords.password} policy={policy} username={textIn(values, 'username')} />
          </div>
        </div>
      ) : null}
    </>
  )
}
