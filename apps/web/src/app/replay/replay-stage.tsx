import type { feedMachine } from '@desk/machines/feed/feed.machine'
import { isFrozen } from '@desk/machines/feed/feed.selectors'
import type { formMachine } from '@desk/machines/form/form.machine'
import type { Snapshot } from '@desk/machines/journal/fold'
import type { loadMachine } from '@desk/machines/load/load.machine'
import { error as loadError, isRequesting as isLoading } from '@desk/machines/load/load.selectors'
import type { sessionMachine } from '@desk/machines/session/session.machine'
import {
  asksForCode,
  codeError,
  isExpired,
  isSigningIn,
  isStarting,
  isSwitching,
  mustChangePassword,
  mustEnrol,
  signInError,
  user as signedInUser,
} from '@desk/machines/session/session.selectors'
import type { sidebarMachine } from '@desk/machines/sidebar/sidebar.machine'
import { isCollapsed } from '@desk/machines/sidebar/sidebar.selectors'
import type { statusChangeMachine } from '@desk/machines/status-change/status-change.machine'
import { accepted, conflict, dialog, refusal } from '@desk/machines/status-change/status-change.selectors'
import type { versionPollMachine } from '@desk/machines/version-poll/version-poll.machine'
import { banner } from '@desk/machines/version-poll/version-poll.selectors'
import { STATUS_CODES, STATUS_LABELS } from '@desk/schema/statuses/status'
import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import type { SnapshotFrom } from 'xstate'
import { SidebarView } from '#app/shell/sidebar.tsx'
import { AccountCard } from '#features/account/account-card.tsx'
import { SignInForm } from '#features/account/sign-in-form.tsx'
import type { StageProps } from '#features/support/stage.ts'
import { Banner } from '#ui/banner.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { StillContext } from '#ui/still.ts'
import { ConfirmationView, ConflictView, RefusalView } from '#kit/statuses/status-dialog-views.tsx'
import { lastOf } from './replay-snapshots.ts'
import { ReplayUserDialog } from './replay-user-dialog.tsx'
import styles from './replay-stage.module.css'

/** Every form's plan comes along: it is loaded when a form is drawn. */
const ReplayForm = lazyPart(() => import('./replay-form.tsx'), 'The form')

const nothing = () => undefined

/** The form that was open last; that of the user dialog stands in the dialog. */
const openForm = (snapshots: ReadonlyMap<string, Snapshot>) =>
  lastOf<SnapshotFrom<typeof formMachine>>(
    snapshots,
    'form',
    form => form.matches('open') && form.context.form?.startsWith('user.') === false,
  )

/** The snapshots that are drawn. The key is the machine's name, so that its snapshot is of that machine. */
const drawn = (snapshots: ReadonlyMap<string, Snapshot>) => ({
  session: snapshots.get('session') as SnapshotFrom<typeof sessionMachine> | undefined,
  sidebar: snapshots.get('sidebar') as SnapshotFrom<typeof sidebarMachine> | undefined,
  feed: snapshots.get('feed') as SnapshotFrom<typeof feedMachine> | undefined,
  statusChange: snapshots.get('status-change') as SnapshotFrom<typeof statusChangeMachine> | undefined,
  versionPoll: snapshots.get('version-poll') as SnapshotFrom<typeof versionPollMachine> | undefined,
  loads: [...snapshots]
    .filter(([key]) => key.startsWith('load/'))
    .map(([key, snapshot]) => ({ key, load: snapshot as SnapshotFrom<typeof loadMachine> })),
})

/**
 * What the machines drive on the screen, by the very components that showed it to the person. It is a picture: nothing in it
 * can be reached or pressed, and nothing of it asks for the network. What comes from the server (figures, rows) never was in
 * the journal, and is not here.
 */
