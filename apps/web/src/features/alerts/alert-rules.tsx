import type { AlertChannel } from '@desk/schema/alerts/alert-channel'
import { ALERT_RULES_MAX, type AlertRule } from '@desk/schema/alerts/alert-rule'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { RowActs } from '#kit/tables/row-acts.tsx'
import { ShortList } from '#kit/tables/short-list.tsx'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { NO_FIGURE } from '#ui/format/figures.ts'
import { AlertChannels } from './channels.tsx'
import styles from './alerts.module.css'
import { RuleDialog } from './rule-dialog.tsx'
import { BELLS, kindsText, SCOPES } from './rule-plan.ts'
import { isolated } from '#ui/format/isolated.ts'

const ACTS = [
  ['edit', Pencil, 'Edit'],
  ['delete', Trash2, 'Delete'],
] as const
type Act = (typeof ACTS)[number][0]

/** The rules of the account, or of the user, with what can be done with them. */
export function AlertRules({ me, own }: { readonly me: CurrentUser; readonly own: boolean }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const list = desk.query('alertRules.list', { query: {} })
  const read = useQuery({ ...list, staleTime: 0 })
  const { data } = read
  const [open, setOpen] = useState<{ readonly act: Act; readonly rule: AlertRule | null } | null>(null)
  const rules = data?.filter(rule => rule.own === own)
  const close = () => setOpen(null)
  const changed = () => {
    void queries.invalidateQueries({ queryKey: list.queryKey })
    close()
  }
  const create = (
    <Button
      variant="primary"
      onPress={() => setOpen({ act: 'edit', rule: null })}
      isDisabled={rules !== undefined && rules.length >= ALERT_RULES_MAX}
    >
      New rule
    </Button>
  )
  const rule = open?.rule ?? null
  return (
    <>
      {rules === undefined ? (
        <NotLoaded query={read} title="The rules" lines={4} />
      ) : rules.length === 0 ? (
        <EmptyState title="No rules yet" icon={<BellRing aria-hidden />} action={create}>
          {own
            ? 'Your own rules notify only you. The rules of the account apply too.'
            : 'Without a rule, users of the account get alerts only from their own rules.'}
        </EmptyState>
      ) : (
        <>
          <div className={styles['panelHead']}>
            <span className={styles['meta']}>
              {own
                ? 'These notify you, in addition to the rules of the account.'
                : 'Users can have their own rules too. Each user gets an alert once.'}
            </span>
            {create}
          </div>
          <RuleList own={own} rules={rules} onAct={(act, of) => setOpen({ act, rule: of })} />
        </>
      )}
      {open?.act === 'edit' ? (
        <RuleDialog
          key={rule?.alert_rule_id ?? 'new'}
          me={me}
          rule={rule}
          own={own}
          onSaved={changed}
          onClosed={close}
        />
      ) : null}
      {open?.act === 'delete' && rule !== null ? <DeleteRule rule={rule} onClosed={close} onDeleted={changed} /> : null}
    </>
  )
}

/** The names of a rule's channels, in one line. */
function postsTo({ channel_ids: ids }: AlertRule, channels: readonly AlertChannel[]): string {
  const names = channels.filter(({ alert_channel_id: id }) => ids.includes(id)).map(({ name }) => isolated(name))
  return names.length === 0 ? NO_FIGURE : names.join(', ')
}

function RuleList({
  own,
  rules,
  onAct,
}: {
  readonly own: boolean
  readonly rules: readonly AlertRule[]
  readonly onAct: (act: Act, rule: AlertRule) => void
}) {
  const desk = useDesk()
  const { data: channels = [] } = useQuery({ ...desk.query('alertChannels.list', { query: {} }), enabled: !own })
  return (
    <ShortList
      label="Rules"
      heads={['Rule', 'Alerts', 'Projects', 'Notifies', ...(own ? [] : ['Posts to']), 'State']}
      actsHead="Actions"
    >
      {rules.map(rule => (
        <tr key={rule.alert_rule_id}>
          <th scope="row">{rule.name}</th>
          <td>{kindsText(rule.kinds)}</td>
          <td>
            {rule.scope === 'project'
              ? `${isolated(rule.project_name ?? 'A project that was deleted')} (${rule.project_id})`
              : SCOPES[rule.scope]}
          </td>
          <td>{rule.bell === null ? 'Me' : BELLS[rule.bell]}</td>
          {own ? null : <td>{postsTo(rule, channels)}</td>}
          <td>{rule.is_on ? 'On' : 'Off'}</td>
          <td data-unexported>
            <RowActs name={rule.name} acts={ACTS} onAct={act => onAct(act, rule)} />
          </td>
        </tr>
      ))}
    </ShortList>
  )
}

function DeleteRule({
  rule,
  onClosed,
  onDeleted,
}: {
  readonly rule: AlertRule
  readonly onClosed: () => void
  readonly onDeleted: () => void
}) {
  return (
    <ConfirmAct
      call="alertRules.remove"
      request={{ params: { id: rule.alert_rule_id } }}
      question={{
        title: 'Delete rule',
        lines: [`“${rule.name}” raises no more alerts. Those that go on end; all of them stay in the lists.`],
        confirmLabel: 'Delete',
        tone: 'danger',
      }}
      doneText="The rule was deleted"
      onDone={onDeleted}
      onClosed={onClosed}
    />
  )
}

/** The rules of the account, for its admins (docs/decisions/0047). */
export function AlertRulesScreen() {
  useAppTitle('Alert rules')
  const me = useUser()
  return me === null ? null : (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Alert rules" />
      <AlertRules me={me} own={false} />
      <AlertChannels />
    </div>
  )
}
