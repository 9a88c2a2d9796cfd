import type { ReturnHashing } from '@desk/schema/respondents/return-hashing'
import { SettingSwitch } from './setting-switch.tsx'

const MEANS =
  'The survey’s server may tell the desk another outcome than the respondent’s browser did. Off, the desk believes it only with a valid hash. The risk with this on: anyone who knows an RDUD (every respondent knows their own) can turn a term into a complete that you pay for, or take a complete away.'
const MOOT = 'Every return needs a hash as it is: one without it never counts, so that this changes nothing.'

/** Whether a server-to-server return overrules a browser's although nothing proves who sent it (docs/decisions/0024). */
export function UnsignedOverrule({
  hashing: { hash_required: isRequired, unsigned_overrule: isOn },
}: {
  readonly hashing: ReturnHashing
}) {
  return (
    <SettingSwitch
      label="Unsigned server-to-server returns overrule browsers"
      description={isRequired ? MOOT : MEANS}
      isOn={isOn}
      isDisabled={isRequired && !isOn}
      change={isOn => ({ unsigned_overrule: isOn })}
      on={{
        title: 'Believe unsigned server-to-server returns?',
        confirmLabel: 'Believe them',
        isDanger: true,
        text: 'Anyone who knows an RDUD, including the respondent, can then overwrite a term with a complete, in every survey of the account, and it is paid for. Signing the returns with a key is the safe way.',
        done: 'Unsigned server-to-server returns overrule browsers now',
      }}
      off={{
        title: 'Believe signed returns alone?',
        confirmLabel: 'Signed alone',
        isDanger: false,
        text: 'From now on a server-to-server return without a valid hash changes nothing that a browser said before. It is logged, and Explain shows it.',
        done: 'Unsigned server-to-server returns change nothing any more',
      }}
    />
  )
}