export function ReplayStage({ snapshots }: StageProps) {
  const { session, sidebar, feed, statusChange, versionPoll, loads } = drawn(snapshots)
  const user = session === undefined ? null : signedInUser(session)
  const form = user === null ? undefined : openForm(snapshots)
  const path = session?.context.path ?? '/'
  const news = versionPoll === undefined ? null : banner(versionPoll)
  return (
    <StillContext value>
      <p className={styles['path']}>
        <span>{path}</span>
      </p>
      <div className={styles['stage']} inert>
        {user === null ? null : (
          <SidebarView
            user={user}
            isCollapsed={sidebar !== undefined && isCollapsed(sidebar)}
            pathname={path.split('?', 1)[0] ?? path}
            onToggle={nothing}
            onOpenUserMenu={nothing}
          />
        )}
        <div className={styles['page']}>
          {news === null ? null : <Banner action={{ label: news.buttonLabel, onPress: nothing }}>{news.text}</Banner>}
          {user === null ? null : (
            <p className={styles['bar']}>
              <strong>{user.dashboard_name}</strong>
              <FeedWords feed={feed} />
            </p>
          )}
          {form === undefined ? null : (
            <Suspense fallback={<Spinner label="Drawing the form" size={24} />}>
              <ReplayForm snapshot={form} />
            </Suspense>
          )}
          <div className={styles['content']}>
            {session === undefined ? null : user === null ? (
              <SignedOut session={session} />
            ) : isSwitching(session) ? (
              <Spinner label="Switching the account" size={32} />
            ) : null}
            {user === null
              ? null
              : loads.map(({ key, load }) => {
                  const problem = loadError(load)
                  if (isLoading(load)) return <Spinner key={key} label="Loading" size={24} />
                  return problem === null ? null : (
                    <ErrorState
                      key={key}
                      title={`The ${load.context.subject?.scope ?? 'page'} did not load`}
                      onRetry={nothing}
                    >
                      {problem}
                    </ErrorState>
                  )
                })}
          </div>
          {user === null ? null : (
            <div className={styles['dialogs']}>
              <ReplayUserDialog snapshots={snapshots} uid={user.uid} />
            </div>
          )}
          {statusChange === undefined ? null : <StatusDialogs statusChange={statusChange} />}
        </div>
      </div>
    </StillContext>
  )
}

function SignedOut({ session }: { readonly session: SnapshotFrom<typeof sessionMachine> }) {
  if (isStarting(session)) return <Spinner label="Starting the session" size={32} />
  if (mustChangePassword(session))
    return (
      <AccountCard title="Change your password">
        The person has to choose a new password before anything else.
      </AccountCard>
    )
  if (mustEnrol(session))
    return (
      <AccountCard title="Second factor">
        The account wants a second factor of everybody: the person has to set one up before anything else.
      </AccountCard>
    )
  if (asksForCode(session))
    return (
      <AccountCard title="Sign in">{codeError(session) ?? 'The code of the second factor is asked for.'}</AccountCard>
    )
  return (
    <AccountCard title={isExpired(session) ? 'Your session has ended' : 'Sign in'}>
      {/* What was typed never was in the journal. */}
      <SignInForm
        fields={{ username: '', password: '', remember: session.context.remember }}
        onChange={nothing}
        refusal={signInError(session)}
        waitMs={0}
        isPending={isSigningIn(session)}
        onSubmit={nothing}
      />
    </AccountCard>
  )
}

/** How the page stood to the server: without a clock, so without an age. */
function FeedWords({ feed }: { readonly feed: SnapshotFrom<typeof feedMachine> | undefined }) {
  if (feed === undefined) return null
  const words = isFrozen(feed)
    ? 'Updates frozen'
    : feed.matches('offline')
      ? 'Offline'
      : feed.context.connected
        ? 'Connected'
        : 'Connection lost'
  return <span className={styles['feed']}>{words}</span>
}

function StatusDialogs({ statusChange }: { readonly statusChange: SnapshotFrom<typeof statusChangeMachine> }) {
  const { change, effects } = statusChange.context
  const [asked, found, refused, done] = [
    dialog(statusChange),
    conflict(statusChange),
    refusal(statusChange),
    accepted(statusChange),
  ]
  return (
    <div className={styles['dialogs']} data-open={asked !== null || found !== null || refused !== null || undefined}>
      {asked === null ? null : (
        <ConfirmationView
          shown={asked}
          isStopping={change?.from === STATUS_CODES.live}
          isNobodyInProgress={effects?.inflight === 0}
          onConfirm={nothing}
          onCancel={nothing}
          onNote={nothing}
        />
      )}
      {found === null ? null : <ConflictView found={found} blocked={null} onDismiss={nothing} onRetry={nothing} />}
      {refused === null ? null : (
        <RefusalView name={change?.name ?? ''} message={refused.message} onDismiss={nothing} onRetry={nothing} />
      )}
      {done === null ? null : (
        <p className={styles['toast']}>
          {done.name} is now {STATUS_LABELS[done.to]}
        </p>
      )}
    </div>
  )
}
