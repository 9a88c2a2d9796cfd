import type { AccountMember, ManagedAccount } from '@desk/schema/accounts/managed-account'
import { GUEST_ROLES, type GuestRoleId } from '@desk/schema/users/guest-roles'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage, fieldErrorsOf } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toasts.ts'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { Loaded } from '#kit/errors/loaded.tsx'
import { FormSection } from '#kit/forms/form-page.tsx'
import { ShortList } from '#kit/tables/short-list.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { GiveRole, roleName } from '../member-role/give-role.tsx'
import { forgetAccounts, MEMBERS } from './account-cache.ts'
import styles from './accounts.module.css'

const fullName = ({ firstname, lastname }: AccountMember): string => `${firstname} ${lastname}`

/** The state of a member: signs in, or was invited. */
function standing(
  { has_password, is_active, invited_until, is_home, is_default }: AccountMember,
  zone: string,
): string {
  if (!is_active) return `${is_home ? 'At home here' : 'Guest'}, deactivated by the directory`
  if (!has_password)
    return invited_until === null
      ? 'Invitation expired'
      : `Invited until ${dateTimeText(Date.parse(invited_until), zone)}`
  return [is_home ? 'At home here' : 'Guest', ...(is_default ? ['signs in here'] : [])].join(', ')
}

/** The users of an account (§6.5): adding one of another account, their default account, invitations, removal. */
export function AccountMembers({ account }: { readonly account: ManagedAccount }) {
  const desk = useDesk()
  const id = account.pm_dsh_ud
  const read = useQuery({
    queryKey: [MEMBERS, id],
    queryFn: ({ signal }) => desk.api.call('accountMembers.list', { params: { id }, query: { limit: 1000 }, signal }),
  })
  return (
    <FormSection
      title="Members"
      description="A user’s name is the same in every account; the role of a guest is that of this account alone. Admins of the account create its own users under Users."
    >
      <div className={styles['members']} style={{ gridColumn: '1 / -1' }}>
        <Loaded query={read} title="The members" height="16px" lines={3}>
          {data =>
            data.length === 0 ? (
              <p>No users yet. Add a user of another account, or switch to this account and create one.</p>
            ) : (
              <ShortList label="Members" heads={['Name', 'Username', 'Role', 'Standing']} actsHead="Change">
                {data.map(member => (
                  <Member key={member.uid} account={account} member={member} />
                ))}
              </ShortList>
            )
          }
        </Loaded>
        <AddMember account={account} />
      </div>
    </FormSection>
  )
}

function AddMember({ account }: { readonly account: ManagedAccount }) {
  const desk = useDesk()
  const [username, setUsername] = useState('')
  const [roleId, setRoleId] = useState<GuestRoleId>(ROLE_IDS.user)
  const add = useAct('accountMembers.add', {
    onDone: member => {
      forgetAccounts(desk.queryClient)
      setUsername('')
      void showToast({ type: 'success', message: `${fullName(member)} is a member of ${account.name}` })
    },
  })
  const fault =
    add.failure === null ? undefined : (fieldErrorsOf(add.failure)['username'] ?? failureMessage(add.failure))
  return (
    <form
      className={styles['add']}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (add.isPending) return
        add.send({ params: { id: account.pm_dsh_ud }, payload: { username, role_id: roleId } })
      }}
    >
      <TextField
        label="Username of a user of another account"
        type="email"
        autoComplete="off"
        value={username}
        onChange={text => {
          setUsername(text)
          if (add.failure !== null) add.dismiss()
        }}
        isReadOnly={add.isPending}
        errorMessage={fault}
      />
      <RoleChoice label="Role in this account" value={roleId} onChange={setRoleId} />
      <Button type="submit" isPending={add.isPending}>
        Add member
      </Button>
    </form>
  )
}

const ROLE_OPTIONS = GUEST_ROLES.map(id => ({ id: String(id), label: roleName(id) }))

