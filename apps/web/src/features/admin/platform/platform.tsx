import { PlatformSettings, type StoredPlatform } from '@desk/schema/platform/platform'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery } from '@tanstack/react-query'
import { useConfig } from '#runtime/hooks/use-config.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { showToast } from '#ui/toasts.ts'
import { FormLoading } from '#kit/forms/form-loading.tsx'
import { FormPage, FormSection } from '#kit/forms/form-page.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import { EmbeddedReports } from './embedded-reports.tsx'
import { PLATFORM_HISTORY, PLATFORM_PLAN, readPlatform, settingsOfConfig, withoutEmptyLinks } from './platform-plan.ts'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormText, FormUrl } = formFields<PlatformSettings>()

/** The installation has one set of names; its history has this id. */
const PLATFORM_ID = 1

function PlatformForm({ me, platform }: { readonly me: CurrentUser; readonly platform: StoredPlatform }) {
  const desk = useDesk()
  const fromFile = settingsOfConfig(useConfig())
  const form = useForm(
    {
      form: 'platform.edit',
      thing: 'platform',
      schema: PlatformSettings,
      fields: PLATFORM_PLAN,
      stored: platform.settings ?? fromFile,
      version: platform.version,
      toWire: withoutEmptyLinks,
      save: (wire, { version }) =>
        desk.api.call('platformSettings.change', {
          payload: { ...wire, version: version ?? 0 },
        }),
      readStored: readPlatform,
      whoChanged: () => whoLastChanged(desk.api, 'platform', PLATFORM_ID),
      onSaved: () => {
        void desk.queryClient.invalidateQueries()
        void showToast({
          type: 'success',
          message: 'The names and links were saved: pages show them when they are loaded again',
        })
      },
      onCancelled: () => desk.history.push('/admin'),
    },
    me,
  )
  return (
    <FormPage
      form={form}
      title="Platform"
      crumbs={[]}
      below={
        <>
          <HistoryPanel scope="platform" id={PLATFORM_ID} fields={PLATFORM_HISTORY} />
          <EmbeddedReports me={me} />
        </>
      }
    >
      <FormSection
        title="Provider"
        description={
          platform.settings === null
            ? 'These values come from the installation’s file client-config.json. Saving here replaces them.'
            : 'The name in the footer, on the sign-in page and in page titles.'
        }
      >
        <FormText name="provider_name" isWide />
        <FormUrl name="provider_url" />
        <FormUrl name="privacy_url" />
      </FormSection>
      <FormSection
        title="Menu"
        description="The menu shows a link only if it has an address. Reference and Contact Support differ by the type of the account."
      >
        <FormUrl name="redirect_guide_url" />
        <FormUrl
          name="cleaning_request_url"
          description="The account’s id is appended as a parameter when a user opens it."
        />
        <FormUrl name="desk_reference_url" />
        <FormUrl name="defender_reference_url" />
        <FormUrl name="desk_support_url" />
        <FormUrl name="defender_support_url" />
      </FormSection>
      <FormSection title="Documentation" description="Each is linked on the page that it documents.">
        <FormUrl name="hashing_docs_url" description="On the page Return hashing." />
        <FormUrl name="pacing_docs_url" description="Beside the pacing of a source." />
        <FormUrl name="complete_api_docs_url" description="On the page Return hashing." />
        <FormUrl name="respondent_upload_docs_url" description="On the page of reconciliation." />
      </FormSection>
    </FormPage>
  )
}

/** Names and links of the installation (§2.36, §2.38, §9.13, api:M12, api:M13); for super admins. */
export function PlatformScreen() {
  useAppTitle('Platform')
  const me = useUser()
  const read = useQuery({ ...useDesk().query('platform.read', {}), staleTime: 0 })
  const { data } = read
  if (me === null || data === undefined) return <FormLoading title="Platform" reads={[read]} />
  return <PlatformForm key={data.version} me={me} platform={data} />
}
