import { switchError } from '@desk/machines/account-switch/account-switch.selectors'
import { may } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { GENERIC_FAILURE } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useTheme } from '#runtime/hooks/use-theme.ts'
import { useTimeZones } from '#runtime/hooks/use-time-zones.ts'
import { Button } from '#ui/button.tsx'
import { ComboBox } from '#ui/combo-box.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { zoneText } from '#ui/format/offsets.ts'
import { zoneFault } from '#ui/format/zone-fault.ts'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toasts.ts'
import { UserDialogOverlay } from '#features/admin/user-dialog/user-dialog-overlay.tsx'
import { AccountSwitch } from './account-switch.tsx'
import { DefaultAccount } from './default-account.tsx'
import { Footer } from './footer.tsx'
import { SingleKeysSwitch } from './single-keys-switch.tsx'
import { canChooseDefault } from './switchable-accounts.ts'
import { AccountLogo } from './top-bar.tsx'
import styles from './user-drawer.module.css'

const THEMES = [
  { id: 'system', label: 'System' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const

const HOUR_MS = 3_600_000

function TimeZoneChoice({ user }: { readonly user: CurrentUser }) {
  const desk = useDesk()
  const { zones } = useTimeZones()
  const nowMs = useNowMs(HOUR_MS)
  const [chosen, setChosen] = useState(user.user_time_zone)
  const save = useAct('users.update', {
    onDone: () => desk.session.send({ type: 'session.recheckRequested' }),
    onFailed: () => void showToast({ type: 'error', message: GENERIC_FAILURE }),
  })
  const shown = save.isPending ? chosen : user.user_time_zone
  return (
    <ComboBox
      label="Timezone"
      options={zones.map(({ pm_code, iana_name }) => ({ id: String(pm_code), label: zoneText(iana_name, nowMs) }))}
      value={String(shown)}
      onChange={code => {
        if (code === String(shown)) return
        setChosen(Number(code))
        save.send({ params: { id: user.uid }, payload: { ...user, password: '', user_time_zone: Number(code) } })
      }}
      errorMessage={zoneFault(zones.find(({ pm_code }) => pm_code === shown)) ?? undefined}
      isDisabled={zones.length === 0 || save.isPending}
    />
  )
}

const OpenSessions = lazyPart(
  async () => ({ default: (await import('./open-sessions.tsx')).OpenSessions }),
  'The list of sign-ins',
)
const SecondFactor = lazyPart(
  async () => ({ default: (await import('#features/account/second-factor/second-factor.tsx')).SecondFactor }),
  'The second factor',
)

/** A part of the drawer that loads when opened. */
function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles['section']}>
      <Button
        variant="ghost"
        aria-expanded={isOpen}
        icon={isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
        onPress={() => setOpen(!isOpen)}
      >
        {title}
      </Button>
      {isOpen ? <Suspense fallback={<Skeleton label={`Loading: ${title}`} lines={2} />}>{children}</Suspense> : null}
    </div>
  )
}

/** The user's drawer (§2.39): name, sessions, zone, theme, account switch, logout. */
export function UserDrawer({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const desk = useDesk()
  const user = useUser()
  const [theme, chooseTheme] = useTheme()
  const [isInSettings, setInSettings] = useState(false)
  const closeSettings = useCallback(() => setInSettings(false), [])
  if (user === null) return null
  const close = () => {
    if (switchError(desk.accountSwitch.getSnapshot()) !== null)
      desk.accountSwitch.send({ type: 'account.switchErrorDismissed' })
    onClose()
  }
  return (
    <Drawer isOpen={isOpen} title={`${user.firstname} ${user.lastname}`} onClose={close} footer={<Footer isInset />}>
      <div className={styles['content']}>
        <div className={styles['account']}>
          <AccountLogo accountId={user.pm_dsh_ud} name={user.dashboard_name} />
          <span className={styles['username']}>{user.username}</span>
        </div>
        {may(user, 'switch accounts') ? <AccountSwitch user={user} /> : null}
        <TimeZoneChoice user={user} />
        {canChooseDefault(user) ? <DefaultAccount user={user} /> : null}
        <div className={styles['theme']}>
          <span aria-hidden>Theme</span>
          <SegmentedControl label="Theme" segments={THEMES} value={theme} onChange={chooseTheme} />
        </div>
        <SingleKeysSwitch />
        <Section title="Where you are signed in">
          <OpenSessions />
        </Section>
        <Section title="Second factor">
          <SecondFactor />
        </Section>
        {user.can_open_user_settings ? <Button onPress={() => setInSettings(true)}>User Settings</Button> : null}
        <Button onPress={() => desk.session.send({ type: 'signOut.requested' })}>Logout</Button>
      </div>
      {isInSettings ? <UserDialogOverlay uid={user.uid} onClosed={closeSettings} /> : null}
    </Drawer>
  )
}