interface RoleChoiceProps {
  readonly label: string
  readonly value: GuestRoleId
  readonly onChange: (roleId: GuestRoleId) => void
  readonly isLabelHidden?: boolean
}

function RoleChoice({ value, onChange, ...named }: RoleChoiceProps) {
  return (
    <NativeSelect
      {...named}
      options={ROLE_OPTIONS}
      value={String(value)}
      onChange={id => onChange(GUEST_ROLES.find(each => String(each) === id) ?? ROLE_IDS.user)}
    />
  )
}

/** The role of a member here, to be changed but for one’s own and that of a super admin, who is one everywhere. */
function MemberRole({ account, member }: { readonly account: ManagedAccount; readonly member: AccountMember }) {
  const me = useUser()
  const [asked, setAsked] = useState<GuestRoleId | null>(null)
  const { uid, role_id: roleId, is_home: isHome } = member
  const name = fullName(member)
  if (roleId === ROLE_IDS.superAdmin || uid === me?.uid) return roleName(roleId)
  return (
    <>
      <RoleChoice
        label={`Role of ${name} in ${account.name}`}
        isLabelHidden
        value={asked ?? roleId}
        onChange={wanted => setAsked(wanted === roleId ? null : wanted)}
      />
      {asked === null ? null : (
        <GiveRole
          account={{ id: account.pm_dsh_ud, name: account.name }}
          member={{ uid, name, roleId, isHome }}
          roleId={asked}
          onClosed={() => setAsked(null)}
        />
      )}
    </>
  )
}

function Member({ account, member }: { readonly account: ManagedAccount; readonly member: AccountMember }) {
  const desk = useDesk()
  const zone = useZone()
  const [asks, setAsks] = useState(false)
  const name = fullName(member)
  const params = { id: account.pm_dsh_ud, uid: member.uid }
  const says = (message: string) => {
    forgetAccounts(desk.queryClient)
    void showToast({ type: 'success', message })
  }
  const onFailed = (failure: unknown) => void showToast({ type: 'error', message: failureMessage(failure) })
  const makeDefault = useAct('accountMembers.makeDefault', {
    onDone: () => says(`${name} signs in to ${account.name} from now on`),
    onFailed,
  })
  const invite = useAct('accountMembers.invite', {
    onDone: () => says(`Another invitation was sent to ${member.username}`),
    onFailed,
  })
  const canBeDefault = !member.is_default && member.role_id !== ROLE_IDS.superAdmin
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{member.username}</td>
      <td className={styles['role']}>
        <MemberRole account={account} member={member} />
      </td>
      <td>{standing(member, zone.name)}</td>
      <td data-unexported>
        <span className={styles['acts']}>
          {member.has_password || !member.is_active ? null : (
            <Button
              size="small"
              aria-label={`Invite again: ${name}`}
              isPending={invite.isPending}
              onPress={() => invite.send({ params })}
            >
              Invite again
            </Button>
          )}
          {canBeDefault && member.has_password ? (
            <Button
              size="small"
              aria-label={`Make default: the account of ${name}`}
              isPending={makeDefault.isPending}
              onPress={() => makeDefault.send({ params, payload: { is_default: true } })}
            >
              Make default
            </Button>
          ) : null}
          {member.is_home ? null : (
            <Button size="small" variant="ghost" aria-label={`Remove ${name}`} onPress={() => setAsks(true)}>
              Remove
            </Button>
          )}
        </span>
        {asks ? (
          <ConfirmAct
            call="accountMembers.remove"
            request={{ params }}
            question={{
              title: `Remove ${name} from ${account.name}?`,
              lines: [
                `Their sessions in ${account.name} end at once. They stay a user of their other accounts, and what they did here keeps their name.`,
              ],
              confirmLabel: 'Remove',
              tone: 'danger',
            }}
            doneText={`${name} left ${account.name}`}
            onDone={() => forgetAccounts(desk.queryClient)}
            onClosed={() => setAsks(false)}
          />
        ) : null}
      </td>
    </tr>
  )
}
